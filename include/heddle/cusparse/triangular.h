/* Triangular systems. */
#ifndef HEDDLE_CUSPARSE_TRIANGULAR_H
#define HEDDLE_CUSPARSE_TRIANGULAR_H

#include "heddle/cusparse/types.h"

typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum {
  CUSPARSE_SPSV_UPDATE_GENERAL = 0,
  CUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} cusparseSpSVUpdate_t;
struct cusparseSpSVDescr;
typedef struct cusparseSpSVDescr* cusparseSpSVDescr_t;

typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
  CUSPARSE_SPSM_UPDATE_GENERAL = 0,
  CUSPARSE_SPSM_UPDATE_DIAGONAL = 1
} cusparseSpSMUpdate_t;
struct cusparseSpSMDescr;
typedef struct cusparseSpSMDescr* cusparseSpSMDescr_t;

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(SpSV_createDescr)(cusparseSpSVDescr_t* descr);
HEDDLE_CUSPARSE(SpSV_destroyDescr)(cusparseSpSVDescr_t descr);
HEDDLE_CUSPARSE(SpSV_bufferSize)
(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
 cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr,
 size_t* bufferSize);
HEDDLE_CUSPARSE(SpSV_analysis)
(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
 cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr,
 void* externalBuffer);
HEDDLE_CUSPARSE(SpSV_solve)
(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
 cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr);
HEDDLE_CUSPARSE(SpSV_updateMatrix)
(cusparseHandle_t handle, cusparseSpSVDescr_t spsvDescr, void* newValues,
 cusparseSpSVUpdate_t updatePart);

HEDDLE_CUSPARSE(SpSM_createDescr)(cusparseSpSMDescr_t* descr);
HEDDLE_CUSPARSE(SpSM_destroyDescr)(cusparseSpSMDescr_t descr);
HEDDLE_CUSPARSE(SpSM_bufferSize)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
 cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr,
 size_t* bufferSize);
HEDDLE_CUSPARSE(SpSM_analysis)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
 cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr,
 void* externalBuffer);
HEDDLE_CUSPARSE(SpSM_solve)
(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
 cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
 cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr);
HEDDLE_CUSPARSE(SpSM_updateMatrix)
(cusparseHandle_t handle, cusparseSpSMDescr_t spsmDescr, void* newValues,
 cusparseSpSMUpdate_t updatePart);

#ifdef __cplusplus
}
#endif

#endif
