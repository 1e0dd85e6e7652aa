// A vector addition from process start to result.
#include "cuda/device.h"

#include <cstdio>

namespace {

__global__ void vectorAdd(const float* a, const float* b, float* c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}

} // namespace

int main() {
  using namespace heddle::bench;
  constexpr unsigned kCount = 1u << 16;
  const Buffer<float> a(std::vector<float>(kCount, 1.0f));
  const Buffer<float> b(std::vector<float>(kCount, 2.0f));
  const Buffer<float> c(kCount);
  vectorAdd<<<blocksFor(kCount, 256), 256>>>(a.data(), b.data(), c.data(), kCount);
  check(cudaGetLastError());
  for (const float value : c.read()) {
    if (value != 3.0f) {
      return 1;
    }
  }
  std::puts("done");
  std::fflush(stdout); // what the libraries do at exit is not part of it
  return 0;
}
