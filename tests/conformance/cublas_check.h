// What the programs about cuBLAS share: matrices with numbers that repeat, reference arithmetic in
// complex doubles for all types, and the functions of cuBLAS by type.
#pragma once

#include "check.h"
#include <complex>
#include <cublas_v2.h>
#include <vector>

#define CUBLAS_CHECK(call)                                                                         \
  EXPECT_EQ(static_cast<int>(call), static_cast<int>(CUBLAS_STATUS_SUCCESS))

namespace conformance {

using Number = std::complex<double>;

inline Number number(float x) {
  return x;
}
inline Number number(double x) {
  return x;
}
inline Number number(cuComplex x) {
  return {x.x, x.y};
}
inline Number number(cuDoubleComplex x) {
  return {x.x, x.y};
}
template <class T> T fromNumber(Number x) {
  return static_cast<T>(x.real());
}
template <> inline cuComplex fromNumber(Number x) {
  return {static_cast<float>(x.real()), static_cast<float>(x.imag())};
}
template <> inline cuDoubleComplex fromNumber(Number x) {
  return {x.real(), x.imag()};
}
template <class T> constexpr bool kIsComplex = sizeof(fromNumber<T>(0)) == 2 * sizeof(T().x);
template <> constexpr bool kIsComplex<float> = false;
template <> constexpr bool kIsComplex<double> = false;

// Multiples of a half between -2 and 2, whose sums of products are exact in single precision.
inline double smallNumber(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return (static_cast<int>(state >> 24) % 9 - 4) / 2.0;
}
template <class T> std::vector<T> smallNumbers(size_t count, unsigned seed) {
  unsigned state = seed * 2654435761u + 12345u;
  std::vector<T> result;
  for (size_t i = 0; i < count; ++i) {
    const double real = smallNumber(state), imaginary = smallNumber(state);
    result.push_back(fromNumber<T>({real, kIsComplex<T> ? imaginary : 0.0}));
  }
  return result;
}

// Values on both sides.
template <class T> struct Both {
  std::vector<T> host;
  T* device = nullptr;

  explicit Both(std::vector<T> values) : host(std::move(values)) {
    CUDA_CHECK(cudaMalloc(&device, host.size() * sizeof(T) + 1));
    upload();
  }
  ~Both() { cudaFree(device); }
  Both(const Both&) = delete;
  Both& operator=(const Both&) = delete;
  void upload() {
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const {
    std::vector<T> values(host.size());
    CUDA_CHECK(
        cudaMemcpy(values.data(), device, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

// The element of op(A).
template <class T>
Number element(const std::vector<T>& a, int ld, cublasOperation_t operation, int row, int column) {
  const Number x = operation == CUBLAS_OP_N ? number(a[row + static_cast<size_t>(column) * ld])
                                            : number(a[column + static_cast<size_t>(row) * ld]);
  return operation == CUBLAS_OP_C ? std::conj(x) : x;
}

// The element of a matrix of which one triangle is stored, and the other is the same, or its
// conjugate.
template <class T>
Number symmetric(const std::vector<T>& a, int ld, cublasFillMode_t uplo, bool hermitian, int row,
                 int column) {
  const bool stored = uplo == CUBLAS_FILL_MODE_UPPER ? row <= column : row >= column;
  const Number x = number(stored ? a[row + static_cast<size_t>(column) * ld]
                                 : a[column + static_cast<size_t>(row) * ld]);
  if (hermitian && row == column)
    return x.real();
  return hermitian && !stored ? std::conj(x) : x;
}

// The element of op(A) for a triangular A.
template <class T>
Number triangular(const std::vector<T>& a, int ld, cublasFillMode_t uplo,
                  cublasOperation_t operation, cublasDiagType_t diag, int row, int column) {
  if (row == column && diag == CUBLAS_DIAG_UNIT)
    return 1;
  const bool transposed = operation != CUBLAS_OP_N;
  const bool upper = (uplo == CUBLAS_FILL_MODE_UPPER) != transposed;
  if (upper ? row > column : row < column)
    return 0;
  return element(a, ld, operation, row, column);
}

template <class T> bool isNear(T actual, Number expected, double tolerance) {
  const Number x = number(actual);
  return std::abs(x - expected) <= tolerance * (1 + std::abs(expected));
}

// The functions that exist for all four types.
template <class T> struct Blas;
#define BLAS_FUNCTIONS(T, S)                                                                       \
  template <> struct Blas<T> {                                                                     \
    static constexpr auto axpy = cublas##S##axpy_v2;                                               \
    static constexpr auto copy = cublas##S##copy_v2;                                               \
    static constexpr auto swap = cublas##S##swap_v2;                                               \
    static constexpr auto scal = cublas##S##scal_v2;                                               \
    static constexpr auto gemv = cublas##S##gemv_v2;                                               \
    static constexpr auto gbmv = cublas##S##gbmv_v2;                                               \
    static constexpr auto trmv = cublas##S##trmv_v2;                                               \
    static constexpr auto trsv = cublas##S##trsv_v2;                                               \
    static constexpr auto tpmv = cublas##S##tpmv_v2;                                               \
    static constexpr auto tbsv = cublas##S##tbsv_v2;                                               \
    static constexpr auto symv = cublas##S##symv_v2;                                               \
    static constexpr auto syr = cublas##S##syr_v2;                                                 \
    static constexpr auto syr2 = cublas##S##syr2_v2;                                               \
    static constexpr auto gemm = cublas##S##gemm_v2;                                               \
    static constexpr auto gemm64 = cublas##S##gemm_v2_64;                                          \
    static constexpr auto symm = cublas##S##symm_v2;                                               \
    static constexpr auto syrk = cublas##S##syrk_v2;                                               \
    static constexpr auto syr2k = cublas##S##syr2k_v2;                                             \
    static constexpr auto syrkx = cublas##S##syrkx;                                                \
    static constexpr auto trmm = cublas##S##trmm_v2;                                               \
    static constexpr auto trsm = cublas##S##trsm_v2;                                               \
    static constexpr auto gemmBatched = cublas##S##gemmBatched;                                    \
    static constexpr auto gemmStridedBatched = cublas##S##gemmStridedBatched;                      \
    static constexpr auto gemvStridedBatched = cublas##S##gemvStridedBatched;                      \
    static constexpr auto trsmBatched = cublas##S##trsmBatched;                                    \
  }
BLAS_FUNCTIONS(float, S);
BLAS_FUNCTIONS(double, D);
BLAS_FUNCTIONS(cuComplex, C);
BLAS_FUNCTIONS(cuDoubleComplex, Z);
#undef BLAS_FUNCTIONS

} // namespace conformance
