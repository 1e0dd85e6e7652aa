// cudaMemset and cudaMemset2D set bytes, of the low byte of the value, and nothing beside them.
// Row R-085.
#include "check.h"

int main() {
  const int n = 700;
  Buffer<unsigned char> bytes(n);
  const int cases[][3] = {{0, n, 0x5a}, {1, 3, 0x1ff}, {13, 600, -1}, {699, 1, 7}, {20, 0, 9}};
  for (auto& c : cases) {
    CUDA_CHECK(cudaMemset(bytes.device(), 0x33, n));
    CUDA_CHECK(cudaMemset(bytes.device() + c[0], c[2], c[1]));
    bytes.download();
    for (int i = 0; i < n; ++i)
      EXPECT_EQ_AT(i, bytes[i],
                   i >= c[0] && i < c[0] + c[1] ? static_cast<unsigned char>(c[2]) : 0x33);
  }
  const int pitch = 70, width = 33, height = 9;
  CUDA_CHECK(cudaMemset(bytes.device(), 0, n));
  CUDA_CHECK(cudaMemset2D(bytes.device() + 5, pitch, 0xab, width, height));
  bytes.download();
  for (int i = 0; i < n; ++i) {
    int row = (i - 5) / pitch, column = (i - 5) % pitch;
    EXPECT_EQ_AT(i, bytes[i], i >= 5 && row < height && column < width ? 0xab : 0);
  }
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMemsetAsync(bytes.device(), 1, n, stream));
  CUDA_CHECK(cudaMemsetAsync(bytes.device() + 100, 2, 50, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  bytes.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, bytes[i], i >= 100 && i < 150 ? 2 : 1);
  return ok();
}
