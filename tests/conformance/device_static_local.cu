// Static variables inside device functions and kernels are one for all threads and launches, and a
// template has one for each instance. Row L-389 (the guide's later versions allow them).
#include "check.h"

__device__ int nextTicket() {
  static int ticket = 40;
  return atomicAdd(&ticket, 1);
}

template <int N> __device__ int count() {
  static int calls;
  return atomicAdd(&calls, N);
}

__global__ void run(int* out) {
  static int launches = 0;
  atomicMax(&out[0], nextTicket());
  atomicMax(&out[1], count<1>());
  atomicMax(&out[2], count<10>());
  if (threadIdx.x == 0)
    out[3] = ++launches;
}

int main() {
  Buffer<int> out(4);
  for (int launch = 1; launch <= 3; ++launch) {
    run<<<1, 20>>>(out.device());
    out.download();
    EXPECT_EQ(out[0], 40 + launch * 20 - 1);
    EXPECT_EQ(out[1], launch * 20 - 1);
    EXPECT_EQ(out[2], (launch * 20 - 1) * 10);
    EXPECT_EQ(out[3], launch);
  }
  return ok();
}
