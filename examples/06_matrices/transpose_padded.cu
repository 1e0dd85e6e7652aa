// Shows: the transposition of a 1000 x 2000 matrix, with sizes rounded up to whole blocks.
// From: X-223, T-016 of the textbook.
// Try next: transpose.cu, which goes through shared memory.
#include <string>

#include "../captured_output.h"
#include "rounding_up.h"

__global__ void transpose(const float* in, float* out, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  out[column * rows + row] = in[row * columns + column];
}

static void program() {
  const int rows = roundedUp(1000), columns = roundedUp(2000);
  std::printf("rows = %d\ncols = %d\n", rows, columns);
  std::vector<float> in(rows * columns);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i);
  DeviceArray<float> deviceIn(in), deviceOut(in.size());
  const dim3 block(blockSize, blockSize), grid(columns / blockSize, rows / blockSize);
  EXPECT(kernelTime([&] { transpose<<<grid, block>>>(deviceIn, deviceOut, rows, columns); }) >= 0);
  const std::vector<float> out = deviceOut.values();
  bool isRight = true;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      isRight = isRight && out[column * rows + row] == in[row * columns + column];
  EXPECT(isRight);
  std::printf("%s\nDone\n", isRight ? "Test PASSED" : "Test FAILED");
}

int main() {
  const std::string text = capturedOutput(program);
  EXPECT(text.rfind("rows = 1008\ncols = 2000\nKernelTime: ", 0) == 0);
  EXPECT(text.find(" milliseconds\nTest PASSED\nDone\n") != std::string::npos);
  return report();
}
