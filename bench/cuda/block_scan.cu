#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

// Each block makes the exclusive sums of its own chunk, as Blelloch does: a tree of sums is built
// in place from the leaves up, and from the root down each node then hands its left child what
// stands before it, and its right child that and the left child's sum.
__global__ void scanChunks(const float* in, float* out) {
  constexpr unsigned kChunk = size::scanChunk;
  __shared__ float tree[kChunk];
  unsigned thread = threadIdx.x;
  unsigned first = blockIdx.x * kChunk;
  tree[2 * thread] = in[first + 2 * thread];
  tree[2 * thread + 1] = in[first + 2 * thread + 1];
  unsigned distance = 1;
  for (unsigned nodes = kChunk / 2; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (thread < nodes) {
      unsigned left = distance * (2 * thread + 1) - 1;
      tree[left + distance] += tree[left];
    }
    distance *= 2;
  }
  if (thread == 0) {
    tree[kChunk - 1] = 0.0f;
  }
  for (unsigned nodes = 1; nodes < kChunk; nodes *= 2) {
    distance /= 2;
    __syncthreads();
    if (thread < nodes) {
      unsigned left = distance * (2 * thread + 1) - 1;
      float sum = tree[left];
      tree[left] = tree[left + distance];
      tree[left + distance] += sum;
    }
  }
  __syncthreads();
  out[first + 2 * thread] = tree[2 * thread];
  out[first + 2 * thread + 1] = tree[2 * thread + 1];
}

class BlockScan : public Workload {
public:
  void run() override {
    scanChunks<<<size::scan / size::scanChunk, size::scanChunk / 2>>>(in_.data(), out_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{smallIntegers(size::scan, 1)};
  Buffer<float> out_{size::scan};
};

} // namespace

std::unique_ptr<Workload> makeBlockScan() {
  return std::make_unique<BlockScan>();
}

} // namespace heddle::bench
