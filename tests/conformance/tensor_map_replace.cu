// A kernel that changes a tensor map in shared memory, publishes it in global memory and copies by
// it. And one whose copy goes to several blocks of a cluster at once.
// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a -lcuda
#include "tensor_copy.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned kWords = 4096;

#define REPLACE(FIELD, TYPE, CONSTRAINT, VALUE)                                                    \
  asm volatile("tensormap.replace.tile." FIELD ".shared::cta.b1024." TYPE ", %1;" ::"r"(address),  \
               CONSTRAINT(VALUE)                                                                   \
               : "memory")
#define REPLACE_CONSTANT(FIELD, VALUE)                                                             \
  asm volatile("tensormap.replace.tile." FIELD ".shared::cta.b1024.b32 [%0], " VALUE               \
               ";" ::"r"(address)                                                                  \
               : "memory")

// Makes a map of a 16 x 8 x 4 tensor of 32-bit words out of one of another tensor.
__global__ void replaceAndCopy(const __grid_constant__ CUtensorMap given, CUtensorMap* published,
                               unsigned* tensor, unsigned* out) {
  __shared__ __align__(128) CUtensorMap map;
  __shared__ __align__(128) unsigned area[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    map = given;
    const unsigned address = sharedAddress(&map);
    REPLACE("global_address", "b64 [%0]", "l", tensor);
    REPLACE("rank", "b32 [%0]", "r", 2);
    REPLACE("box_dim", "b32 [%0], 0", "r", 8);
    REPLACE("box_dim", "b32 [%0], 1", "r", 4);
    REPLACE("box_dim", "b32 [%0], 2", "r", 2);
    REPLACE("global_dim", "b32 [%0], 0", "r", 16);
    REPLACE("global_dim", "b32 [%0], 1", "r", 8);
    REPLACE("global_dim", "b32 [%0], 2", "r", 4);
    REPLACE("global_stride", "b64 [%0], 0", "l", 64ull);
    REPLACE("global_stride", "b64 [%0], 1", "l", 512ull);
    REPLACE("element_stride", "b32 [%0], 0", "r", 1);
    REPLACE("element_stride", "b32 [%0], 1", "r", 2);
    REPLACE("element_stride", "b32 [%0], 2", "r", 1);
    REPLACE_CONSTANT("elemtype", "2");
    REPLACE_CONSTANT("interleave_layout", "0");
    REPLACE_CONSTANT("swizzle_mode", "0");
    REPLACE_CONSTANT("fill_mode", "0");
  }
  __syncwarp();
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
      "[%0], [%1], 128;" ::"l"(published),
      "r"(sharedAddress(&map))
      : "memory");
  if (threadIdx.x != 0)
    return;
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(published) : "memory");
  initBarrier(&barrier);
  expectBytes(&barrier, 8 * 2 * 2 * 4);
  loadTile<3>(area, published, BoxPosition{{4, 2, 1}}, &barrier);
  waitForBytes(&barrier);
  for (unsigned i = 0; i < 32; ++i)
    out[i] = area[i];
}

static void replacement(unsigned* tensor, unsigned* out) {
  CUtensorMap map, *published;
  const cuuint64_t extents[] = {8, 8, 8}, strides[] = {16, 128};
  const cuuint32_t box[] = {8, 8, 8}, steps[] = {1, 1, 1};
  DRIVER_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 3, tensor + 64, extents,
                                      strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  CUDA_CHECK(cudaMalloc(&published, sizeof map));
  replaceAndCopy<<<1, 32>>>(map, published, tensor, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  unsigned got[32];
  CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned x = 4 + i % 8, y = 2 + i / 8 % 2 * 2, z = 1 + i / 16;
    EXPECT_EQ_AT(i, got[i], (z * 8 + y) * 16 + x);
  }
}

// The first block of each cluster of four copies to blocks 0, 1 and 3; plain bulk copies can too.
__global__ void __cluster_dims__(4, 1, 1)
    multicast(const __grid_constant__ CUtensorMap map, const unsigned* tensor, unsigned* out) {
  __shared__ __align__(128) unsigned area[128];
  __shared__ uint64_t barrier;
  const unsigned short blocks = 0xb;
  const unsigned rank = cg::this_cluster().block_rank();
  for (unsigned& word : area)
    word = 7777;
  initBarrier(&barrier);
  expectBytes(&barrier, 2 * 64 * 4);
  cg::this_cluster().sync();
  if (rank == 0) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%3}], [%2], %4;" ::"r"(sharedAddress(area)),
                 "l"(&map), "r"(sharedAddress(&barrier)), "r"(128), "h"(blocks)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(sharedAddress(area + 64)),
                 "l"(tensor + 1024), "r"(256), "r"(sharedAddress(&barrier)), "h"(blocks)
                 : "memory");
  }
  if (blocks >> rank & 1)
    waitForBytes(&barrier);
  cg::this_cluster().sync();
  for (unsigned i = 0; i < 128; ++i)
    out[rank * 128 + i] = area[i];
}

static void toSeveralBlocks(unsigned* tensor, unsigned* out) {
  CUtensorMap map;
  const cuuint64_t extents[] = {kWords}, strides[] = {0}; // not read, but not null either
  const cuuint32_t box[] = {64}, steps[] = {1};
  DRIVER_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, tensor, extents,
                                      strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  multicast<<<4, 1>>>(map, tensor, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  unsigned got[512];
  CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 512; ++i) {
    const unsigned word = i % 128 < 64 ? 128 + i % 128 : 1024 + i % 128 - 64;
    EXPECT_EQ_AT(i, got[i], i / 128 == 2 ? 7777 : word);
  }
}

int main() {
  unsigned host[kWords], *tensor, *out;
  for (unsigned i = 0; i < kWords; ++i)
    host[i] = i;
  CUDA_CHECK(cudaMalloc(&tensor, sizeof host));
  CUDA_CHECK(cudaMalloc(&out, 2048));
  CUDA_CHECK(cudaMemcpy(tensor, host, sizeof host, cudaMemcpyHostToDevice));
  replacement(tensor, out);
  toSeveralBlocks(tensor, out);
  puts("ok");
}
