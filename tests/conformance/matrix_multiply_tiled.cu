// Matrix product with shared tiles; sizes with and without a remainder; small integers, so exact.
// Rows L-029, L-090, H-170.
#include "check.h"

const int tileSize = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tileA[tileSize][tileSize], tileB[tileSize][tileSize];
  int x = blockIdx.x * tileSize + threadIdx.x, y = blockIdx.y * tileSize + threadIdx.y;
  float sum = 0;
  for (int base = 0; base < k; base += tileSize) {
    int ax = base + threadIdx.x, by = base + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = y < m && ax < k ? a[y * k + ax] : 0;
    tileB[threadIdx.y][threadIdx.x] = by < k && x < n ? b[by * n + x] : 0;
    __syncthreads();
    for (int i = 0; i < tileSize; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (y < m && x < n)
    c[y * n + x] = sum;
}

int main() {
  const int sizes[][3] = {{16, 16, 16}, {64, 48, 32}, {33, 50, 17}, {1, 70, 5}, {40, 1, 100}};
  for (auto& s : sizes) {
    int m = s[0], n = s[1], k = s[2];
    Buffer<float> a(m * k), b(k * n), c(m * n);
    for (int i = 0; i < m * k; ++i)
      a[i] = static_cast<float>(i % 7 - 3);
    for (int i = 0; i < k * n; ++i)
      b[i] = static_cast<float>(i % 5 - 2);
    a.upload();
    b.upload();
    multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a.device(), b.device(),
                                                                   c.device(), m, n, k);
    c.download();
    for (int y = 0; y < m; ++y) {
      for (int x = 0; x < n; ++x) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
          sum += a[y * k + i] * b[i * n + x];
        EXPECT_EQ_AT(y * n + x, c[y * n + x], sum);
      }
    }
  }
  return ok();
}
