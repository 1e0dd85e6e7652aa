// What a shuffle reads from lanes that a block does not have, or that have returned, is zero. The
// PTX manual leaves it open, but GPUs do so, and reductions of small blocks count on it. Row L-187.
#include "check.h"

constexpr unsigned kAll = 0xffffffffu;

__global__ void absent(int* out, int* sum) {
  const int value = 1000 + threadIdx.x;
  int* mine = out + 5 * threadIdx.x;
  mine[0] = __shfl_down_sync(kAll, value, 16);
  mine[1] = __shfl_xor_sync(kAll, value, 16);
  mine[2] = __shfl_sync(kAll, value, 31);
  mine[3] = __shfl_down_sync(kAll, value, 1);
  mine[4] = __shfl_xor_sync(kAll, value, 1);
  int total = sum[threadIdx.x]; // not a constant: the compiler takes those from any lane
  for (int distance = 16; distance > 0; distance /= 2)
    total += __shfl_down_sync(kAll, total, distance);
  sum[threadIdx.x] = total;
}

__global__ void returned(int* out, int count) {
  if (threadIdx.x >= count)
    return;
  out[threadIdx.x] = __shfl_down_sync(kAll, int(1000 + threadIdx.x), 2);
}

int main() {
  for (int threads : {1, 2, 7, 31, 32, 33}) {
    Buffer<int> out(5 * 64), sum(64);
    for (int i = 0; i < 64; ++i)
      sum[i] = 5;
    sum.upload();
    absent<<<1, threads>>>(out.device(), sum.device());
    out.download();
    sum.download();
    for (int i = 0; i < threads; ++i) {
      const int lane = i % 32, warp = i - lane;
      auto value = [&](int from) {
        if (from > 31) // keeps its own
          from = lane;
        return warp + from < threads ? 1000 + warp + from : 0;
      };
      const int expected[] = {value(lane + 16), value(lane ^ 16), value(31), value(lane + 1),
                              value(lane ^ 1)};
      for (int k = 0; k < 5; ++k)
        EXPECT_EQ_AT(5 * i + k, out[5 * i + k], expected[k]);
    }
    EXPECT_EQ(sum[0], 5 * (threads < 32 ? threads : 32));
  }
  Buffer<int> out(32);
  returned<<<1, 32>>>(out.device(), 5);
  out.download();
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ_AT(i, out[i], i + 2 < 5 ? 1002 + i : 0);
  puts("ok");
}
