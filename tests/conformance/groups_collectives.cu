// Cooperative groups: reductions and scans over tiles of every size, up to several warps, and over
// coalesced groups; partitions by predicate and label; one thread chosen; the free functions.
// Rows L-339 to L-342.

// nvcc: -arch=sm_90
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct Pair {
  int sum;
  int count;
};

const int columns = 8, threads = 256;

template <int size> __global__ void tile(const int* in, int* out) {
  auto block = cg::this_thread_block();
  auto group = cg::tiled_partition<size>(block);
  int i = block.thread_rank();
  int* o = out + i * columns;
  o[0] = cg::reduce(group, in[i], cg::plus<int>());
  o[1] = cg::reduce(group, in[i], cg::less<int>());
  o[2] = cg::inclusive_scan(group, in[i]);
  o[3] = cg::exclusive_scan(group, in[i], cg::plus<int>());
  o[4] = group.shfl(in[i], size - 1) + group.any(in[i] == 7) * 1000000 +
         group.all(in[i] >= 0) * 2000000;
  o[5] = static_cast<int>(group.meta_group_rank() * 1000 + group.meta_group_size());
  o[6] = static_cast<int>(group.thread_rank() * 1000 + group.num_threads());
  group.sync();
  Pair mine = {in[i], 1};
  Pair total = cg::reduce(group, mine, [](Pair a, Pair b) {
    Pair both = {a.sum + b.sum, a.count + b.count};
    return both;
  });
  o[7] = total.sum * 4 + total.count;
}

template <int size> void testTile(Buffer<int>& in) {
  Buffer<int> out(threads * columns);
  tile<size><<<1, threads>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < threads; ++i) {
    int first = i / size * size, sum = 0, least = in[first], before = 0, seven = 0;
    for (int k = first; k < first + size; ++k) {
      sum += in[k];
      least = in[k] < least ? in[k] : least;
      before += k < i ? in[k] : 0;
      seven |= in[k] == 7;
    }
    const int* o = out.host() + i * columns;
    EXPECT_EQ_AT(size * 1000 + i, o[0], sum);
    EXPECT_EQ_AT(size * 1000 + i, o[1], least);
    EXPECT_EQ_AT(size * 1000 + i, o[2], before + in[i]);
    EXPECT_EQ_AT(size * 1000 + i, o[3], before);
    EXPECT_EQ_AT(size * 1000 + i, o[4], in[first + size - 1] + seven * 1000000 + 2000000);
    EXPECT_EQ_AT(size * 1000 + i, o[5], i / size * 1000 + threads / size);
    EXPECT_EQ_AT(size * 1000 + i, o[6], i % size * 1000 + size);
    EXPECT_EQ_AT(size * 1000 + i, o[7], sum * 4 + size);
  }
}

__global__ void partitions(int* out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int i = warp.thread_rank();
  int* o = out + i * columns;
  cg::coalesced_group odd = cg::binary_partition(warp, i % 2 == 1);
  o[0] = static_cast<int>(odd.size() * 100 + odd.meta_group_rank() * 10 + odd.meta_group_size());
  o[1] = cg::reduce(odd, i, cg::plus<int>());
  cg::coalesced_group label = cg::labeled_partition(warp, i % 5);
  o[2] =
      static_cast<int>(label.size() * 100 + label.meta_group_rank() * 10 + label.meta_group_size());
  o[3] = cg::inclusive_scan(label, i, cg::plus<int>());
  o[4] = label.shfl(i, 1) * 100 + label.thread_rank();
  o[5] = cg::invoke_one_broadcast(warp, [=] { return 77; });
  if (i < 20) {
    cg::coalesced_group few = cg::coalesced_threads();
    cg::coalesced_group part = cg::tiled_partition(few, 8);
    o[6] = static_cast<int>(part.size() * 1000 + part.meta_group_rank() * 100 +
                            part.meta_group_size() * 10) +
           static_cast<int>(part.thread_rank());
    cg::invoke_one(few, [=] { atomicAdd(&out[32 * columns], 1); });
    cg::coalesced_group again = cg::binary_partition(few, i < 100);
    o[7] = static_cast<int>(again.size() * 10 + again.meta_group_size());
  }
}

__device__ int genericSum(const cg::thread_group& group, int* scratch, int value) {
  int rank = static_cast<int>(group.thread_rank());
  for (int i = static_cast<int>(group.size()) / 2; i > 0; i /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < i)
      value += scratch[rank + i];
    group.sync();
  }
  return value;
}

__global__ void generic(int* out) {
  __shared__ int scratch[threads];
  cg::thread_block block = cg::this_thread_block();
  int whole = genericSum(block, scratch, threadIdx.x);
  cg::thread_group half = cg::tiled_partition(block, 16);
  int part = genericSum(half, scratch + threadIdx.x / 16 * 16, threadIdx.x);
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  if (block.thread_rank() == 0)
    out[0] = whole;
  if (half.thread_rank() == 0)
    out[1 + threadIdx.x / 16] = part;
  cg::thread_block_tile<4> quad = cg::tiled_partition<4>(cg::tiled_partition<32>(block));
  if (threadIdx.x == 45) {
    out[20] = static_cast<int>(quad.meta_group_rank() * 100 + quad.meta_group_size());
    out[21] = static_cast<int>(cg::thread_rank(quad) * 100 + cg::group_size(quad));
    cg::grid_group grid = cg::this_grid();
    out[22] = static_cast<int>(grid.thread_rank() * 1000 + grid.num_threads());
    out[23] = static_cast<int>(cg::this_thread().num_threads());
  }
  cg::sync(block);
}

int main() {
  Buffer<int> in(threads);
  for (int i = 0; i < threads; ++i)
    in[i] = (i * 37 + 11) % 101;
  in.upload();
  testTile<1>(in);
  testTile<16>(in);
  testTile<32>(in);
  testTile<64>(in);

  Buffer<int> out(32 * columns + 1);
  partitions<<<1, 32>>>(out.device());
  out.download();
  for (int i = 0; i < 32; ++i) {
    const int* o = out.host() + i * columns;
    EXPECT_EQ_AT(i, o[0], 1600 + i % 2 * 10 + 2);
    EXPECT_EQ_AT(i, o[1], i % 2 ? 256 : 240);
    int label = i % 5, size = label < 2 ? 7 : 6, scan = 0;
    for (int k = label; k <= i; k += 5)
      scan += k;
    EXPECT_EQ_AT(i, o[2], size * 100 + label * 10 + 5);
    EXPECT_EQ_AT(i, o[3], scan);
    EXPECT_EQ_AT(i, o[4], (label + 5) * 100 + i / 5);
    EXPECT_EQ_AT(i, o[5], 77);
    if (i < 20) {
      EXPECT_EQ_AT(i, o[6], (i < 16 ? 8 : 4) * 1000 + i / 8 * 100 + 30 + i % 8);
      EXPECT_EQ_AT(i, o[7], 201);
    }
  }
  EXPECT_EQ(out[32 * columns], 1);

  Buffer<int> sums(24);
  generic<<<1, threads>>>(sums.device());
  sums.download();
  EXPECT_EQ(sums[0], threads * (threads - 1) / 2);
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ_AT(i, sums[1 + i], 16 * 16 * i + 120);
  EXPECT_EQ(sums[20], 3 * 100 + 8);
  EXPECT_EQ(sums[21], 104);
  EXPECT_EQ(sums[22], 45000 + threads);
  EXPECT_EQ(sums[23], 1);
  return ok();
}
