/* Functions that get the types of their operands as arguments. cublas_api.h includes this twice:
   with int for the type of sizes, and with int64_t under names that end in _64. */

#define HEDDLE_GEMM_BEGIN                                                                          \
  cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, HEDDLE_CUBLAS_INT m,  \
      HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT k
#define HEDDLE_MATRIX(T, A, ld) T *A, cudaDataType A##type, HEDDLE_CUBLAS_INT ld
#define HEDDLE_VECTOR(T, x) T *x, cudaDataType x##Type, HEDDLE_CUBLAS_INT inc##x

#define HEDDLE_GEMM_EX(name, T)                                                                    \
  HEDDLE_CUBLAS(name)                                                                              \
  (HEDDLE_GEMM_BEGIN, const T* alpha, HEDDLE_MATRIX(const void, A, lda),                           \
   HEDDLE_MATRIX(const void, B, ldb), const T* beta, HEDDLE_MATRIX(void, C, ldc));
HEDDLE_GEMM_EX(cublasSgemmEx, float)
HEDDLE_GEMM_EX(cublasCgemmEx, cuComplex)
HEDDLE_GEMM_EX(cublasCgemm3mEx, cuComplex)
#undef HEDDLE_GEMM_EX

HEDDLE_CUBLAS(cublasGemmEx)
(HEDDLE_GEMM_BEGIN, const void* alpha, HEDDLE_MATRIX(const void, A, lda),
 HEDDLE_MATRIX(const void, B, ldb), const void* beta, HEDDLE_MATRIX(void, C, ldc),
 cublasComputeType_t computeType, cublasGemmAlgo_t algo);
HEDDLE_CUBLAS(cublasGemmBatchedEx)
(HEDDLE_GEMM_BEGIN, const void* alpha, const void* const Aarray[], cudaDataType Atype,
 HEDDLE_CUBLAS_INT lda, const void* const Barray[], cudaDataType Btype, HEDDLE_CUBLAS_INT ldb,
 const void* beta, void* const Carray[], cudaDataType Ctype, HEDDLE_CUBLAS_INT ldc,
 HEDDLE_CUBLAS_INT batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);
HEDDLE_CUBLAS(cublasGemmStridedBatchedEx)
(HEDDLE_GEMM_BEGIN, const void* alpha, HEDDLE_MATRIX(const void, A, lda), long long int strideA,
 HEDDLE_MATRIX(const void, B, ldb), long long int strideB, const void* beta,
 HEDDLE_MATRIX(void, C, ldc), long long int strideC, HEDDLE_CUBLAS_INT batchCount,
 cublasComputeType_t computeType, cublasGemmAlgo_t algo);
HEDDLE_CUBLAS(cublasGemmGroupedBatchedEx)
(cublasHandle_t handle, const cublasOperation_t transa_array[],
 const cublasOperation_t transb_array[], const HEDDLE_CUBLAS_INT m_array[],
 const HEDDLE_CUBLAS_INT n_array[], const HEDDLE_CUBLAS_INT k_array[], const void* alpha_array,
 const void* const Aarray[], cudaDataType_t Atype, const HEDDLE_CUBLAS_INT lda_array[],
 const void* const Barray[], cudaDataType_t Btype, const HEDDLE_CUBLAS_INT ldb_array[],
 const void* beta_array, void* const Carray[], cudaDataType_t Ctype,
 const HEDDLE_CUBLAS_INT ldc_array[], HEDDLE_CUBLAS_INT group_count,
 const HEDDLE_CUBLAS_INT group_size[], cublasComputeType_t computeType);

#define HEDDLE_SYRK_EX(name, F)                                                                    \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, HEDDLE_CUBLAS_INT n,     \
   HEDDLE_CUBLAS_INT k, const F* alpha, HEDDLE_MATRIX(const void, A, lda), const F* beta,          \
   HEDDLE_MATRIX(void, C, ldc));
HEDDLE_SYRK_EX(cublasCsyrkEx, cuComplex)
HEDDLE_SYRK_EX(cublasCsyrk3mEx, cuComplex)
HEDDLE_SYRK_EX(cublasCherkEx, float)
HEDDLE_SYRK_EX(cublasCherk3mEx, float)
#undef HEDDLE_SYRK_EX

HEDDLE_CUBLAS(cublasNrm2Ex)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x), void* result,
 cudaDataType resultType, cudaDataType executionType);
HEDDLE_CUBLAS(cublasAsumEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x), void* result,
 cudaDataType resultType, cudaDataType executiontype);
HEDDLE_CUBLAS(cublasIamaxEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x),
 HEDDLE_CUBLAS_INT* result);
HEDDLE_CUBLAS(cublasIaminEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x),
 HEDDLE_CUBLAS_INT* result);
HEDDLE_CUBLAS(cublasDotEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x),
 HEDDLE_VECTOR(const void, y), void* result, cudaDataType resultType, cudaDataType executionType);
HEDDLE_CUBLAS(cublasDotcEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x),
 HEDDLE_VECTOR(const void, y), void* result, cudaDataType resultType, cudaDataType executionType);
HEDDLE_CUBLAS(cublasScalEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, const void* alpha, cudaDataType alphaType,
 HEDDLE_VECTOR(void, x), cudaDataType executionType);
HEDDLE_CUBLAS(cublasAxpyEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, const void* alpha, cudaDataType alphaType,
 HEDDLE_VECTOR(const void, x), HEDDLE_VECTOR(void, y), cudaDataType executiontype);
HEDDLE_CUBLAS(cublasCopyEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const void, x), HEDDLE_VECTOR(void, y));
HEDDLE_CUBLAS(cublasSwapEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(void, x), HEDDLE_VECTOR(void, y));
HEDDLE_CUBLAS(cublasRotEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(void, x), HEDDLE_VECTOR(void, y),
 const void* c, const void* s, cudaDataType csType, cudaDataType executiontype);
HEDDLE_CUBLAS(cublasRotmEx)
(cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(void, x), HEDDLE_VECTOR(void, y),
 const void* param, cudaDataType paramType, cudaDataType executiontype);

#undef HEDDLE_VECTOR
#undef HEDDLE_MATRIX
#undef HEDDLE_GEMM_BEGIN
