// Hashes of what generators give, from a seed of 1234 or in three dimensions, in calls of 70,002
// and 30,000 numbers; after an offset of 5 for those that can have one. The numbers are
// cuRAND 10.4's.
#pragma once

#include "curand.h"

#include <cstdint>
#include <vector>

namespace heddle::curand_test {

struct Sequence {
  curandRngType_t type;
  curandOrdering_t ordering;
  std::uint64_t bits, uniform, uniformDouble;
};

inline std::uint64_t hash(const void* data, std::size_t bytes) {
  std::uint64_t value = 1469598103934665603ull;
  for (std::size_t i = 0; i < bytes; ++i)
    value = (value ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211ull;
  return value;
}

constexpr std::size_t kFirst = 70002, kSecond = 30000;

// What `call` fills vectors of T with, in two parts.
template <class T, class Call> std::uint64_t hashOf(curandGenerator_t generator, Call call) {
  std::vector<T> numbers(kFirst + kSecond);
  if (call(generator, numbers.data(), kFirst) != CURAND_STATUS_SUCCESS ||
      call(generator, numbers.data() + kFirst, kSecond) != CURAND_STATUS_SUCCESS)
    return 0;
  return hash(numbers.data(), numbers.size() * sizeof(T));
}

inline curandGenerator_t makeOnHost(curandRngType_t type, curandOrdering_t ordering) {
  curandGenerator_t generator = nullptr;
  if (curandCreateGeneratorHost(&generator, type) != CURAND_STATUS_SUCCESS)
    return nullptr;
  curandSetGeneratorOrdering(generator, ordering);
  if (type >= CURAND_RNG_QUASI_DEFAULT)
    curandSetQuasiRandomGeneratorDimensions(generator, 3);
  else
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
  curandSetGeneratorOffset(generator, 5); // not for all
  return generator;
}

// Each kind of number from the start.
inline Sequence record(curandRngType_t type, curandOrdering_t ordering) {
  Sequence result{type, ordering, 0, 0, 0};
  curandGenerator_t generator = makeOnHost(type, ordering);
  result.bits = type >= CURAND_RNG_QUASI_SOBOL64
                    ? hashOf<unsigned long long>(generator, curandGenerateLongLong)
                    : hashOf<unsigned>(generator, curandGenerate);
  curandDestroyGenerator(generator);
  generator = makeOnHost(type, ordering);
  result.uniform = hashOf<float>(generator, curandGenerateUniform);
  curandDestroyGenerator(generator);
  generator = makeOnHost(type, ordering);
  result.uniformDouble = hashOf<double>(generator, curandGenerateUniformDouble);
  curandDestroyGenerator(generator);
  return result;
}

} // namespace heddle::curand_test
