// Stream compaction: the lanes that keep an element elect a leader, which takes room for all of
// them with one atomic. Rows L-341, L-342, L-323, H-178.
#include "check.h"

__device__ int reserve(int* counter, bool wanted) {
  unsigned keepers = __ballot_sync(0xffffffff, wanted);
  int lane = threadIdx.x % 32, base = 0;
  int leader = __ffs(keepers) - 1;
  if (lane == leader)
    base = atomicAdd(counter, __popc(keepers));
  base = __shfl_sync(0xffffffff, base, leader < 0 ? 0 : leader);
  return base + __popc(keepers & ((1u << lane) - 1));
}

__global__ void compact(const int* in, int* out, int* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : -1;
  bool wanted = i < n && value % 3 == 0;
  int place = reserve(counter, wanted);
  if (wanted)
    out[place] = i;
}

int main() {
  const int n = 3000;
  Buffer<int> in(n), out(n), counter(1);
  int want = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 17 % 1013;
    want += in[i] % 3 == 0;
  }
  in.upload();
  compact<<<24, 128>>>(in.device(), out.device(), counter.device(), n);
  out.download();
  counter.download();
  EXPECT_EQ(counter[0], want);
  static bool seen[n];
  for (int k = 0; k < want; ++k) {
    int i = out[k];
    CHECK(i >= 0 && i < n && in[i] % 3 == 0 && !seen[i]);
    seen[i] = true;
    // Within one warp the order is kept.
    if (k > 0 && out[k - 1] / 32 == i / 32)
      CHECK(out[k - 1] < i);
  }
  return ok();
}
