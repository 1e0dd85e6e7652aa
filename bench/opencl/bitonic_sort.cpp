#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void sortChunks(global const float* in, global float* out) {
  local float keys[CHUNK];
  uint thread = get_local_id(0);
  uint first = get_group_id(0) * CHUNK;
  keys[thread] = in[first + thread];
  keys[thread + CHUNK / 2] = in[first + thread + CHUNK / 2];
  for (uint run = 2; run <= CHUNK; run *= 2) {
    for (uint span = run / 2; span > 0; span /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint low = 2 * thread - thread % span;
      uint high = low + span;
      bool isUpwards = (low & run) == 0;
      float a = keys[low], b = keys[high];
      if ((a > b) == isUpwards) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + thread] = keys[thread];
  out[first + thread + CHUNK / 2] = keys[thread + CHUNK / 2];
}
)cl";

class BitonicSort : public Workload {
public:
  BitonicSort() { setArguments(kernel_, in_, out_); }

  void run() override {
    device_.launch(kernel_, size::sort / 2, size::sortChunk / 2);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, size::sort);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ =
      device_.kernel(kSource, "sortChunks", "-DCHUNK=" + std::to_string(size::sortChunk));
  cl::Buffer in_ = device_.buffer(randomFloats(size::sort, -1.0f, 1.0f, 1));
  cl::Buffer out_ = device_.buffer<float>(size::sort);
};

} // namespace

std::unique_ptr<Workload> makeBitonicSort() {
  return std::make_unique<BitonicSort>();
}

} // namespace heddle::bench
