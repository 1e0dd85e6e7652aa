/* Copies of vectors and matrices between host and device. cublas_api.h includes this twice: with
   int for the type of sizes, and with int64_t under names that end in _64. */

HEDDLE_CUBLAS(cublasSetVector)
(HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT elemSize, const void* x, HEDDLE_CUBLAS_INT incx,
 void* devicePtr, HEDDLE_CUBLAS_INT incy);
HEDDLE_CUBLAS(cublasGetVector)
(HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT elemSize, const void* x, HEDDLE_CUBLAS_INT incx, void* y,
 HEDDLE_CUBLAS_INT incy);
HEDDLE_CUBLAS(cublasSetMatrix)
(HEDDLE_CUBLAS_INT rows, HEDDLE_CUBLAS_INT cols, HEDDLE_CUBLAS_INT elemSize, const void* A,
 HEDDLE_CUBLAS_INT lda, void* B, HEDDLE_CUBLAS_INT ldb);
HEDDLE_CUBLAS(cublasGetMatrix)
(HEDDLE_CUBLAS_INT rows, HEDDLE_CUBLAS_INT cols, HEDDLE_CUBLAS_INT elemSize, const void* A,
 HEDDLE_CUBLAS_INT lda, void* B, HEDDLE_CUBLAS_INT ldb);
HEDDLE_CUBLAS(cublasSetVectorAsync)
(HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT elemSize, const void* hostPtr, HEDDLE_CUBLAS_INT incx,
 void* devicePtr, HEDDLE_CUBLAS_INT incy, cudaStream_t stream);
HEDDLE_CUBLAS(cublasGetVectorAsync)
(HEDDLE_CUBLAS_INT n, HEDDLE_CUBLAS_INT elemSize, const void* devicePtr, HEDDLE_CUBLAS_INT incx,
 void* hostPtr, HEDDLE_CUBLAS_INT incy, cudaStream_t stream);
HEDDLE_CUBLAS(cublasSetMatrixAsync)
(HEDDLE_CUBLAS_INT rows, HEDDLE_CUBLAS_INT cols, HEDDLE_CUBLAS_INT elemSize, const void* A,
 HEDDLE_CUBLAS_INT lda, void* B, HEDDLE_CUBLAS_INT ldb, cudaStream_t stream);
HEDDLE_CUBLAS(cublasGetMatrixAsync)
(HEDDLE_CUBLAS_INT rows, HEDDLE_CUBLAS_INT cols, HEDDLE_CUBLAS_INT elemSize, const void* A,
 HEDDLE_CUBLAS_INT lda, void* B, HEDDLE_CUBLAS_INT ldb, cudaStream_t stream);
