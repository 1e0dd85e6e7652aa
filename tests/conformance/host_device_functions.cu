// One function for both sides, with __CUDA_ARCH__ telling them apart; constexpr, default arguments,
// namespaces, overloads, unqualified min and max on the host. Rows L-013 to L-016, P-003, P-016.
#include "check.h"

namespace geometry {
__host__ __device__ inline int side() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ >= 500 ? 2 : -1;
#else
  return 1;
#endif
}
inline namespace detail {
__host__ __device__ int area(int w, int h = 3) {
  return w * h;
}
__host__ __device__ float area(float w, float h = 0.5f) {
  return w * h;
}
} // namespace detail
} // namespace geometry

__host__ __device__ constexpr int cube(int x) {
  return x * x * x;
}

static __global__ void hidden(int* out) {
  static_assert(cube(3) == 27, "constant");
  using namespace geometry;
  out[0] = side();
  out[1] = area(4) + static_cast<int>(area(8.0f)) + cube(static_cast<int>(threadIdx.x) + 2);
}

namespace outer::inner {
__global__ void scoped(int* out) {
  out[2] = geometry::area(5, 5);
}
} // namespace outer::inner

__forceinline__ __device__ int forced(int x) {
  return x + 1;
}
__noinline__ __device__ int separate(int x) {
  return forced(x) * 2;
}
__global__ void inlining(int* out) {
  out[3] = separate(4);
}

int main() {
  EXPECT_EQ(geometry::side(), 1);
  EXPECT_EQ(min(3, 4) + max(2u, 9u) + static_cast<int>(max(1.5f, 0.5f) * 2), 15);
  EXPECT_EQ(min(size_t(7), size_t(5)), 5u);
  Buffer<int> out(4);
  hidden<<<1, 1>>>(out.device());
  outer::inner::scoped<<<1, 1>>>(out.device());
  inlining<<<1, 1>>>(out.device());
  out.download();
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 12 + 4 + 8);
  EXPECT_EQ(out[2], 25);
  EXPECT_EQ(out[3], 10);
  return ok();
}
