// Parts of the C++ library that work in device code.
// standards: 17 20
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

template <class F> __global__ void apply(F f, int* p) {
  p[threadIdx.x] = f(p[threadIdx.x]);
}
__global__ void kernel(int* p, float* f) {
  std::array<int, 3> a = {1, 2, 3};
  const std::tuple<int, float> t(a[1], f[0]);
  const std::pair<int, int> pair(p[0], p[1]);
  p[0] = std::max(std::get<0>(t), p[1]) + std::min(pair.first, 3) + std::clamp(p[2], 0, 4);
  f[1] = std::numeric_limits<float>::max() * std::get<1>(t);
  const std::optional<int> o(p[3]);
  p[1] = o.value_or(2);
}
void host(int* p) {
  apply<<<1, 32>>>([] __device__(int x) { return x * x; }, p);
}
