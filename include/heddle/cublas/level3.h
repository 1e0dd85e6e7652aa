/* Level 3 of BLAS: operations on matrices. cublas_api.h includes this twice: with int for the type
   of sizes, and with int64_t under names that end in _64. */

#define HEDDLE_MATRIX(T, A, ld) T *A, HEDDLE_CUBLAS_INT ld

#define HEDDLE_GEMM(name, T)                                                                       \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, HEDDLE_CUBLAS_INT m, \
   HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT k, const T* alpha, HEDDLE_MATRIX(const T, A, lda),       \
   HEDDLE_MATRIX(const T, B, ldb), const T* beta, HEDDLE_MATRIX(T, C, ldc));
HEDDLE_GEMM(cublasSgemm_v2, float)
HEDDLE_GEMM(cublasDgemm_v2, double)
HEDDLE_GEMM(cublasCgemm_v2, cuComplex)
HEDDLE_GEMM(cublasZgemm_v2, cuDoubleComplex)
HEDDLE_GEMM(cublasCgemm3m, cuComplex)
HEDDLE_GEMM(cublasZgemm3m, cuDoubleComplex)
HEDDLE_GEMM(cublasHgemm, __half)
#undef HEDDLE_GEMM

/* C = alpha A A' + beta C. The factors of the Hermitian form are of type R. */
#define HEDDLE_SYRK(name, T, R)                                                                    \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, HEDDLE_CUBLAS_INT n,     \
   HEDDLE_CUBLAS_INT k, const R* alpha, HEDDLE_MATRIX(const T, A, lda), const R* beta,             \
   HEDDLE_MATRIX(T, C, ldc));
HEDDLE_SYRK(cublasSsyrk_v2, float, float)
HEDDLE_SYRK(cublasDsyrk_v2, double, double)
HEDDLE_SYRK(cublasCsyrk_v2, cuComplex, cuComplex)
HEDDLE_SYRK(cublasZsyrk_v2, cuDoubleComplex, cuDoubleComplex)
HEDDLE_SYRK(cublasCherk_v2, cuComplex, float)
HEDDLE_SYRK(cublasZherk_v2, cuDoubleComplex, double)
#undef HEDDLE_SYRK

/* Updates by two matrices: of rank 2k, and those whose names end in x, where the program knows that
   the product of both is symmetric. */
#define HEDDLE_SYR2K(name, T, R)                                                                   \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, HEDDLE_CUBLAS_INT n,     \
   HEDDLE_CUBLAS_INT k, const T* alpha, HEDDLE_MATRIX(const T, A, lda),                            \
   HEDDLE_MATRIX(const T, B, ldb), const R* beta, HEDDLE_MATRIX(T, C, ldc));
HEDDLE_SYR2K(cublasSsyr2k_v2, float, float)
HEDDLE_SYR2K(cublasDsyr2k_v2, double, double)
HEDDLE_SYR2K(cublasCsyr2k_v2, cuComplex, cuComplex)
HEDDLE_SYR2K(cublasZsyr2k_v2, cuDoubleComplex, cuDoubleComplex)
HEDDLE_SYR2K(cublasCher2k_v2, cuComplex, float)
HEDDLE_SYR2K(cublasZher2k_v2, cuDoubleComplex, double)
HEDDLE_SYR2K(cublasSsyrkx, float, float)
HEDDLE_SYR2K(cublasDsyrkx, double, double)
HEDDLE_SYR2K(cublasCsyrkx, cuComplex, cuComplex)
HEDDLE_SYR2K(cublasZsyrkx, cuDoubleComplex, cuDoubleComplex)
HEDDLE_SYR2K(cublasCherkx, cuComplex, float)
HEDDLE_SYR2K(cublasZherkx, cuDoubleComplex, double)
#undef HEDDLE_SYR2K

#define HEDDLE_SYMM(name, T)                                                                       \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, HEDDLE_CUBLAS_INT m,       \
   HEDDLE_CUBLAS_INT n, const T* alpha, HEDDLE_MATRIX(const T, A, lda),                            \
   HEDDLE_MATRIX(const T, B, ldb), const T* beta, HEDDLE_MATRIX(T, C, ldc));
HEDDLE_SYMM(cublasSsymm_v2, float)
HEDDLE_SYMM(cublasDsymm_v2, double)
HEDDLE_SYMM(cublasCsymm_v2, cuComplex)
HEDDLE_SYMM(cublasZsymm_v2, cuDoubleComplex)
HEDDLE_SYMM(cublasChemm_v2, cuComplex)
HEDDLE_SYMM(cublasZhemm_v2, cuDoubleComplex)
#undef HEDDLE_SYMM

#define HEDDLE_TRIANGULAR(S, T)                                                                    \
  HEDDLE_CUBLAS(cublas##S##trsm_v2)                                                                \
  (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,   \
   cublasDiagType_t diag, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n, const T* alpha,                \
   HEDDLE_MATRIX(const T, A, lda), HEDDLE_MATRIX(T, B, ldb));                                      \
  HEDDLE_CUBLAS(cublas##S##trmm_v2)                                                                \
  (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,   \
   cublasDiagType_t diag, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n, const T* alpha,                \
   HEDDLE_MATRIX(const T, A, lda), HEDDLE_MATRIX(const T, B, ldb), HEDDLE_MATRIX(T, C, ldc));
HEDDLE_TRIANGULAR(S, float)
HEDDLE_TRIANGULAR(D, double)
HEDDLE_TRIANGULAR(C, cuComplex)
HEDDLE_TRIANGULAR(Z, cuDoubleComplex)
#undef HEDDLE_TRIANGULAR

#undef HEDDLE_MATRIX
