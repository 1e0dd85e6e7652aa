#include "cufft/roots_of_unity.h"

#include <cmath>
#include <numbers>

namespace heddle::cufft {

namespace {

// For an angle of at most an eighth of a circle.
std::complex<double> firstOctant(std::uint64_t index, std::uint64_t order) {
  const double angle =
      2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(order);
  return {std::cos(angle), std::sin(angle)};
}

// For an angle of at most a quarter of a circle.
std::complex<double> firstQuarter(std::uint64_t index, std::uint64_t order) {
  if (8 * index <= order)
    return firstOctant(index, order);
  // A quarter minus the angle: index and order are multiplied by 4 so that it is an integer.
  const std::complex<double> other = firstOctant(order - 4 * index, 4 * order);
  return {other.imag(), other.real()};
}

} // namespace

std::complex<double> rootOfUnity(std::uint64_t index, std::uint64_t order) {
  index %= order;
  // The lower half of the circle mirrors the upper one, and its left quarter mirrors the right one.
  const bool isLower = 2 * index > order;
  if (isLower)
    index = order - index;
  const bool isLeft = 4 * index > order;
  const std::complex<double> mirrored =
      isLeft ? firstQuarter(order - 2 * index, 2 * order) : firstQuarter(index, order);
  const double cosine = isLeft ? -mirrored.real() : mirrored.real();
  return {cosine, isLower ? mirrored.imag() : -mirrored.imag()};
}

} // namespace heddle::cufft
