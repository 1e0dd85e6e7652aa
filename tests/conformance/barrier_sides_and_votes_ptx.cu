// Short code with barriers on both sides of a branch, and votes at barriers of different numbers at
// the same time. rows: L-090, L-092, L-093, L-094, P-002.
#include "check.h"

__device__ void barrierSync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ void barrierArrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// The first warps store when the others let them, and those read when it is done.
__global__ void sides(int* out, int writers) {
  __shared__ int tile[128];
  int t = threadIdx.x, value = -1;
  if (t < writers) {
    barrierSync(6, 128);
    tile[t] = 3 * t;
    barrierArrive(7, 128);
  } else {
    barrierArrive(6, 128);
    barrierSync(7, 128);
    value = tile[t % writers];
  }
  out[t] = value;
}

// One and the same barrier, at two places.
__global__ void twoPlaces(int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x, value;
  if (t < 64) {
    tile[t] = t;
    asm volatile("bar.sync 1, 128;" ::: "memory");
    value = tile[t + 64];
  } else {
    tile[t] = 5 * t;
    asm volatile("bar.sync 1, 128;" ::: "memory");
    value = tile[t - 64];
  }
  out[t] = value;
}

// Each pair of warps counts for itself.
__global__ void votes(int* out) {
  int t = threadIdx.x, group = t / 64;
  int count, all, any;
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, %2, 64, p; }"
               : "=r"(count)
               : "r"(t % (group + 2)), "r"(group + 1)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.and.pred q, %2, 64, p;"
               "  selp.u32 %0, 1, 0, q; }"
               : "=r"(all)
               : "r"(int(group == 1)), "r"(group + 1)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, %2, 64, p;"
               "  selp.u32 %0, 1, 0, q; }"
               : "=r"(any)
               : "r"(int(t == 200)), "r"(group + 1)
               : "memory");
  out[t] = count + 100 * all + 1000 * any;
}

int main() {
  Buffer<int> out(256);
  for (int writers : {32, 64, 96}) {
    sides<<<1, 128>>>(out.device(), writers);
    out.download();
    for (int t = 0; t < 128; ++t)
      EXPECT_EQ_AT(t, out[t], t < writers ? -1 : 3 * (t % writers));
  }
  twoPlaces<<<1, 128>>>(out.device());
  out.download();
  for (int t = 0; t < 128; ++t)
    EXPECT_EQ_AT(t, out[t], t < 64 ? 5 * (t + 64) : t - 64);
  votes<<<1, 256>>>(out.device());
  out.download();
  for (int t = 0; t < 256; ++t) {
    int group = t / 64, count = 0;
    for (int i = 64 * group; i < 64 * group + 64; ++i)
      count += i % (group + 2) != 0;
    EXPECT_EQ_AT(t, out[t], count + 100 * (group == 1) + 1000 * (group == 3));
  }
  return ok();
}
