// Arithmetic with sizes that a program chose. It stops at the largest number where it would wrap
// around. No memory is that large, so whoever compares the result with the size of an allocation
// refuses it, and needs no check of its own for overflow.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::memory {

constexpr std::size_t kSizeOverflow = SIZE_MAX;

constexpr std::size_t saturatingProduct(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kSizeOverflow : product;
}

constexpr std::size_t saturatingSum(std::size_t a, std::size_t b) {
  std::size_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kSizeOverflow : sum;
}

} // namespace heddle::memory
