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

// The divisors of a smooth length.
std::vector<std::uint64_t> divisorsOf(std::uint64_t length) {
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
  return divisors;
}

// Which part of the groups of columns and rows is filled.
double use(const std::pair<std::uint64_t, std::uint64_t>& factors, unsigned lanes) {
  const auto [rows, columns] = factors;
  const auto padded = [lanes](std::uint64_t count) { return (count + lanes - 1) / lanes * lanes; };
  return 2 * static_cast<double>(rows * columns) /
         static_cast<double>(rows * padded(columns) + columns * padded(rows));
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
  std::uint64_t best = 1;
  for (const std::uint64_t divisor : divisorsOf(length))
    if (divisor <= length / divisor && divisor > best)
      best = divisor;
  return {best, length / best};
}

std::pair<std::uint64_t, std::uint64_t> fourStepFactors(std::uint64_t length, unsigned lanes) {
  // Buffers for long columns or rows do not stay in the first cache.
  constexpr std::uint64_t kLargestRatio = 4;
  const auto balanced = balancedFactors(length);
  auto best = balanced;
  for (const std::uint64_t rows : divisorsOf(length)) {
    const std::uint64_t columns = length / rows;
    if (rows > balanced.first || rows < lanes || columns > kLargestRatio * rows)
      continue;
    const double gain = use({rows, columns}, lanes) / use(best, lanes);
    if (gain > 1 || (gain == 1 && rows > best.first))
      best = {rows, columns};
  }
  return best;
}

double fourStepUse(std::uint64_t length, unsigned lanes) {
  return use(fourStepFactors(length, lanes), lanes);
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
