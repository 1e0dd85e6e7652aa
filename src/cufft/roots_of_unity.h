// Roots of unity, exact to the last bit or nearly so.
#pragma once

#include <complex>
#include <cstdint>

namespace heddle::cufft {

// exp(-2 pi i index / order). The angle is reduced to an eighth of a circle with integers first, so
// that the error does not grow with `index`.
std::complex<double> rootOfUnity(std::uint64_t index, std::uint64_t order);

} // namespace heddle::cufft
