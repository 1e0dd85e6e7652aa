// Keeps exceptions inside the functions of the API.
#pragma once

#include "cufft.h"
#include "ir/api_boundary.h"

namespace heddle::cufft {

template <class Body> cufftResult guarded(Body body) {
  return withoutExceptions<cufftResult>(
      {CUFFT_ALLOC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INTERNAL_ERROR}, body);
}

} // namespace heddle::cufft
