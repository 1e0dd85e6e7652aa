// H-159: quotients and remainders by a divisor that all threads share and by one of each thread's
// own, where the dividend is beside a multiple of the divisor or at the ends of its type.
#include "check.h"

#include <limits>
#include <type_traits>
#include <vector>

using namespace conformance;

namespace {

template <class T> __global__ void byOne(const T* a, T b, int n, T* quotient, T* remainder) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    quotient[i] = a[i] / b;
    remainder[i] = a[i] % b;
  }
}

template <class T> __global__ void byOwn(const T* a, const T* b, int n, T* quotient, T* remainder) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    quotient[i] = a[i] / b[i];
    remainder[i] = a[i] % b[i];
  }
}

template <class T> void check() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> divisors = {1,
                             2,
                             3,
                             5,
                             7,
                             10,
                             11,
                             127,
                             641,
                             32749,
                             32767,
                             Limits::max(),
                             T(Limits::max() - 1),
                             T(Limits::max() / 2),
                             T(Limits::max() / 3)};
  if (std::is_signed<T>::value)
    for (int i = 0, count = int(divisors.size()); i < count; ++i)
      divisors.push_back(T(-divisors[i]));
  constexpr int kCount = 200;
  Buffer<T> a(kCount), b(kCount), quotient(kCount), remainder(kCount);
  for (T divisor : divisors) {
    for (int i = 0; i < kCount; ++i) {
      const T multiple = T(divisor * T(i * 7919));
      a[i] = i < 10   ? T(Limits::max() - i)
             : i < 20 ? T(Limits::min() + i - 9)
                      : T(multiple + i % 3 - 1);
      b[i] = i % 2 ? divisor : divisors[i % divisors.size()];
    }
    a.upload();
    b.upload();
    for (bool shared : {true, false}) {
      if (shared)
        byOne<<<2, 128>>>(a.device(), divisor, kCount, quotient.device(), remainder.device());
      else
        byOwn<<<2, 128>>>(a.device(), b.device(), kCount, quotient.device(), remainder.device());
      quotient.download();
      remainder.download();
      for (int i = 0; i < kCount; ++i) {
        const T by = shared ? divisor : b[i];
        if (a[i] == Limits::min() && by == T(-1))
          continue;
        EXPECT_EQ_AT(i, quotient[i], T(a[i] / by));
        EXPECT_EQ_AT(i, remainder[i], T(a[i] % by));
      }
    }
  }
}

} // namespace

int main() {
  check<int>();
  check<unsigned>();
  check<short>();
  check<unsigned short>();
  check<long long>();
  check<unsigned long long>();
  return ok();
}
