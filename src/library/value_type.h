// From the type of numbers that a program names to a type of C++.
#pragma once

#include "library_types.h"

#include <complex>

namespace heddle::library {

// Whether a number that a program has passed is one of the enumerators. They have no gaps, so a
// comparison with the last one tells.
inline bool isDataType(cudaDataType type) {
  return type >= CUDA_R_32F && type <= CUDA_R_4F_E2M1;
}

// Calls action.operator()<T>() for one of the four types that LAPACK and most functions of the
// libraries compute with. Returns `otherwise` for all other types.
template <class Status, class Action>
Status withValueType(cudaDataType type, Status otherwise, Action action) {
  switch (type) {
  case CUDA_R_32F:
    return action.template operator()<float>();
  case CUDA_R_64F:
    return action.template operator()<double>();
  case CUDA_C_32F:
    return action.template operator()<std::complex<float>>();
  case CUDA_C_64F:
    return action.template operator()<std::complex<double>>();
  default:
    return otherwise;
  }
}

} // namespace heddle::library
