// cudaMemcpy in all directions, with kinds given and left to the runtime, at odd offsets and sizes.
// Rows R-070 to R-076.
#include <string.h>

#include "check.h"

int main() {
  const int n = 1000;
  unsigned char source[n], back[n];
  for (int i = 0; i < n; ++i)
    source[i] = static_cast<unsigned char>(i * 7 + 1);
  unsigned char *a, *b;
  CUDA_CHECK(cudaMalloc(&a, n));
  CUDA_CHECK(cudaMalloc(&b, n));
  const cudaMemcpyKind up[] = {cudaMemcpyHostToDevice, cudaMemcpyDefault};
  const cudaMemcpyKind across[] = {cudaMemcpyDeviceToDevice, cudaMemcpyDefault};
  const cudaMemcpyKind down[] = {cudaMemcpyDeviceToHost, cudaMemcpyDefault};
  for (int k = 0; k < 2; ++k) {
    const int offsets[][2] = {{0, n}, {1, 1}, {3, 500}, {17, 983}, {999, 1}, {5, 0}};
    for (auto& o : offsets) {
      memset(back, 0xee, n);
      CUDA_CHECK(cudaMemset(a, 0, n));
      CUDA_CHECK(cudaMemset(b, 0, n));
      CUDA_CHECK(cudaMemcpy(a + o[0], source + o[0], o[1], up[k]));
      CUDA_CHECK(cudaMemcpy(b, a, n, across[k]));
      CUDA_CHECK(cudaMemcpy(back, b, n, down[k]));
      for (int i = 0; i < n; ++i)
        EXPECT_EQ_AT(i, back[i], i >= o[0] && i < o[0] + o[1] ? source[i] : 0);
    }
  }
  memset(back, 0, n);
  CUDA_CHECK(cudaMemcpy(back, source, n, cudaMemcpyHostToHost));
  EXPECT_EQ(memcmp(back, source, n), 0);
  CUDA_CHECK(cudaFree(a));
  CUDA_CHECK(cudaFree(b));
  return ok();
}
