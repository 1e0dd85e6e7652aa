// Transforms of data in half precision or bfloat16. They are calculated in single precision, from a
// copy of the input and into one of the output in the work area.
#pragma once

#include "cufft/transform.h"

#include <memory>

namespace heddle::cufft {

// Throws std::bad_alloc.
std::unique_ptr<Transform> makeHalfTransform(const Geometry& geometry);
std::unique_ptr<Transform> makeBfloatTransform(const Geometry& geometry);

} // namespace heddle::cufft
