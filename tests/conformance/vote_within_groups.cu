// Votes, matches and ballots of groups of a warp whose members differ from lane to lane.
// Rows L-339 to L-341.

// nvcc: -arch=sm_90
#include "check.h"

const int threads = 96, columns = 6;

__global__ void run(int size, int* out) {
  int t = threadIdx.x, lane = t % 32;
  unsigned members = size == 32 ? ~0u : ((1u << size) - 1) << lane / size * size;
  int value = t * 37 % 101, same = t / 4;
  int* o = out + t * columns;
  o[0] = __any_sync(members, value % 7 == 3);
  o[1] = __all_sync(members, value > 20);
  o[2] = static_cast<int>(__ballot_sync(members, value % 3 == 0));
  o[3] = static_cast<int>(__match_any_sync(members, value % 3));
  int all = -1;
  o[4] = static_cast<int>(__match_all_sync(members, same, &all)) ^ all;
  o[5] = static_cast<int>(__reduce_add_sync(members, static_cast<unsigned>(value)));
}

int main() {
  const int sizes[] = {1, 2, 4, 8, 16, 32};
  for (int size : sizes) {
    Buffer<int> out(threads * columns);
    run<<<1, threads>>>(size, out.device());
    out.download();
    for (int t = 0; t < threads; ++t) {
      int first = t / size * size;
      int any = 0, all = 1, sum = 0;
      unsigned ballot = 0, match = 0, members = 0;
      bool same = true;
      for (int k = first; k < first + size; ++k) {
        int value = k * 37 % 101;
        any |= value % 7 == 3;
        all &= value > 20;
        ballot |= (value % 3 == 0 ? 1u : 0u) << k % 32;
        match |= (value % 3 == t * 37 % 101 % 3 ? 1u : 0u) << k % 32;
        members |= 1u << k % 32;
        same &= k / 4 == t / 4;
        sum += value;
      }
      const int* o = out.host() + t * columns;
      EXPECT_EQ_AT(size * 1000 + t, o[0] != 0, any != 0);
      EXPECT_EQ_AT(size * 1000 + t, o[1] != 0, all != 0);
      EXPECT_EQ_AT(size * 1000 + t, static_cast<unsigned>(o[2]), ballot);
      EXPECT_EQ_AT(size * 1000 + t, static_cast<unsigned>(o[3]), match);
      EXPECT_EQ_AT(size * 1000 + t, static_cast<unsigned>(o[4]), same ? members ^ 1u : 0u);
      EXPECT_EQ_AT(size * 1000 + t, o[5], sum);
    }
  }
  return ok();
}
