// From the arguments of cufftPlanMany and its relatives to the geometry of a transform.
#pragma once

#include "cufft.h"
#include "cufft/geometry.h"

namespace heddle::cufft {

using Integer = long long;

// One side of a transform as cuFFT describes it: element (x, y, z) of transform b lies at
// b * distance + ((x * embed[1] + y) * embed[2] + z) * stride. Without `embed` the elements are
// dense, and the other numbers do not count.
struct SideArguments {
  const Integer* embed = nullptr;
  Integer stride = 1, distance = 0;
};

struct TransformArguments {
  int rank = 0;
  const Integer* lengths = nullptr;
  SideArguments in, out;
  PassKind kind = PassKind::Complex;
  Integer batch = 1;
};

// What a cufftType says.
struct TypeTraits {
  PassKind kind;
  Precision precision;
};
bool findTypeTraits(cufftType type, TypeTraits& traits);

// Checks the arguments.
cufftResult makeGeometry(const TransformArguments& arguments, Geometry& geometry);

// Real data that are dense have their rows padded to whole complex numbers when they are
// transformed in place. Gives the geometry of that, which is the same for other data.
Geometry inPlaceGeometry(const TransformArguments& arguments, const Geometry& geometry);

// The geometry of the same data without gaps on both sides.
Geometry denseGeometry(const Geometry& geometry);

// How many scalars lie between the first one of the data and the end of the last one.
std::uint64_t inputScalars(const Geometry& geometry);
std::uint64_t outputScalars(const Geometry& geometry);

} // namespace heddle::cufft
