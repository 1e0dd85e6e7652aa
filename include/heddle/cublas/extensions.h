/* Functions on matrices beyond BLAS. cublas_api.h includes this twice: with int for the type of
   sizes, and with int64_t under names that end in _64. */

#define HEDDLE_EXTENSIONS(S, T)                                                                    \
  HEDDLE_CUBLAS(cublas##S##geam)                                                                   \
  (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, HEDDLE_CUBLAS_INT m, \
   HEDDLE_CUBLAS_INT n, const T* alpha, const T* A, HEDDLE_CUBLAS_INT lda, const T* beta,          \
   const T* B, HEDDLE_CUBLAS_INT ldb, T* C, HEDDLE_CUBLAS_INT ldc);                                \
  HEDDLE_CUBLAS(cublas##S##dgmm)                                                                   \
  (cublasHandle_t handle, cublasSideMode_t mode, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n,         \
   const T* A, HEDDLE_CUBLAS_INT lda, const T* x, HEDDLE_CUBLAS_INT incx, T* C,                    \
   HEDDLE_CUBLAS_INT ldc);
HEDDLE_EXTENSIONS(S, float)
HEDDLE_EXTENSIONS(D, double)
HEDDLE_EXTENSIONS(C, cuComplex)
HEDDLE_EXTENSIONS(Z, cuDoubleComplex)
#undef HEDDLE_EXTENSIONS
