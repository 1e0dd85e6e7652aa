// The BLAS and LAPACK functions of OpenBLAS, which is opened when the first handle is made. It is
// not linked, so that its symbols stay apart from those of a BLAS that the program itself uses.
#pragma once

#include "cublas/operands.h"

#include <complex>

namespace heddle::cublas {

// Numbers of the CBLAS interface.
constexpr int kColumnMajor = 102;
inline int engineOperation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? 111 : operation == CUBLAS_OP_T ? 112 : 113;
}
inline int engineTriangle(cublasFillMode_t mode) {
  return mode == CUBLAS_FILL_MODE_UPPER ? 121 : 122;
}
inline int engineDiagonal(cublasDiagType_t type) {
  return type == CUBLAS_DIAG_NON_UNIT ? 131 : 132;
}
inline int engineSide(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? 141 : 142;
}

// CBLAS takes real factors by value and complex ones by address.
template <class T> struct FactorType {
  using Type = T;
};
template <class T> struct FactorType<std::complex<T>> {
  using Type = const std::complex<T>*;
};
template <class T> using Factor = typename FactorType<T>::Type;
template <class T> Factor<T> factor(const T& value) {
  if constexpr (kIsComplex<T>)
    return &value;
  else
    return value;
}

// The functions for one type. Symmetric and Hermitian forms that only complex types have apart from
// each other have names of their own, and are null for real types.
template <class T> struct Engine {
  using F = Factor<T>;
  using R = Real<T>;

  void (*gemv)(int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*gbmv)(int, int, int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*trmv)(int, int, int, int, int, const T*, int, T*, int);
  void (*trsv)(int, int, int, int, int, const T*, int, T*, int);
  void (*tbmv)(int, int, int, int, int, int, const T*, int, T*, int);
  void (*tbsv)(int, int, int, int, int, int, const T*, int, T*, int);
  void (*tpmv)(int, int, int, int, int, const T*, T*, int);
  void (*tpsv)(int, int, int, int, int, const T*, T*, int);
  void (*geru)(int, int, int, F, const T*, int, const T*, int, T*, int); // ger of real types
  void (*gerc)(int, int, int, F, const T*, int, const T*, int, T*, int);
  // Hermitian for complex types.
  void (*hemv)(int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*hbmv)(int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*hpmv)(int, int, int, F, const T*, const T*, int, F, T*, int);
  void (*her)(int, int, int, R, const T*, int, T*, int);
  void (*hpr)(int, int, int, R, const T*, int, T*);
  void (*her2)(int, int, int, F, const T*, int, const T*, int, T*, int);
  void (*hpr2)(int, int, int, F, const T*, int, const T*, int, T*);

  void (*gemm)(int, int, int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*symm)(int, int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*hemm)(int, int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*syrk)(int, int, int, int, int, F, const T*, int, F, T*, int);
  void (*herk)(int, int, int, int, int, R, const T*, int, R, T*, int);
  void (*syr2k)(int, int, int, int, int, F, const T*, int, const T*, int, F, T*, int);
  void (*her2k)(int, int, int, int, int, F, const T*, int, const T*, int, R, T*, int);
  void (*trmm)(int, int, int, int, int, int, int, F, const T*, int, T*, int);
  void (*trsm)(int, int, int, int, int, int, int, F, const T*, int, T*, int);
};

// Opens OpenBLAS. False, with a line on standard error, when it is not installed.
bool openEngine();
// Only after openEngine() has succeeded.
template <class T> const Engine<T>& engine();
template <> const Engine<float>& engine<float>();
template <> const Engine<double>& engine<double>();
template <> const Engine<std::complex<float>>& engine<std::complex<float>>();
template <> const Engine<std::complex<double>>& engine<std::complex<double>>();

} // namespace heddle::cublas
