// mbarrier objects: phases, transactions, bulk copies, and warps that hand data to each other.
// nvcc: -arch=sm_90
#include <stdint.h>

#include "check.h"

__device__ unsigned shared(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count) : "memory");
}
__device__ uint64_t arrive(uint64_t* bar) {
  uint64_t state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(shared(bar)) : "memory");
  return state;
}
__device__ bool testParity(uint64_t* bar, unsigned parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2;"
               "selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(shared(bar)), "r"(parity)
               : "memory");
  return done != 0;
}
__device__ bool test(uint64_t* bar, uint64_t state) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2;"
               "selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(shared(bar)), "l"(state)
               : "memory");
  return done != 0;
}
__device__ void wait(uint64_t* bar, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2;"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared(bar)), "r"(parity)
                 : "memory");
}

__global__ void phases(unsigned* out) {
  __shared__ uint64_t bar;
  init(&bar, 3);
  uint64_t first = arrive(&bar);
  out[0] = testParity(&bar, 0);
  uint64_t second = arrive(&bar);
  unsigned pending;
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(second));
  out[1] = pending;
  out[2] = test(&bar, first);
  arrive(&bar);
  out[3] = testParity(&bar, 0);
  out[4] = test(&bar, first);
  out[5] = testParity(&bar, 1);
  asm volatile("{ .reg .b64 s; mbarrier.arrive_drop.shared.b64 s, [%0]; }" ::"r"(shared(&bar))
               : "memory");
  arrive(&bar);
  out[6] = testParity(&bar, 1);
  arrive(&bar);
  out[7] = testParity(&bar, 1);
  arrive(&bar);
  out[8] = testParity(&bar, 0);
  arrive(&bar); // two are expected now
  out[9] = testParity(&bar, 0);
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared(&bar)) : "memory");
}

// Global memory to shared memory and back, by one thread; all threads wait.
__global__ void bulk(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned data[256];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile(
        "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 1024; }" ::"r"(shared(&bar))
        : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "1024, [%2];" ::"r"(shared(data)),
                 "l"(__cvta_generic_to_global(in)), "r"(shared(&bar))
                 : "memory");
  }
  __syncthreads();
  wait(&bar, 0);
  data[threadIdx.x] = data[threadIdx.x] * 3 + threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(
                     __cvta_generic_to_global(out)),
                 "r"(shared(data))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// Warp 0 fills a buffer for the others, again and again.
__global__ void pipeline(unsigned* out) {
  __shared__ unsigned data[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      init(&full[i], 32);
      init(&empty[i], 96);
    }
  __syncthreads();
  unsigned lane = threadIdx.x % 32, sum = 0;
  for (unsigned round = 0; round < 20; ++round) {
    unsigned stage = round % 2, parity = round / 2 % 2;
    if (threadIdx.x < 32) {
      wait(&empty[stage], parity ^ 1);
      data[stage][lane] = round * 100 + lane;
      arrive(&full[stage]);
    } else {
      wait(&full[stage], parity);
      sum = sum * 7 + data[stage][31 - lane];
      arrive(&empty[stage]);
    }
  }
  out[threadIdx.x] = sum;
}

int main() {
  Buffer<unsigned> out(16);
  phases<<<1, 1>>>(out.device());
  out.download();
  const unsigned want[10] = {0, 2, 0, 1, 1, 0, 0, 1, 0, 1};
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ_AT(i, out[i], want[i]);

  Buffer<unsigned> in(256), copied(256);
  for (unsigned i = 0; i < 256; ++i)
    in[i] = i * i;
  in.upload();
  bulk<<<1, 256>>>(in.device(), copied.device());
  copied.download();
  for (unsigned i = 0; i < 256; ++i)
    EXPECT_EQ_AT(i, copied[i], i * i * 3 + i);

  Buffer<unsigned> sums(128);
  pipeline<<<1, 128>>>(sums.device());
  sums.download();
  for (unsigned i = 0; i < 128; ++i) {
    unsigned sum = 0;
    for (unsigned round = 0; round < 20 && i >= 32; ++round)
      sum = sum * 7 + round * 100 + 31 - i % 32;
    EXPECT_EQ_AT(i, sums[i], sum);
  }
  return ok();
}
