// 16-byte compare-and-swap and exchange on any trivially copyable type, float2 and float4 sums,
// with all scopes (compute capability 9.0). Rows L-323, L-325, L-330, L-335, L-336.

// nvcc: -arch=sm_90
#include "check.h"

struct alignas(16) Pair {
  long long sum, count;
};

__global__ void add(Pair* total, float2* two, float4* four, Pair* seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pair old = {0, 0}, assumed;
  do {
    assumed = old;
    Pair next = {assumed.sum + i, assumed.count + 1};
    old = atomicCAS(total, assumed, next);
  } while (old.sum != assumed.sum || old.count != assumed.count);
  // Both halves were always written together.
  seen[i] = old;
  atomicAdd(two, make_float2(1.0f, 2.0f));
  atomicAdd_system(four, make_float4(1.0f, 2.0f, 3.0f, -4.0f));
  atomicAdd_block(four + 1 + blockIdx.x, make_float4(0.5f, 1.0f, 1.5f, 2.0f));
}

__global__ void exchange(Pair* cell, Pair* out) {
  int i = threadIdx.x;
  Pair mine = {i, -i};
  out[i] = atomicExch(cell, mine);
  Pair swapped = {1000 + i, 2000 + i};
  Pair before = atomicExch_block(cell + 1 + i, swapped);
  out[i + blockDim.x] = atomicCAS_system(cell + 1 + i, before, mine);
}

int main() {
  const int blocks = 4, threads = 96, n = blocks * threads;
  Buffer<Pair> total(1), seen(n);
  Buffer<float2> two(1);
  Buffer<float4> four(1 + blocks);
  add<<<blocks, threads>>>(total.device(), two.device(), four.device(), seen.device());
  total.download();
  two.download();
  four.download();
  seen.download();
  EXPECT_EQ(total[0].sum, n * (n - 1) / 2);
  EXPECT_EQ(total[0].count, n);
  bool counts[n] = {};
  for (int i = 0; i < n; ++i) {
    CHECK(seen[i].count >= 0 && seen[i].count < n && !counts[seen[i].count]);
    counts[seen[i].count] = true;
  }
  EXPECT_EQ(two[0].x, 1.0f * n);
  EXPECT_EQ(two[0].y, 2.0f * n);
  EXPECT_EQ(four[0].x, 1.0f * n);
  EXPECT_EQ(four[0].w, -4.0f * n);
  for (int b = 0; b < blocks; ++b) {
    EXPECT_EQ_AT(b, four[1 + b].x, 0.5f * threads);
    EXPECT_EQ_AT(b, four[1 + b].z, 1.5f * threads);
  }

  const int m = 64;
  Buffer<Pair> cells(1 + m), out(2 * m);
  cells[0].sum = -7;
  cells[0].count = 7;
  cells.upload();
  exchange<<<1, m>>>(cells.device(), out.device());
  cells.download();
  out.download();
  // Every value went in once and, but for the last, came out once.
  long long sums = 0;
  for (int i = 0; i < m; ++i) {
    EXPECT_EQ_AT(i, out[i].sum, -out[i].count);
    sums += out[i].sum;
    EXPECT_EQ_AT(i, out[m + i].sum, 1000 + i);
    EXPECT_EQ_AT(i, out[m + i].count, 2000 + i);
    EXPECT_EQ_AT(i, cells[1 + i].sum, 1000 + i);
  }
  EXPECT_EQ(sums + cells[0].sum, m * (m - 1) / 2 - 7);
  return ok();
}
