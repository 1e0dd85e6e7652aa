// The LAPACK functions of OpenBLAS for one type, by their Fortran interface.
#pragma once

#include "cublas/operands.h"

namespace heddle::cublas {

template <class T> struct Lapack {
  void (*getrf)(const int* m, const int* n, T* a, const int* lda, int* pivots, int* info);
  void (*getrs)(const char* trans, const int* n, const int* sides, const T* a, const int* lda,
                const int* pivots, T* b, const int* ldb, int* info);
  void (*getri)(const int* n, T* a, const int* lda, const int* pivots, T* work, const int* size,
                int* info);
  void (*geqrf)(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* size,
                int* info);
  void (*gels)(const char* trans, const int* m, const int* n, const int* sides, T* a,
               const int* lda, T* b, const int* ldb, T* work, const int* size, int* info);
};

// Only after openEngine() has succeeded.
template <class T> const Lapack<T>& lapack();
template <> const Lapack<float>& lapack<float>();
template <> const Lapack<double>& lapack<double>();
template <> const Lapack<std::complex<float>>& lapack<std::complex<float>>();
template <> const Lapack<std::complex<double>>& lapack<std::complex<double>>();

} // namespace heddle::cublas
