// isspacep for the shared memory of a cluster: that of another block is shared::cluster, and
// neither shared::cta nor global.

// nvcc: -std=c++17 -arch=sm_90
#include "check.h"

#include <cooperative_groups.h>

enum { Global = 1, Cta = 2, Cluster = 4 };

__device__ int variable;

template <int Bit> __device__ unsigned ask(const void* pointer) {
  unsigned answer;
  const auto address = reinterpret_cast<unsigned long long>(pointer);
  if (Bit == Global)
    asm volatile("{\n.reg .pred p;\nisspacep.global p, %1;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(answer)
                 : "l"(address));
  else if (Bit == Cta)
    asm volatile("{\n.reg .pred p;\nisspacep.shared::cta p, %1;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(answer)
                 : "l"(address));
  else
    asm volatile("{\n.reg .pred p;\nisspacep.shared::cluster p, %1;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(answer)
                 : "l"(address));
  return answer ? Bit : 0;
}

__device__ unsigned spacesOf(const void* pointer) {
  return ask<Global>(pointer) | ask<Cta>(pointer) | ask<Cluster>(pointer);
}

__device__ void answer(unsigned* out) {
  __shared__ int own[4];
  auto cluster = cooperative_groups::this_cluster();
  const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  out += blockIdx.x * 16;
  for (unsigned i = 0; i < blocks; ++i)
    out[i] = spacesOf(cluster.map_shared_rank(own, i)) | (i == rank ? 0x100 : 0);
  out[8] = spacesOf(own);
  out[9] = spacesOf(&variable);
  out[10] = spacesOf(nullptr);
  out[11] = spacesOf(out);
  cluster.sync();
}

__global__ void __cluster_dims__(4) inCluster(unsigned* out) {
  answer(out);
}
__global__ void alone(unsigned* out) {
  answer(out);
}

static void expect(Buffer<unsigned>& out, int block, int blocks) {
  unsigned* const found = out.host() + block * 16;
  for (int i = 0; i < blocks; ++i)
    EXPECT_EQ_AT(i, found[i],
                 i == block % blocks ? unsigned(Cta | Cluster | 0x100) : unsigned(Cluster));
  EXPECT_EQ(found[8], unsigned(Cta | Cluster));
  EXPECT_EQ(found[9], unsigned(Global));
  EXPECT_EQ(found[10], unsigned(Global));
  EXPECT_EQ(found[11], unsigned(Global));
}

int main() {
  Buffer<unsigned> out(8 * 16);
  inCluster<<<8, 1>>>(out.device());
  out.download();
  for (int block = 0; block < 8; ++block)
    expect(out, block, 4);
  alone<<<8, 1>>>(out.device());
  out.download();
  for (int block = 0; block < 8; ++block)
    expect(out, block, 1);
  return ok();
}
