// The overloads: a float argument gives a float result, and std:: and global names agree.
// Rows L-170, L-171, L-173.
#include <cmath>
#include <type_traits>

#include "check.h"

__global__ void run(float* f, double* d, int* i, float x, double y) {
  static_assert(std::is_same<decltype(sqrt(x)), float>::value, "float overload");
  static_assert(std::is_same<decltype(sqrt(y)), double>::value, "double overload");
  static_assert(std::is_same<decltype(std::sin(x)), float>::value, "float overload in std");
  f[0] = sqrt(x);
  f[1] = std::sqrt(x);
  f[2] = sqrtf(x);
  f[3] = fabs(-x) + std::abs(-x) + abs(-x);
  f[4] = max(x, 3.0f) + min(x, 3.0f);
  f[5] = std::floor(x + 0.5f) + ceil(x + 0.5f);
  f[6] = trunc(x / 3);
  f[7] = std::fmax(x, 1.0f);
  d[0] = sqrt(y);
  d[1] = std::sqrt(y);
  d[2] = max(y, 3.0) + min(y, 3.0);
  d[3] = rint(y / 2);
  i[0] = max(3, -4) * 10 + min(3, -4);
  i[1] = static_cast<int>(max(3u, 0x80000000u) >> 28);
  i[2] = static_cast<int>(min(5LL, 1LL << 40));
  i[3] = abs(-7) + static_cast<int>(std::abs(-8LL));
  i[4] = static_cast<int>(max(4ULL, 9ULL));
}

int main() {
  Buffer<float> f(8);
  Buffer<double> d(4);
  Buffer<int> i(5);
  run<<<1, 1>>>(f.device(), d.device(), i.device(), 16.0f, 25.0);
  f.download();
  d.download();
  i.download();
  const float wantF[] = {4, 4, 4, 48, 19, 33, 5, 16};
  const double wantD[] = {5, 5, 28, 12};
  const int wantI[] = {26, 8, 5, 15, 9};
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ_AT(k, f[k], wantF[k]);
  for (int k = 0; k < 4; ++k)
    EXPECT_EQ_AT(k, d[k], wantD[k]);
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ_AT(k, i[k], wantI[k]);
  return ok();
}
