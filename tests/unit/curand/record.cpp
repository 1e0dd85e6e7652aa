// Prints what curand_test expects. The numbers there came from cuRAND 10.4, with which it is
// compiled and linked outside this tree: g++ record.cpp -lcurand.
#include "sequences.h"

#include <cstdio>

using namespace heddle::curand_test;

int main() {
  constexpr struct {
    curandRngType_t type;
    curandOrdering_t ordering;
  } kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT},
               {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY},
               {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED},
               {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT},
               {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY},
               {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT},
               {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY},
               {CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT},
               {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT},
               {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT},
               {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT},
               {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT},
               {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT}};
  for (const auto& kind : kinds) {
    const Sequence sequence = record(kind.type, kind.ordering);
    std::printf("%d %d 0x%016llx 0x%016llx 0x%016llx\n", kind.type, kind.ordering,
                static_cast<unsigned long long>(sequence.bits),
                static_cast<unsigned long long>(sequence.uniform),
                static_cast<unsigned long long>(sequence.uniformDouble));
    if (kind.ordering != CURAND_ORDERING_PSEUDO_LEGACY &&
        kind.ordering != CURAND_ORDERING_PSEUDO_SEEDED)
      std::printf("%d in turn 0x%016llx\n", kind.type,
                  static_cast<unsigned long long>(recordInTurn(kind.type)));
  }
}
