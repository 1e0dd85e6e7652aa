// Inclusive scan of a warp by __shfl_up_sync, then of a block over the warps' totals. Row L-342.
#include "check.h"

__global__ void scan(const int* in, int* out, int n) {
  __shared__ int totals[32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int v = t < n ? in[t] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d)
      v += other;
  }
  if (lane == 31)
    totals[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int total = lane < blockDim.x / 32 ? totals[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(0xffffffff, total, d);
      if (lane >= d)
        total += other;
    }
    totals[lane] = total;
  }
  __syncthreads();
  if (warp > 0)
    v += totals[warp - 1];
  if (t < n)
    out[t] = v;
}

int main() {
  const int counts[] = {1, 31, 32, 33, 500, 640};
  for (int n : counts) {
    Buffer<int> in(n), out(n);
    for (int i = 0; i < n; ++i)
      in[i] = i * 13 % 29 - 10;
    in.upload();
    scan<<<1, 640>>>(in.device(), out.device(), n);
    out.download();
    for (int i = 0, sum = 0; i < n; ++i)
      EXPECT_EQ_AT(i, out[i], sum += in[i]);
  }
  return ok();
}
