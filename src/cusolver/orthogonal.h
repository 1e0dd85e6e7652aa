// QR factors of a matrix, as the functions for one type and the generic ones compute them.
#pragma once

#include "cusolver/handle.h"

namespace heddle::cusolver {

template <class T>
cusolverStatus_t geqrf(Call handle, std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau,
                       int* info);
// The triangular factor of a block of reflectors.
template <class T>
cusolverStatus_t larft(Call handle, cusolverDirectMode_t direct, cusolverStorevMode_t storev,
                       std::int64_t n, std::int64_t k, const T* v, std::int64_t ldv, const T* tau,
                       T* t, std::int64_t ldt);

} // namespace heddle::cusolver
