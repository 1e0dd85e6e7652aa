// Keeps exceptions inside the functions of the API.
#pragma once

#include "curand.h"
#include "ir/api_boundary.h"

namespace heddle::curand {

template <class Body> curandStatus_t guarded(Body body) {
  return withoutExceptions<curandStatus_t>(
      {CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_INTERNAL_ERROR, CURAND_STATUS_INTERNAL_ERROR},
      body);
}

} // namespace heddle::curand
