// isnan and its kin in code for both sides, by all the names that C++ gives them. Rows L-016,
// L-162.
#include "check.h"

#include <cmath>
#include <limits>

struct Found {
  bool nan, infinite, finite, negative;
};

template <class T> __host__ __device__ Found classify(T x) {
  Found found;
  found.nan = isnan(x) && std::isnan(x) && ::isnan(x);
  found.infinite = isinf(x) && std::isinf(x);
  using std::isfinite;
  found.finite = isfinite(x) && ::isfinite(x);
  found.negative = signbit(x) && std::signbit(x);
  return found;
}

template <class T> __global__ void onDevice(const T* values, Found* found) {
  found[threadIdx.x] = classify(values[threadIdx.x]);
}

template <class T> void check() {
  using Limits = std::numeric_limits<T>;
  const T values[] = {T(0),
                      T(-1.5),
                      Limits::infinity(),
                      -Limits::infinity(),
                      Limits::quiet_NaN(),
                      Limits::denorm_min(),
                      Limits::max()};
  const Found expected[] = {{false, false, true, false}, {false, false, true, true},
                            {false, true, false, false}, {false, true, false, true},
                            {true, false, false, false}, {false, false, true, false},
                            {false, false, true, false}};
  Buffer<T> in(7);
  Buffer<Found> out(7);
  for (int i = 0; i < 7; ++i)
    in[i] = values[i];
  in.upload();
  onDevice<<<1, 7>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < 7; ++i)
    for (const Found& found : {out[i], classify(values[i])}) {
      EXPECT_EQ_AT(i, found.nan, expected[i].nan);
      EXPECT_EQ_AT(i, found.infinite, expected[i].infinite);
      EXPECT_EQ_AT(i, found.finite, expected[i].finite);
      EXPECT_EQ_AT(i, found.negative, expected[i].negative);
    }
}

int main() {
  check<float>();
  check<double>();
  printf("ok\n");
  return 0;
}
