#include "cufft/factors.h"

#include <array>
#include <bit>

namespace heddle::cufft {

namespace {

// What is left of the length without its small prime factors, 1 for a smooth length. `visit` gets
// each prime factor.
template <class Visit> std::uint64_t removePrimes(std::uint64_t length, Visit visit) {
  for (std::uint64_t prime = 2; prime <= kLargestPrime && length > 1; ++prime)
    for (; length % prime == 0; length /= prime)
      visit(static_cast<unsigned>(prime));
  return length;
}

// The radices for a power of two: as many eights as possible, since they take the fewest passes
// through memory, but two fours rather than an eight and a two.
void appendPowerOfTwo(unsigned exponent, std::vector<unsigned>& radices) {
  while (exponent > 4 || exponent == 3) {
    radices.push_back(8);
    exponent -= 3;
  }
  for (; exponent >= 2; exponent -= 2)
    radices.push_back(4);
  if (exponent == 1)
    radices.push_back(2);
}

} // namespace

bool isSmooth(std::uint64_t length) {
  return length != 0 && removePrimes(length, [](unsigned) {}) == 1;
}

std::vector<unsigned> radicesOf(std::uint64_t length) {
  std::vector<unsigned> radices, odd;
  unsigned exponent = 0;
  removePrimes(length, [&](unsigned prime) {
    if (prime == 2)
      ++exponent;
    else
      odd.push_back(prime);
  });
  appendPowerOfTwo(exponent, radices);
  radices.insert(radices.end(), odd.begin(), odd.end());
  return radices;
}

std::pair<std::uint64_t, std::uint64_t> balancedFactors(std::uint64_t length) {
  std::vector<std::uint64_t> divisors{1};
  std::uint64_t previous = 0, power = 1;
  std::size_t count = 0; // of the divisors without the present prime
  removePrimes(length, [&](unsigned prime) {
    if (prime != previous) {
      previous = prime;
      power = 1;
      count = divisors.size();
    }
    power *= prime;
    for (std::size_t index = 0; index < count; ++index)
      divisors.push_back(divisors[index] * power);
  });
  std::uint64_t best = 1;
  for (const std::uint64_t divisor : divisors)
    if (divisor <= length / divisor && divisor > best)
      best = divisor;
  return {best, length / best};
}

std::uint64_t convolutionLength(std::uint64_t least) {
  // A power of two, or three or five or fifteen times or nine times one, whichever is the shortest.
  constexpr std::array<std::uint64_t, 5> kOddFactors = {1, 3, 5, 9, 15};
  std::uint64_t best = std::bit_ceil(least);
  for (const std::uint64_t odd : kOddFactors) {
    const std::uint64_t length = odd * std::bit_ceil((least + odd - 1) / odd);
    if (length < best)
      best = length;
  }
  return best;
}

} // namespace heddle::cufft
