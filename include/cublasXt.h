/* cuBLASXt: level 3 of BLAS on matrices anywhere in memory, shared among several devices. Calls
   return when the result is there. */
#ifndef HEDDLE_CUBLAS_XT_H
#define HEDDLE_CUBLAS_XT_H

/* The name that programs test for. */
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cublasXtContext;
typedef struct cublasXtContext* cublasXtHandle_t;

typedef enum {
  CUBLASXT_PINNING_DISABLED = 0,
  CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

typedef enum {
  CUBLASXT_FLOAT = 0,
  CUBLASXT_DOUBLE = 1,
  CUBLASXT_COMPLEX = 2,
  CUBLASXT_DOUBLECOMPLEX = 3
} cublasXtOpType_t;

typedef enum {
  CUBLASXT_GEMM = 0,
  CUBLASXT_SYRK = 1,
  CUBLASXT_HERK = 2,
  CUBLASXT_SYMM = 3,
  CUBLASXT_HEMM = 4,
  CUBLASXT_TRSM = 5,
  CUBLASXT_SYR2K = 6,
  CUBLASXT_HER2K = 7,
  CUBLASXT_SPMM = 8,
  CUBLASXT_SYRKX = 9,
  CUBLASXT_HERKX = 10,
  CUBLASXT_TRMM = 11,
  CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

#define HEDDLE_XT(name) cublasStatus_t CUBLASWINAPI cublasXt##name
HEDDLE_XT(Create)(cublasXtHandle_t* handle);
HEDDLE_XT(Destroy)(cublasXtHandle_t handle);
HEDDLE_XT(GetNumBoards)(int nbDevices, int deviceId[], int* nbBoards);
HEDDLE_XT(MaxBoards)(int* nbGpuBoards);
HEDDLE_XT(DeviceSelect)(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
HEDDLE_XT(SetBlockDim)(cublasXtHandle_t handle, int blockDim);
HEDDLE_XT(GetBlockDim)(cublasXtHandle_t handle, int* blockDim);
HEDDLE_XT(GetPinningMemMode)(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode);
HEDDLE_XT(SetPinningMemMode)(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
/* A routine of the program's own, and the share of the work that it gets. */
HEDDLE_XT(SetCpuRoutine)
(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, void* blasFunctor);
HEDDLE_XT(SetCpuRatio)
(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, float ratio);

#define HEDDLE_XT_GEMM(S, T)                                                                       \
  HEDDLE_XT(S##gemm)                                                                               \
  (cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, size_t m,          \
   size_t n, size_t k, const T* alpha, const T* A, size_t lda, const T* B, size_t ldb,             \
   const T* beta, T* C, size_t ldc);
#define HEDDLE_XT_SYRK(name, T, R)                                                                 \
  HEDDLE_XT(name)                                                                                  \
  (cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, size_t n, size_t k,    \
   const R* alpha, const T* A, size_t lda, const R* beta, T* C, size_t ldc);
#define HEDDLE_XT_SYR2K(name, T, R)                                                                \
  HEDDLE_XT(name)                                                                                  \
  (cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, size_t n, size_t k,    \
   const T* alpha, const T* A, size_t lda, const T* B, size_t ldb, const R* beta, T* C,            \
   size_t ldc);
#define HEDDLE_XT_SYMM(name, T)                                                                    \
  HEDDLE_XT(name)                                                                                  \
  (cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n,      \
   const T* alpha, const T* A, size_t lda, const T* B, size_t ldb, const T* beta, T* C,            \
   size_t ldc);
#define HEDDLE_XT_TRIANGULAR(S, T)                                                                 \
  HEDDLE_XT(S##trsm)                                                                               \
  (cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
   cublasDiagType_t diag, size_t m, size_t n, const T* alpha, const T* A, size_t lda, T* B,        \
   size_t ldb);                                                                                    \
  HEDDLE_XT(S##trmm)                                                                               \
  (cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
   cublasDiagType_t diag, size_t m, size_t n, const T* alpha, const T* A, size_t lda, const T* B,  \
   size_t ldb, T* C, size_t ldc);
#define HEDDLE_XT_SPMM(S, T)                                                                       \
  HEDDLE_XT(S##spmm)                                                                               \
  (cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n,      \
   const T* alpha, const T* AP, const T* B, size_t ldb, const T* beta, T* C, size_t ldc);
#define HEDDLE_XT_ALL(S, T)                                                                        \
  HEDDLE_XT_GEMM(S, T)                                                                             \
  HEDDLE_XT_SYRK(S##syrk, T, T)                                                                    \
  HEDDLE_XT_SYR2K(S##syr2k, T, T)                                                                  \
  HEDDLE_XT_SYR2K(S##syrkx, T, T)                                                                  \
  HEDDLE_XT_SYMM(S##symm, T)                                                                       \
  HEDDLE_XT_TRIANGULAR(S, T)                                                                       \
  HEDDLE_XT_SPMM(S, T)
#define HEDDLE_XT_HERMITIAN(S, T, R)                                                               \
  HEDDLE_XT_SYRK(S##herk, T, R)                                                                    \
  HEDDLE_XT_SYR2K(S##her2k, T, R)                                                                  \
  HEDDLE_XT_SYR2K(S##herkx, T, R)                                                                  \
  HEDDLE_XT_SYMM(S##hemm, T)
HEDDLE_XT_ALL(S, float)
HEDDLE_XT_ALL(D, double)
HEDDLE_XT_ALL(C, cuComplex)
HEDDLE_XT_ALL(Z, cuDoubleComplex)
HEDDLE_XT_HERMITIAN(C, cuComplex, float)
HEDDLE_XT_HERMITIAN(Z, cuDoubleComplex, double)
#undef HEDDLE_XT_HERMITIAN
#undef HEDDLE_XT_ALL
#undef HEDDLE_XT_SPMM
#undef HEDDLE_XT_TRIANGULAR
#undef HEDDLE_XT_SYMM
#undef HEDDLE_XT_SYR2K
#undef HEDDLE_XT_SYRK
#undef HEDDLE_XT_GEMM
#undef HEDDLE_XT

#ifdef __cplusplus
}
#endif

#endif
