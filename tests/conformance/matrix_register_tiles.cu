// Matrix products in which each thread has a tile of 8 by 8 sums in registers: in blocks of rows of
// 4, 6 and 16 threads, with the loop over a tile's depth as it is and unrolled, and with threads
// that multiply different numbers of columns or none. Each sum is rounded as a chain of fmaf is.
// Rows L-029, L-090, H-170.
#include "check.h"

#include <math.h>

const int side = 8;   // of a thread's tile
const int depth = 16; // of the tiles in shared memory

// What one thread adds to its tile of c: column i of a times row i of b. Unrolled or as a loop.
template <bool unrolled>
__device__ void addProducts(float (&sums)[side][side], const float* a, size_t strideA,
                            const float* b, size_t strideB, int count) {
  constexpr int factor = unrolled ? 8 : 1;
#pragma unroll factor
  for (int i = 0; i < count; ++i) {
#pragma unroll
    for (int y = 0; y < side; ++y)
#pragma unroll
      for (int x = 0; x < side; ++x)
        sums[y][x] = fmaf(a[y * strideA + i], b[i * strideB + x], sums[y][x]);
  }
}

template <int threadsX, int threadsY, bool unrolled>
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int width = threadsX * side, height = threadsY * side;
  __shared__ float tileA[height][depth], tileB[depth][width];
  int thread = threadIdx.y * threadsX + threadIdx.x;
  int column = blockIdx.x * width, row = blockIdx.y * height;
  float sums[side][side] = {};
  for (int base = 0; base < n; base += depth) {
    for (int i = thread; i < height * depth; i += threadsX * threadsY)
      tileA[i / depth][i % depth] = a[(row + i / depth) * n + base + i % depth];
    for (int i = thread; i < depth * width; i += threadsX * threadsY)
      tileB[i / width][i % width] = b[(base + i / width) * n + column + i % width];
    __syncthreads();
    addProducts<unrolled>(sums, &tileA[threadIdx.y * side][0], depth, &tileB[0][threadIdx.x * side],
                          width, depth);
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < side; ++y)
#pragma unroll
    for (int x = 0; x < side; ++x)
      c[(row + threadIdx.y * side + y) * n + column + threadIdx.x * side + x] = sums[y][x];
}

// Thread t multiplies its first counts[t] columns, and thread 5 has no tile at all.
__global__ void multiplyParts(const float* a, const float* b, float* c, int n, const int* counts) {
  int thread = threadIdx.x;
  if (thread == 5)
    return;
  float sums[side][side];
#pragma unroll
  for (int y = 0; y < side; ++y)
#pragma unroll
    for (int x = 0; x < side; ++x)
      sums[y][x] = static_cast<float>(thread);
  addProducts<false>(sums, a + thread * side * n, n, b, n, counts[thread]);
#pragma unroll
  for (int y = 0; y < side; ++y)
#pragma unroll
    for (int x = 0; x < side; ++x)
      c[(thread * side + y) * n + x] = sums[y][x];
}

static void fill(Buffer<float>& a, Buffer<float>& b, int count) {
  for (int i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i * 7 % 1009) / 1009.0f - 0.5f;
    b[i] = static_cast<float>(i * 11 % 1013) / 1013.0f - 0.5f;
  }
  a.upload();
  b.upload();
}

template <int threadsX, int threadsY, bool unrolled> static void testProduct() {
  const int n = threadsX == 6 ? 48 : 128;
  Buffer<float> a(n * n), b(n * n), c(n * n);
  fill(a, b, n * n);
  multiply<threadsX, threadsY, unrolled>
      <<<dim3(n / side / threadsX, n / side / threadsY), dim3(threadsX, threadsY)>>>(
          a.device(), b.device(), c.device(), n);
  c.download();
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int i = 0; i < n; ++i)
        sum = fmaf(a[y * n + i], b[i * n + x], sum);
      EXPECT_EQ_AT(y * n + x, c[y * n + x], sum);
    }
}

static void testParts() {
  const int threads = 48, n = threads * side;
  Buffer<float> a(n * n), b(n * n), c(n * n);
  Buffer<int> counts(threads);
  fill(a, b, n * n);
  for (int i = 0; i < n * n; ++i)
    c[i] = -1;
  for (int i = 0; i < threads; ++i)
    counts[i] = i * 5 % 23;
  c.upload();
  counts.upload();
  multiplyParts<<<1, threads>>>(a.device(), b.device(), c.device(), n, counts.device());
  c.download();
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < side; ++x) {
      const int thread = y / side;
      float sum = static_cast<float>(thread);
      for (int i = 0; i < counts[thread]; ++i)
        sum = fmaf(a[y * n + i], b[i * n + x], sum);
      EXPECT_EQ_AT(y * n + x, c[y * n + x], thread == 5 ? -1.0f : sum);
    }
}

int main() {
  testProduct<4, 4, false>();
  testProduct<4, 4, true>();
  testProduct<6, 3, false>();
  testProduct<16, 16, false>();
  testProduct<16, 16, true>();
  testParts();
  return ok();
}
