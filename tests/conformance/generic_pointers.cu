// One function works on pointers to global, shared, local and constant memory alike; a pointer may
// change its space at run time. Rows L-379, L-009.
#include "check.h"

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int globals[4] = {10, 20, 30, 40};

__device__ __noinline__ int sum(const int* p) {
  return p[0] + p[1] + p[2] + p[3];
}

__device__ __noinline__ void fill(int* p, int value) {
  for (int i = 0; i < 4; ++i)
    p[i] = value + i;
}

__global__ void run(int* out, int* heap) {
  __shared__ int tile[4];
  int local[4];
  int t = threadIdx.x;
  if (t == 0)
    fill(tile, 100);
  fill(local, t * 1000);
  fill(heap + t * 4, t);
  __syncthreads();
  const int* p;
  switch (t % 5) {
  case 0:
    p = table;
    break;
  case 1:
    p = globals;
    break;
  case 2:
    p = tile;
    break;
  case 3:
    p = local;
    break;
  default:
    p = heap + t * 4;
  }
  out[t] = sum(p);
}

int main() {
  Buffer<int> out(60), heap(240);
  run<<<1, 60>>>(out.device(), heap.device());
  out.download();
  for (int t = 0; t < 60; ++t) {
    const int want[] = {10, 100, 406, 4000 * t + 6, 4 * t + 6};
    EXPECT_EQ_AT(t, out[t], want[t % 5]);
  }
  return ok();
}
