// Shows: structures as arguments, and the tiled matrix product launched with the driver API.
// From: X-135 of the guide.
// Try next: 03_shared_memory/matrix_multiply_shared.cu, the same with the runtime.
// nvcc: -lcuda
// ptx: kernels/tiled_product.cu
#include "driver.h"

// As in the kernel's source.
struct Matrix {
  int width, height, stride;
  CUdeviceptr elements;
};

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction multiply;
  CHECK_DRIVER(cuModuleLoad(&module, "tiled_product.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&multiply, module, "multiply"));

  const int height = 48, inner = 80, width = 64, tile = 16;
  std::vector<float> a(height * inner), b(inner * width), c(height * width);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(i % 5) - 2;
  Matrix deviceA = {inner, height, inner, driver::copied(a)};
  Matrix deviceB = {width, inner, width, driver::copied(b)};
  Matrix deviceC = {width, height, width, driver::copied(c)};
  void* arguments[] = {&deviceA, &deviceB, &deviceC};
  CHECK_DRIVER(cuLaunchKernel(multiply, width / tile, height / tile, 1, tile, tile, 1, 0, nullptr,
                              arguments, nullptr));
  c = driver::valuesOf<float>(deviceC.elements, c.size());
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      float sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * width + column];
      EXPECT(c[row * width + column] == sum);
    }
  }
  return report();
}
