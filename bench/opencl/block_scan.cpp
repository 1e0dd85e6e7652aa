#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

// Each work-group makes the exclusive sums of its own chunk, as Blelloch does.
constexpr const char* kSource = R"cl(
kernel void scanChunks(global const float* in, global float* out) {
  local float tree[CHUNK];
  uint thread = get_local_id(0);
  uint first = get_group_id(0) * CHUNK;
  tree[2 * thread] = in[first + 2 * thread];
  tree[2 * thread + 1] = in[first + 2 * thread + 1];
  uint span = 1;
  for (uint nodes = CHUNK / 2; nodes > 0; nodes /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (thread < nodes) {
      uint left = span * (2 * thread + 1) - 1;
      tree[left + span] += tree[left];
    }
    span *= 2;
  }
  if (thread == 0) {
    tree[CHUNK - 1] = 0.0f;
  }
  for (uint nodes = 1; nodes < CHUNK; nodes *= 2) {
    span /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (thread < nodes) {
      uint left = span * (2 * thread + 1) - 1;
      float sum = tree[left];
      tree[left] = tree[left + span];
      tree[left + span] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + 2 * thread] = tree[2 * thread];
  out[first + 2 * thread + 1] = tree[2 * thread + 1];
}
)cl";

class BlockScan : public Workload {
public:
  BlockScan() { setArguments(kernel_, in_, out_); }

  void run() override {
    device_.launch(kernel_, size::scan / 2, size::scanChunk / 2);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, size::scan);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ =
      device_.kernel(kSource, "scanChunks", "-DCHUNK=" + std::to_string(size::scanChunk));
  cl::Buffer in_ = device_.buffer(smallIntegers(size::scan, 1));
  cl::Buffer out_ = device_.buffer<float>(size::scan);
};

} // namespace

std::unique_ptr<Workload> makeBlockScan() {
  return std::make_unique<BlockScan>();
}

} // namespace heddle::bench
