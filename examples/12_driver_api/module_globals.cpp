// Shows: variables of a module, found by their names: a constant array, a float and a pointer.
// From: X-134 of the guide.
// Try next: 02_memory/symbols.cu, the same with the runtime.
// nvcc: -lcuda
// ptx: kernels/globals.cu
#include "driver.h"

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction read;
  CHECK_DRIVER(cuModuleLoad(&module, "globals.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&read, module, "read"));

  CUdeviceptr constData, devData, devPointer;
  size_t bytes;
  std::vector<float> table(256);
  for (int i = 0; i < 256; ++i)
    table[i] = static_cast<float>(i);
  CHECK_DRIVER(cuModuleGetGlobal(&constData, &bytes, module, "constData"));
  EXPECT(bytes == 256 * sizeof(float));
  CHECK_DRIVER(cuMemcpyHtoD(constData, table.data(), bytes));
  EXPECT(driver::valuesOf<float>(constData, 256) == table);

  const float three = 3;
  CHECK_DRIVER(cuModuleGetGlobal(&devData, &bytes, module, "devData"));
  EXPECT(bytes == sizeof three);
  CHECK_DRIVER(cuMemcpyHtoD(devData, &three, bytes));

  CUdeviceptr memory = driver::copied(table), out;
  CHECK_DRIVER(cuModuleGetGlobal(&devPointer, &bytes, module, "devPointer"));
  EXPECT(bytes == sizeof memory);
  CHECK_DRIVER(cuMemcpyHtoD(devPointer, &memory, bytes));

  CHECK_DRIVER(cuMemAlloc(&out, 256 * sizeof(float)));
  void* arguments[] = {&out};
  CHECK_DRIVER(cuLaunchKernel(read, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  const std::vector<float> seen = driver::valuesOf<float>(out, 256);
  for (int i = 0; i < 256; ++i)
    EXPECT(seen[i] == 4.0f * i);
  return report();
}
