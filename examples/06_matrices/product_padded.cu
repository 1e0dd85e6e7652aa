// Shows: the product of a 100 x 200 and a 200 x 150 matrix, with sizes rounded up to whole blocks.
// From: X-225, T-016 of the textbook.
// Try next: 03_shared_memory/tiled_doubles.cu.
#include <cmath>
#include <string>

#include "../captured_output.h"
#include "rounding_up.h"

__global__ void multiply(const double* a, const double* b, double* c, int inner, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  double sum = 0;
  for (int k = 0; k < inner; ++k)
    sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}

static void program() {
  const int rowsA = roundedUp(100), columnsA = roundedUp(200);
  const int rowsB = roundedUp(200), columnsB = roundedUp(150);
  std::printf("Arows = %d\nAcols = %d\nBrows = %d\nBcols = %d\n", rowsA, columnsA, rowsB, columnsB);
  std::vector<double> a(rowsA * columnsA), b(rowsB * columnsB);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = 1.0 / (i % 10 + 1);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = 1.0 / (i % 7 + 1);
  DeviceArray<double> deviceA(a), deviceB(b), deviceC(rowsA * columnsB);
  const dim3 block(blockSize, blockSize), grid(columnsB / blockSize, rowsA / blockSize);
  EXPECT(kernelTime([&] {
           multiply<<<grid, block>>>(deviceA, deviceB, deviceC, columnsA, columnsB);
         }) >= 0);
  std::printf("Test STARTED\n");
  const std::vector<double> c = deviceC.values();
  bool isRight = true;
  for (int row = 0; row < rowsA; ++row) {
    for (int column = 0; column < columnsB; ++column) {
      double sum = 0;
      for (int k = 0; k < columnsA; ++k)
        sum += a[row * columnsA + k] * b[k * columnsB + column];
      isRight = isRight && std::fabs(c[row * columnsB + column] - sum) < 1e-10;
    }
  }
  EXPECT(isRight);
  std::printf("%s\n", isRight ? "Test PASSED" : "Test FAILED");
}

int main() {
  const std::string text = capturedOutput(program);
  EXPECT(text.rfind("Arows = 112\nAcols = 208\nBrows = 208\nBcols = 160\nKernelTime: ", 0) == 0);
  EXPECT(text.find(" milliseconds\nTest STARTED\nTest PASSED\n") != std::string::npos);
  return report();
}
