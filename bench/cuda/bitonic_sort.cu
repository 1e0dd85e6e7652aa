#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

// Each block sorts its own chunk. Runs of `length` elements, of which every other one is sorted
// downwards, are merged into runs of twice that length by comparing elements at halving distances.
__global__ void sortChunks(const float* in, float* out) {
  constexpr unsigned kChunk = size::sortChunk;
  constexpr unsigned kThreads = kChunk / 2;
  __shared__ float keys[kChunk];
  unsigned thread = threadIdx.x;
  unsigned first = blockIdx.x * kChunk;
  keys[thread] = in[first + thread];
  keys[thread + kThreads] = in[first + thread + kThreads];
  for (unsigned length = 2; length <= kChunk; length *= 2) {
    for (unsigned distance = length / 2; distance > 0; distance /= 2) {
      __syncthreads();
      unsigned low = 2 * thread - thread % distance;
      unsigned high = low + distance;
      bool isUpwards = (low & length) == 0;
      float a = keys[low], b = keys[high];
      if ((a > b) == isUpwards) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  }
  __syncthreads();
  out[first + thread] = keys[thread];
  out[first + thread + kThreads] = keys[thread + kThreads];
}

class BitonicSort : public Workload {
public:
  void run() override {
    sortChunks<<<size::sort / size::sortChunk, size::sortChunk / 2>>>(in_.data(), out_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(size::sort, -1.0f, 1.0f, 1)};
  Buffer<float> out_{size::sort};
};

} // namespace

std::unique_ptr<Workload> makeBitonicSort() {
  return std::make_unique<BitonicSort>();
}

} // namespace heddle::bench
