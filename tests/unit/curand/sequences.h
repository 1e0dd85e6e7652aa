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

// Numbers of all kinds in turn out of one generator. What depends on the last bits of normal
// numbers is only made, as is what cuRAND's generators of host and device do not agree in.
inline std::uint64_t recordInTurn(curandRngType_t type) {
  curandGenerator_t generator =
      makeOnHost(type, type < CURAND_RNG_QUASI_DEFAULT ? CURAND_ORDERING_PSEUDO_DEFAULT
                                                       : CURAND_ORDERING_QUASI_DEFAULT);
  std::uint64_t value = 0;
  const auto add = [&](curandStatus_t status, const void* data, std::size_t bytes) {
    value = value * 31 + (status == CURAND_STATUS_SUCCESS ? hash(data, bytes) : 1);
  };
  const auto bits = [&](std::size_t count) {
    if (type >= CURAND_RNG_QUASI_SOBOL64) {
      std::vector<unsigned long long> out(count);
      add(curandGenerateLongLong(generator, out.data(), count), out.data(), count * 8);
    } else {
      std::vector<unsigned> out(count);
      add(curandGenerate(generator, out.data(), count), out.data(), count * 4);
    }
  };
  const auto poisson = [&](std::size_t count, double mean, bool exact) {
    std::vector<unsigned> out(count);
    const curandStatus_t status = curandGeneratePoisson(generator, out.data(), count, mean);
    add(status, out.data(), exact ? count * 4 : 0);
  };
  float floats[30];
  double doubles[30];
  bits(3);
  add(curandGenerateUniform(generator, floats, 9), floats, 36);
  add(curandGenerateUniformDouble(generator, doubles, 15), doubles, 120);
  bits(3);
  add(curandGenerateNormal(generator, floats, 30, 0, 1), floats, 0);
  bits(3);
  add(curandGenerateNormalDouble(generator, doubles, 6, 0, 1), doubles, 0);
  bits(70002);
  for (double mean : {0.5, 9.5, 15.0, 100.0, 1999.0})
    poisson(6003, mean, true);
  bits(12);
  poisson(9, 9000, false);
  bits(30);
  add(curandGenerateUniformDouble(generator, doubles, 3), doubles, 24);
  curandGenerateSeeds(generator);
  bits(9);
  if (type != CURAND_RNG_PSEUDO_MTGP32)
    curandSetPseudoRandomGeneratorSeed(generator, 99);
  bits(9);
  curandSetGeneratorOffset(generator, 70000);
  bits(9);
  curandDestroyGenerator(generator);
  return value;
}

} // namespace heddle::curand_test
