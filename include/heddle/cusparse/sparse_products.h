/* Products of two sparse matrices, and products with operators of the program. */
#ifndef HEDDLE_CUSPARSE_SPARSE_PRODUCTS_H
#define HEDDLE_CUSPARSE_SPARSE_PRODUCTS_H

#include "heddle/cusparse/types.h"

typedef enum {
  CUSPARSE_SPGEMM_DEFAULT = 0,
  CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
  CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  CUSPARSE_SPGEMM_ALG1 = 3,
  CUSPARSE_SPGEMM_ALG2 = 4,
  CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
struct cusparseSpGEMMDescr;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;

typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;
struct cusparseSpMMOpPlan;
typedef struct cusparseSpMMOpPlan* cusparseSpMMOpPlan_t;

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(SpGEMM_createDescr)(cusparseSpGEMMDescr_t* descr);
HEDDLE_CUSPARSE(SpGEMM_destroyDescr)(cusparseSpGEMMDescr_t descr);
HEDDLE_CUSPARSE(SpGEMM_getNumProducts)(cusparseSpGEMMDescr_t spgemmDescr, int64_t* num_prods);
HEDDLE_CUSPARSE(SpGEMM_workEstimation)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
 cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
 cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1, void* externalBuffer1);
HEDDLE_CUSPARSE(SpGEMM_estimateMemory)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
 cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
 cusparseSpGEMMDescr_t spgemmDescr, float chunk_fraction, size_t* bufferSize3,
 void* externalBuffer3, size_t* bufferSize2);
HEDDLE_CUSPARSE(SpGEMM_compute)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
 cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
 cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize2, void* externalBuffer2);
HEDDLE_CUSPARSE(SpGEMM_copy)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
 cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
 cusparseSpGEMMDescr_t spgemmDescr);

HEDDLE_CUSPARSE(SpGEMMreuse_workEstimation)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
 cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1,
 void* externalBuffer1);
HEDDLE_CUSPARSE(SpGEMMreuse_nnz)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
 cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize2,
 void* externalBuffer2, size_t* bufferSize3, void* externalBuffer3, size_t* bufferSize4,
 void* externalBuffer4);
HEDDLE_CUSPARSE(SpGEMMreuse_copy)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
 cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize5,
 void* externalBuffer5);
HEDDLE_CUSPARSE(SpGEMMreuse_compute)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
 cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
 cusparseSpGEMMDescr_t spgemmDescr);

HEDDLE_CUSPARSE(SpMMOp_createPlan)
(cusparseHandle_t handle, cusparseSpMMOpPlan_t* plan, cusparseOperation_t opA,
 cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
 cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMOpAlg_t alg,
 const void* addOperationNvvmBuffer, size_t addOperationBufferSize,
 const void* mulOperationNvvmBuffer, size_t mulOperationBufferSize, const void* epilogueNvvmBuffer,
 size_t epilogueBufferSize, size_t* SpMMWorkspaceSize);
HEDDLE_CUSPARSE(SpMMOp)(cusparseSpMMOpPlan_t plan, void* externalBuffer);
HEDDLE_CUSPARSE(SpMMOp_destroyPlan)(cusparseSpMMOpPlan_t plan);

#ifdef __cplusplus
}
#endif

#endif
