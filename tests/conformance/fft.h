// What the programs about cuFFT share: the transform by its definition, on the host, and a
// comparison by the norm of the difference, which is what a bound of the error can be given for.
#pragma once

#include "check.h"
#include <complex>
#include <cufft.h>
#include <vector>

// The call must return CUFFT_SUCCESS.
#define FFT_CHECK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(CUFFT_SUCCESS))

namespace fft {

using Number = std::complex<double>;

// sign is -1 for a forward transform and 1 for an inverse one.
inline std::vector<Number> transform(const std::vector<Number>& in, int sign) {
  const size_t n = in.size();
  std::vector<Number> roots(n), out(n);
  for (size_t k = 0; k < n; ++k)
    roots[k] = std::polar(1.0, sign * 2 * 3.14159265358979323846 * double(k) / double(n));
  for (size_t k = 0; k < n; ++k)
    for (size_t j = 0; j < n; ++j)
      out[k] += in[j] * roots[j * k % n];
  return out;
}

// Along each dimension of dense data; the last one varies fastest.
inline std::vector<Number> transform(std::vector<Number> data, const std::vector<int>& lengths,
                                     int sign) {
  size_t stride = data.size();
  for (const int length : lengths) {
    stride /= size_t(length);
    for (size_t first = 0; first < data.size(); ++first) {
      if (first / stride % size_t(length) != 0)
        continue;
      std::vector<Number> line(size_t(length), 0);
      for (size_t i = 0; i < line.size(); ++i)
        line[i] = data[first + i * stride];
      line = transform(line, sign);
      for (size_t i = 0; i < line.size(); ++i)
        data[first + i * stride] = line[i];
    }
  }
  return data;
}

// The same numbers on every machine, between -1 and 1.
inline double pseudoRandom(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return int(state >> 8) / double(1 << 23) - 1;
}

inline std::vector<Number> randomNumbers(size_t count, bool real) {
  unsigned state = 17;
  std::vector<Number> numbers(count);
  for (Number& number : numbers) {
    const double re = pseudoRandom(state);
    number = {re, real ? 0 : pseudoRandom(state)};
  }
  return numbers;
}

// The relative error in the norm of all numbers.
inline double error(const std::vector<Number>& actual, const std::vector<Number>& expected) {
  double difference = 0, norm = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    difference += std::norm(actual[i] - expected[i]);
    norm += std::norm(expected[i]);
  }
  return std::sqrt(difference / norm);
}

template <class Scalar> constexpr double bound() {
  return sizeof(Scalar) == sizeof(float) ? 2e-6 : 4e-15;
}

} // namespace fft
