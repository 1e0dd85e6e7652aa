/* Many products of small matrices in one call. cublas_api.h includes this twice: with int for the
   type of sizes, and with int64_t under names that end in _64. */

#define HEDDLE_GEMM_BEGIN                                                                          \
  cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, HEDDLE_CUBLAS_INT m,  \
      HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT k
#define HEDDLE_STRIDED(T, A, ld, stride) T *A, HEDDLE_CUBLAS_INT ld, long long int stride

/* The matrices of a batch are given by an array of addresses, or lie at equal distances. */
#define HEDDLE_GEMM_BATCHED(array, strided, T)                                                     \
  HEDDLE_CUBLAS(array)                                                                             \
  (HEDDLE_GEMM_BEGIN, const T* alpha, const T* const Aarray[], HEDDLE_CUBLAS_INT lda,              \
   const T* const Barray[], HEDDLE_CUBLAS_INT ldb, const T* beta, T* const Carray[],               \
   HEDDLE_CUBLAS_INT ldc, HEDDLE_CUBLAS_INT batchCount);                                           \
  HEDDLE_CUBLAS(strided)                                                                           \
  (HEDDLE_GEMM_BEGIN, const T* alpha, HEDDLE_STRIDED(const T, A, lda, strideA),                    \
   HEDDLE_STRIDED(const T, B, ldb, strideB), const T* beta, HEDDLE_STRIDED(T, C, ldc, strideC),    \
   HEDDLE_CUBLAS_INT batchCount);
HEDDLE_GEMM_BATCHED(cublasSgemmBatched, cublasSgemmStridedBatched, float)
HEDDLE_GEMM_BATCHED(cublasDgemmBatched, cublasDgemmStridedBatched, double)
HEDDLE_GEMM_BATCHED(cublasCgemmBatched, cublasCgemmStridedBatched, cuComplex)
HEDDLE_GEMM_BATCHED(cublasZgemmBatched, cublasZgemmStridedBatched, cuDoubleComplex)
HEDDLE_GEMM_BATCHED(cublasCgemm3mBatched, cublasCgemm3mStridedBatched, cuComplex)
HEDDLE_GEMM_BATCHED(cublasHgemmBatched, cublasHgemmStridedBatched, __half)
#undef HEDDLE_GEMM_BATCHED

/* F is the type of the factors, T that of the matrix and x, and Y that of y. */
#define HEDDLE_GEMV_BATCHED(name, F, T, Y)                                                         \
  HEDDLE_CUBLAS(cublas##name##gemvBatched)                                                         \
  (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n,       \
   const F* alpha, const T* const Aarray[], HEDDLE_CUBLAS_INT lda, const T* const xarray[],        \
   HEDDLE_CUBLAS_INT incx, const F* beta, Y* const yarray[], HEDDLE_CUBLAS_INT incy,               \
   HEDDLE_CUBLAS_INT batchCount);                                                                  \
  HEDDLE_CUBLAS(cublas##name##gemvStridedBatched)                                                  \
  (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n,       \
   const F* alpha, HEDDLE_STRIDED(const T, A, lda, strideA),                                       \
   HEDDLE_STRIDED(const T, x, incx, stridex), const F* beta, HEDDLE_STRIDED(Y, y, incy, stridey),  \
   HEDDLE_CUBLAS_INT batchCount);
HEDDLE_GEMV_BATCHED(S, float, float, float)
HEDDLE_GEMV_BATCHED(D, double, double, double)
HEDDLE_GEMV_BATCHED(C, cuComplex, cuComplex, cuComplex)
HEDDLE_GEMV_BATCHED(Z, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
HEDDLE_GEMV_BATCHED(HSH, float, __half, __half)
HEDDLE_GEMV_BATCHED(HSS, float, __half, float)
HEDDLE_GEMV_BATCHED(TST, float, __nv_bfloat16, __nv_bfloat16)
HEDDLE_GEMV_BATCHED(TSS, float, __nv_bfloat16, float)
#undef HEDDLE_GEMV_BATCHED

#define HEDDLE_TRSM_BATCHED(name, T)                                                               \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,   \
   cublasDiagType_t diag, HEDDLE_CUBLAS_INT m, HEDDLE_CUBLAS_INT n, const T* alpha,                \
   const T* const A[], HEDDLE_CUBLAS_INT lda, T* const B[], HEDDLE_CUBLAS_INT ldb,                 \
   HEDDLE_CUBLAS_INT batchCount);
HEDDLE_TRSM_BATCHED(cublasStrsmBatched, float)
HEDDLE_TRSM_BATCHED(cublasDtrsmBatched, double)
HEDDLE_TRSM_BATCHED(cublasCtrsmBatched, cuComplex)
HEDDLE_TRSM_BATCHED(cublasZtrsmBatched, cuDoubleComplex)
#undef HEDDLE_TRSM_BATCHED

/* Groups of products; those of a group have the same shape. */
#define HEDDLE_GEMM_GROUPED(name, T)                                                               \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, const cublasOperation_t transa_array[],                                  \
   const cublasOperation_t transb_array[], const HEDDLE_CUBLAS_INT m_array[],                      \
   const HEDDLE_CUBLAS_INT n_array[], const HEDDLE_CUBLAS_INT k_array[], const T alpha_array[],    \
   const T* const Aarray[], const HEDDLE_CUBLAS_INT lda_array[], const T* const Barray[],          \
   const HEDDLE_CUBLAS_INT ldb_array[], const T beta_array[], T* const Carray[],                   \
   const HEDDLE_CUBLAS_INT ldc_array[], HEDDLE_CUBLAS_INT group_count,                             \
   const HEDDLE_CUBLAS_INT group_size[]);
HEDDLE_GEMM_GROUPED(cublasSgemmGroupedBatched, float)
HEDDLE_GEMM_GROUPED(cublasDgemmGroupedBatched, double)
#undef HEDDLE_GEMM_GROUPED

#undef HEDDLE_STRIDED
#undef HEDDLE_GEMM_BEGIN
