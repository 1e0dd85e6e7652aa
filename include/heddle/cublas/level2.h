/* Level 2 of BLAS: operations on a matrix and vectors. cublas_api.h includes this twice: with int
   for the type of sizes, and with int64_t under names that end in _64. */

#define HEDDLE_MATRIX(T, A, ld) T *A, HEDDLE_CUBLAS_INT ld
#define HEDDLE_VECTOR(T, x) T *x, HEDDLE_CUBLAS_INT inc##x
#define HEDDLE_TRIANGLE                                                                            \
  cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,    \
      HEDDLE_CUBLAS_INT n

/* General matrices, and triangular ones: whole, banded and packed. */
#define HEDDLE_LEVEL2(S, T)                                                                        \
  HEDDLE_CUBLAS(cublas##S##gemv_v2)                                                                \
  (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n,       \
   const T* alpha, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(const T, x), const T* beta,       \
   HEDDLE_VECTOR(T, y));                                                                           \
  HEDDLE_CUBLAS(cublas##S##gbmv_v2)                                                                \
  (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n,       \
   HEDDLE_CUBLAS_INT kl, HEDDLE_CUBLAS_INT ku, const T* alpha, HEDDLE_MATRIX(const T, A, lda),     \
   HEDDLE_VECTOR(const T, x), const T* beta, HEDDLE_VECTOR(T, y));                                 \
  HEDDLE_CUBLAS(cublas##S##trmv_v2)                                                                \
  (HEDDLE_TRIANGLE, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(T, x));                          \
  HEDDLE_CUBLAS(cublas##S##trsv_v2)                                                                \
  (HEDDLE_TRIANGLE, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(T, x));                          \
  HEDDLE_CUBLAS(cublas##S##tbmv_v2)                                                                \
  (HEDDLE_TRIANGLE, HEDDLE_CUBLAS_INT k, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(T, x));     \
  HEDDLE_CUBLAS(cublas##S##tbsv_v2)                                                                \
  (HEDDLE_TRIANGLE, HEDDLE_CUBLAS_INT k, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(T, x));     \
  HEDDLE_CUBLAS(cublas##S##tpmv_v2)(HEDDLE_TRIANGLE, const T* AP, HEDDLE_VECTOR(T, x));            \
  HEDDLE_CUBLAS(cublas##S##tpsv_v2)(HEDDLE_TRIANGLE, const T* AP, HEDDLE_VECTOR(T, x));
HEDDLE_LEVEL2(S, float)
HEDDLE_LEVEL2(D, double)
HEDDLE_LEVEL2(C, cuComplex)
HEDDLE_LEVEL2(Z, cuDoubleComplex)
#undef HEDDLE_LEVEL2

#define HEDDLE_GER(name, T)                                                                        \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n, const T* alpha,                \
   HEDDLE_VECTOR(const T, x), HEDDLE_VECTOR(const T, y), HEDDLE_MATRIX(T, A, lda));
HEDDLE_GER(cublasSger_v2, float)
HEDDLE_GER(cublasDger_v2, double)
HEDDLE_GER(cublasCgeru_v2, cuComplex)
HEDDLE_GER(cublasCgerc_v2, cuComplex)
HEDDLE_GER(cublasZgeru_v2, cuDoubleComplex)
HEDDLE_GER(cublasZgerc_v2, cuDoubleComplex)
#undef HEDDLE_GER

/* Symmetric and Hermitian matrices. The rank-1 update of a Hermitian one has a factor of type R. */
#define HEDDLE_SELF_ADJOINT(symv, syr, syr2, T, R)                                                 \
  HEDDLE_CUBLAS(symv)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const T* alpha,              \
   HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(const T, x), const T* beta, HEDDLE_VECTOR(T, y)); \
  HEDDLE_CUBLAS(syr)                                                                               \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const R* alpha,              \
   HEDDLE_VECTOR(const T, x), HEDDLE_MATRIX(T, A, lda));                                           \
  HEDDLE_CUBLAS(syr2)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const T* alpha,              \
   HEDDLE_VECTOR(const T, x), HEDDLE_VECTOR(const T, y), HEDDLE_MATRIX(T, A, lda));
HEDDLE_SELF_ADJOINT(cublasSsymv_v2, cublasSsyr_v2, cublasSsyr2_v2, float, float)
HEDDLE_SELF_ADJOINT(cublasDsymv_v2, cublasDsyr_v2, cublasDsyr2_v2, double, double)
HEDDLE_SELF_ADJOINT(cublasCsymv_v2, cublasCsyr_v2, cublasCsyr2_v2, cuComplex, cuComplex)
HEDDLE_SELF_ADJOINT(cublasZsymv_v2, cublasZsyr_v2, cublasZsyr2_v2, cuDoubleComplex, cuDoubleComplex)
HEDDLE_SELF_ADJOINT(cublasChemv_v2, cublasCher_v2, cublasCher2_v2, cuComplex, float)
HEDDLE_SELF_ADJOINT(cublasZhemv_v2, cublasZher_v2, cublasZher2_v2, cuDoubleComplex, double)
#undef HEDDLE_SELF_ADJOINT

/* The same, banded and packed. */
#define HEDDLE_PACKED_SELF_ADJOINT(sbmv, spmv, spr, spr2, T, R)                                    \
  HEDDLE_CUBLAS(sbmv)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT k,         \
   const T* alpha, HEDDLE_MATRIX(const T, A, lda), HEDDLE_VECTOR(const T, x), const T* beta,       \
   HEDDLE_VECTOR(T, y));                                                                           \
  HEDDLE_CUBLAS(spmv)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const T* alpha, const T* AP, \
   HEDDLE_VECTOR(const T, x), const T* beta, HEDDLE_VECTOR(T, y));                                 \
  HEDDLE_CUBLAS(spr)                                                                               \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const R* alpha,              \
   HEDDLE_VECTOR(const T, x), T* AP);                                                              \
  HEDDLE_CUBLAS(spr2)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT n, const T* alpha,              \
   HEDDLE_VECTOR(const T, x), HEDDLE_VECTOR(const T, y), T* AP);
HEDDLE_PACKED_SELF_ADJOINT(cublasSsbmv_v2, cublasSspmv_v2, cublasSspr_v2, cublasSspr2_v2, float,
                           float)
HEDDLE_PACKED_SELF_ADJOINT(cublasDsbmv_v2, cublasDspmv_v2, cublasDspr_v2, cublasDspr2_v2, double,
                           double)
HEDDLE_PACKED_SELF_ADJOINT(cublasChbmv_v2, cublasChpmv_v2, cublasChpr_v2, cublasChpr2_v2, cuComplex,
                           float)
HEDDLE_PACKED_SELF_ADJOINT(cublasZhbmv_v2, cublasZhpmv_v2, cublasZhpr_v2, cublasZhpr2_v2,
                           cuDoubleComplex, double)
#undef HEDDLE_PACKED_SELF_ADJOINT

#undef HEDDLE_TRIANGLE
#undef HEDDLE_VECTOR
#undef HEDDLE_MATRIX
