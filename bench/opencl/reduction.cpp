#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

// Two launches: all blocks make one partial sum each, then one block adds those.
constexpr const char* kSource = R"cl(
kernel void reduceSum(global const float* values, uint n, global float* sums) {
  local float partial[BLOCK];
  uint thread = get_local_id(0);
  float sum = 0.0f;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    sum += values[i];
  }
  partial[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_ = BLOCK / 2; half_ > 0; half_ /= 2) {
    if (thread < half_) {
      partial[thread] += partial[thread + half_];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0) {
    sums[get_group_id(0)] = partial[0];
  }
}
)cl";

class Reduction : public Workload {
public:
  Reduction() {
    setArguments(first_, values_, size::reduction, sums_);
    setArguments(second_, sums_, size::gridStrideBlocks, total_);
  }

  void run() override {
    device_.launch(first_, size::gridStrideBlocks * size::block, size::block);
    device_.launch(second_, size::block, size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(total_, 1);
  }

private:
  cl::Kernel makeKernel() {
    return device_.kernel(kSource, "reduceSum", "-DBLOCK=" + std::to_string(size::block));
  }

  Device& device_ = Device::instance();
  cl::Kernel first_ = makeKernel();
  cl::Kernel second_ = makeKernel();
  cl::Buffer values_ = device_.buffer(randomFloats(size::reduction, 0.0f, 1.0f, 1));
  cl::Buffer sums_ = device_.buffer<float>(size::gridStrideBlocks);
  cl::Buffer total_ = device_.buffer<float>(1);
};

} // namespace

std::unique_ptr<Workload> makeReduction() {
  return std::make_unique<Reduction>();
}
std::unique_ptr<Workload> makeReductionShuffles() {
  throw Unsupported("OpenCL 1.2 has no shuffles");
}

} // namespace heddle::bench
