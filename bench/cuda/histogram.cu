#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void histogram(const unsigned char* bytes, unsigned n, unsigned* bins) {
  __shared__ unsigned blockBins[size::bins];
  for (unsigned bin = threadIdx.x; bin < size::bins; bin += blockDim.x) {
    blockBins[bin] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&blockBins[bytes[i]], 1u);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < size::bins; bin += blockDim.x) {
    atomicAdd(&bins[bin], blockBins[bin]);
  }
}

class Histogram : public Workload {
public:
  void run() override {
    check(cudaMemsetAsync(bins_.data(), 0, size::bins * sizeof(unsigned)));
    histogram<<<size::gridStrideBlocks, size::block>>>(bytes_.data(), size::histogram,
                                                       bins_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<unsigned> bins = bins_.read();
    return {bins.begin(), bins.end()};
  }

private:
  Buffer<std::uint8_t> bytes_{randomBytes(size::histogram, 1)};
  Buffer<unsigned> bins_{size::bins};
};

} // namespace

std::unique_ptr<Workload> makeHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
