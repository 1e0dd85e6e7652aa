#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void histogram(global const uchar* bytes, uint n, global uint* bins) {
  local uint blockBins[BINS];
  for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) {
    blockBins[bin] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    atomic_add(&blockBins[bytes[i]], 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) {
    atomic_add(&bins[bin], blockBins[bin]);
  }
}
)cl";

class Histogram : public Workload {
public:
  Histogram() { setArguments(kernel_, bytes_, size::histogram, bins_); }

  void run() override {
    device_.fillZero(bins_, size::bins * sizeof(cl_uint));
    device_.launch(kernel_, size::gridStrideBlocks * size::block, size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<cl_uint> bins = device_.read<cl_uint>(bins_, size::bins);
    return {bins.begin(), bins.end()};
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "histogram", "-DBINS=" + std::to_string(size::bins));
  cl::Buffer bytes_ = device_.buffer(randomBytes(size::histogram, 1));
  cl::Buffer bins_ = device_.buffer<cl_uint>(size::bins);
};

} // namespace

std::unique_ptr<Workload> makeHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
