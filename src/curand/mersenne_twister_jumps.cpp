// Jumps of MT19937: x^(2^n) modulo the characteristic polynomial, after H. Haramoto, M. Matsumoto,
// T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for F2-linear random number
// generators" (2008).
#include "mersenne_twister.h"

#include <cstdint>

namespace heddle::curand {

namespace {

constexpr unsigned kDegree = 19937;
constexpr unsigned kDistanceExponent = 2048; // neighbouring generators are 2^2048 numbers apart
constexpr std::size_t kPolynomialWords = kDegree / 64 + 1;

using Polynomial = std::vector<std::uint64_t>; // coefficients modulo 2, the lowest first

// The exponents of the terms of the characteristic polynomial, except the highest one, by the
// formula in M. Matsumoto and T. Nishimura, "Mersenne twister" (1998), appendix A.
std::vector<unsigned> characteristicExponents() {
  constexpr unsigned n = 624, m = 397, w = 32, r = 31, a = 0x9908b0df;
  std::vector<bool> sum(kDegree + 1);
  // (x^n + x^m)^i (x^(n-1) + x^(m-1))^j
  const auto add = [&](unsigned i, unsigned j) {
    std::vector<bool> product{true};
    for (unsigned k = 0; k < i + j; ++k) {
      const unsigned less = k < i ? 0 : 1;
      std::vector<bool> next(product.size() + n - less);
      for (std::size_t at = 0; at < product.size(); ++at)
        if (product[at]) {
          next[at + n - less] = !next[at + n - less];
          next[at + m - less] = !next[at + m - less];
        }
      product = std::move(next);
    }
    for (std::size_t at = 0; at < product.size(); ++at)
      if (product[at])
        sum[at] = !sum[at];
  };
  add(w - r, r);
  for (unsigned i = 0; i < w; ++i)
    if (a >> i & 1)
      i < r ? add(w - r, r - 1 - i) : add(w - 1 - i, 0);
  std::vector<unsigned> exponents;
  for (unsigned i = 0; i < kDegree; ++i)
    if (sum[i])
      exponents.push_back(i);
  return exponents;
}

// Puts a zero before each bit, which squares a polynomial modulo 2.
std::uint64_t spread(std::uint32_t bits) {
  std::uint64_t x = bits;
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

void square(Polynomial& polynomial, const std::vector<unsigned>& characteristic) {
  Polynomial wide(2 * kPolynomialWords);
  for (std::size_t i = 0; i < kPolynomialWords; ++i) {
    wide[2 * i] = spread(static_cast<std::uint32_t>(polynomial[i]));
    wide[2 * i + 1] = spread(static_cast<std::uint32_t>(polynomial[i] >> 32));
  }
  // The second highest exponent is more than 64 below the degree, so that reducing a word does not
  // change the word itself.
  const auto reduce = [&](std::uint64_t bits, std::size_t above) {
    if (bits != 0)
      for (unsigned exponent : characteristic) {
        const std::size_t at = above + exponent;
        wide[at / 64] ^= bits << (at % 64);
        if (at % 64 != 0)
          wide[at / 64 + 1] ^= bits >> (64 - at % 64);
      }
  };
  for (std::size_t i = wide.size() - 1; i >= kPolynomialWords; --i)
    reduce(wide[i], i * 64 - kDegree);
  constexpr std::size_t last = kPolynomialWords - 1;
  reduce(wide[last] >> (kDegree % 64), 0);
  wide[last] &= (std::uint64_t{1} << (kDegree % 64)) - 1;
  polynomial.assign(wide.begin(), wide.begin() + kPolynomialWords);
}

std::vector<unsigned> piecesOf(const Polynomial& polynomial) {
  std::vector<unsigned> pieces;
  const auto bit = [&](unsigned at) -> unsigned {
    return at < kDegree ? polynomial[at / 64] >> (at % 64) & 1 : 0;
  };
  for (unsigned at = 0; at < kDegree;) {
    if (bit(at) == 0) {
      ++at;
      continue;
    }
    pieces.push_back((bit(at + 1) + 2 * bit(at + 2)) * kTwisterSpan + at);
    at += 3;
  }
  return pieces;
}

} // namespace

const std::array<std::vector<unsigned>, kTwisterLevels>& twisterJumps() {
  static const auto jumps = [] {
    const std::vector<unsigned> characteristic = characteristicExponents();
    Polynomial polynomial(kPolynomialWords);
    polynomial[0] = 2; // x
    for (unsigned i = 0; i < kDistanceExponent; ++i)
      square(polynomial, characteristic);
    std::array<std::vector<unsigned>, kTwisterLevels> made;
    for (std::vector<unsigned>& each : made) {
      each = piecesOf(polynomial);
      square(polynomial, characteristic);
    }
    return made;
  }();
  return jumps;
}

} // namespace heddle::curand
