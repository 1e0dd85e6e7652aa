// How a length is taken apart into factors that there are butterflies for.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::cufft {

// A length with a larger prime factor is transformed by Bluestein's algorithm. The butterfly of a
// prime takes a number of operations that grows with its square, and from about here on a
// convolution of twice the length is faster.
constexpr std::uint64_t kLargestPrime = 61;

// Whether butterflies alone transform this length.
bool isSmooth(std::uint64_t length);

// The radices of the butterflies, whose product is the length. The length is smooth.
std::vector<unsigned> radicesOf(std::uint64_t length);

// Two factors of the length that are as near to each other as possible, the smaller one first. The
// length is smooth.
std::pair<std::uint64_t, std::uint64_t> balancedFactors(std::uint64_t length);

// The numbers of rows and columns of a transform that is taken for a matrix, of which groups of as
// many columns or rows as there are lanes are done at a time. The factors are near to each other
// unless others fill the groups better. The length is smooth.
std::pair<std::uint64_t, std::uint64_t> fourStepFactors(std::uint64_t length, unsigned lanes);

// How much of these groups is filled, at most 1.
double fourStepUse(std::uint64_t length, unsigned lanes);

// The shortest length with fast butterflies that is at least `least`, for the convolution of
// Bluestein's algorithm.
std::uint64_t convolutionLength(std::uint64_t least);

} // namespace heddle::cufft
