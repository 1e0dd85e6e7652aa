// A vector addition from process start to result.
#include "opencl/device.h"

#include <cstdio>

namespace {

constexpr const char* kSource = R"cl(
kernel void vectorAdd(global const float* a, global const float* b, global float* c, uint n) {
  uint i = get_global_id(0);
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}
)cl";

} // namespace

int main() {
  constexpr cl_uint kCount = 1u << 16;
  heddle::bench::Device& device = heddle::bench::Device::instance();
  const cl::Buffer a = device.buffer(std::vector<float>(kCount, 1.0f));
  const cl::Buffer b = device.buffer(std::vector<float>(kCount, 2.0f));
  const cl::Buffer c = device.buffer<float>(kCount);
  cl::Kernel kernel = device.kernel(kSource, "vectorAdd");
  heddle::bench::setArguments(kernel, a, b, c, kCount);
  device.launch(kernel, kCount, 256);
  for (const float value : device.read<float>(c, kCount)) {
    if (value != 3.0f) {
      return 1;
    }
  }
  std::puts("done");
  std::fflush(stdout); // what the libraries do at exit is not part of it
  return 0;
}
