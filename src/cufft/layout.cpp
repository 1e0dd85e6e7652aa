#include "cufft/layout.h"

#include "cufft/factors.h"

namespace heddle::cufft {

namespace {

// More elements than this cannot be in any memory, and fewer do not overflow an offset.
constexpr Integer kMostElements = Integer{1} << 48;

// The longest transform by Bluestein's algorithm. The tables of a plan for a longer one would take
// gigabytes of the host's memory.
constexpr Integer kLongestConvolved = Integer{1} << 25;

enum class Side : std::uint8_t { In, Out };

bool isReal(PassKind kind, Side side) {
  return kind == (side == Side::In ? PassKind::RealToComplex : PassKind::ComplexToReal);
}

// Multiplies, unless the product is above kMostElements.
bool multiply(Integer& product, Integer factor) {
  return factor > 0 && !__builtin_mul_overflow(product, factor, &product) &&
         product <= kMostElements;
}

// A layout whose rows have this many elements.
Layout denseLayout(const Geometry& geometry, std::uint64_t rowElements, std::ptrdiff_t scalars) {
  Layout layout;
  std::ptrdiff_t stride = scalars;
  for (unsigned dimension = geometry.rank; dimension-- > 0;) {
    layout.strides[dimension] = stride;
    const bool isRow = dimension == geometry.rank - 1;
    stride *= static_cast<std::ptrdiff_t>(isRow ? rowElements : geometry.lengths[dimension]);
  }
  layout.distance = stride;
  return layout;
}

Layout denseLayout(const Geometry& geometry, Side side) {
  if (isReal(geometry.kind, side))
    return denseLayout(geometry, geometry.lastLength(), 1);
  return denseLayout(geometry, geometry.complexExtent(geometry.rank - 1), 2);
}

cufftResult makeLayout(const SideArguments& arguments, const Geometry& geometry, Side side,
                       Layout& layout) {
  if (!arguments.embed) {
    layout = denseLayout(geometry, side);
    return CUFFT_SUCCESS;
  }
  if (arguments.stride <= 0 || arguments.distance <= 0 || arguments.stride > kMostElements ||
      arguments.distance > kMostElements)
    return CUFFT_INVALID_VALUE;
  const Integer scalars = isReal(geometry.kind, side) ? 1 : 2;
  Integer stride = arguments.stride;
  for (unsigned dimension = geometry.rank; dimension-- > 0;) {
    layout.strides[dimension] = static_cast<std::ptrdiff_t>(stride * scalars);
    if (dimension > 0 && !multiply(stride, arguments.embed[dimension]))
      return CUFFT_INVALID_VALUE;
  }
  layout.distance = static_cast<std::ptrdiff_t>(arguments.distance * scalars);
  return CUFFT_SUCCESS;
}

std::uint64_t spanOf(const Geometry& geometry, const Layout& layout, Side side) {
  const bool isRealSide = isReal(geometry.kind, side);
  auto last = static_cast<std::uint64_t>(layout.distance) * (geometry.batch - 1);
  for (unsigned dimension = 0; dimension < geometry.rank; ++dimension) {
    const std::uint64_t extent =
        isRealSide ? geometry.lengths[dimension] : geometry.complexExtent(dimension);
    last += (extent - 1) * static_cast<std::uint64_t>(layout.strides[dimension]);
  }
  return last + (isRealSide ? 1 : 2);
}

} // namespace

bool findTypeTraits(cufftType type, TypeTraits& traits) {
  switch (type) {
  case CUFFT_C2C:
  case CUFFT_Z2Z:
    traits = {PassKind::Complex, type == CUFFT_Z2Z ? Precision::Double : Precision::Single};
    return true;
  case CUFFT_R2C:
  case CUFFT_D2Z:
    traits = {PassKind::RealToComplex, type == CUFFT_D2Z ? Precision::Double : Precision::Single};
    return true;
  case CUFFT_C2R:
  case CUFFT_Z2D:
    traits = {PassKind::ComplexToReal, type == CUFFT_Z2D ? Precision::Double : Precision::Single};
    return true;
  }
  return false;
}

cufftResult makeGeometry(const TransformArguments& arguments, Geometry& geometry) {
  if (arguments.rank < 1 || arguments.rank > static_cast<int>(kMostDimensions) ||
      !arguments.lengths || !arguments.in.embed != !arguments.out.embed)
    return CUFFT_INVALID_VALUE;
  geometry.rank = static_cast<unsigned>(arguments.rank);
  geometry.kind = arguments.kind;
  Integer elements = 1;
  for (unsigned dimension = 0; dimension < geometry.rank; ++dimension) {
    if (!multiply(elements, arguments.lengths[dimension]))
      return CUFFT_INVALID_SIZE;
    geometry.lengths[dimension] = static_cast<std::uint64_t>(arguments.lengths[dimension]);
    if (arguments.lengths[dimension] > kLongestConvolved && !isSmooth(geometry.lengths[dimension]))
      return CUFFT_NOT_SUPPORTED;
  }
  if (!multiply(elements, arguments.batch))
    return CUFFT_INVALID_SIZE;
  geometry.batch = static_cast<std::uint64_t>(arguments.batch);
  const cufftResult result = makeLayout(arguments.in, geometry, Side::In, geometry.in);
  return result == CUFFT_SUCCESS ? makeLayout(arguments.out, geometry, Side::Out, geometry.out)
                                 : result;
}

Geometry inPlaceGeometry(const TransformArguments& arguments, const Geometry& geometry) {
  Geometry padded = geometry;
  const Layout rows = denseLayout(geometry, 2 * geometry.complexExtent(geometry.rank - 1), 1);
  if (geometry.kind == PassKind::RealToComplex && !arguments.in.embed)
    padded.in = rows;
  if (geometry.kind == PassKind::ComplexToReal && !arguments.out.embed)
    padded.out = rows;
  return padded;
}

Geometry denseGeometry(const Geometry& geometry) {
  Geometry dense = geometry;
  dense.in = denseLayout(geometry, Side::In);
  dense.out = denseLayout(geometry, Side::Out);
  return dense;
}

std::uint64_t inputScalars(const Geometry& geometry) {
  return spanOf(geometry, geometry.in, Side::In);
}

std::uint64_t outputScalars(const Geometry& geometry) {
  return spanOf(geometry, geometry.out, Side::Out);
}

} // namespace heddle::cufft
