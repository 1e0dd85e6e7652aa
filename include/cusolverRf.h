/* cuSOLVER for sequences of sparse systems whose matrices have the same structure: P * A * Q^T =
   L * U is given for one of them, and the others are factored with its P, Q and structure. */
#ifndef HEDDLE_CUSOLVER_RF_H
#define HEDDLE_CUSOLVER_RF_H

/* The name that programs test for. */
#define CUSOLVERRF_H_

#include "cuComplex.h"
#include "cusolver_common.h"
#include "driver_types.h"

typedef enum {
  CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
  CUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} cusolverRfResetValuesFastMode_t;

typedef enum {
  CUSOLVERRF_MATRIX_FORMAT_CSR = 0,
  CUSOLVERRF_MATRIX_FORMAT_CSC = 1
} cusolverRfMatrixFormat_t;

/* Which factor has a diagonal of ones, and whether these are stored. */
typedef enum {
  CUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
  CUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} cusolverRfUnitDiagonal_t;

typedef enum {
  CUSOLVERRF_FACTORIZATION_ALG0 = 0,
  CUSOLVERRF_FACTORIZATION_ALG1 = 1,
  CUSOLVERRF_FACTORIZATION_ALG2 = 2
} cusolverRfFactorization_t;

typedef enum {
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} cusolverRfTriangularSolve_t;

typedef enum {
  CUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
  CUSOLVERRF_NUMERIC_BOOST_USED = 1
} cusolverRfNumericBoostReport_t;

struct cusolverRfCommon;
typedef struct cusolverRfCommon* cusolverRfHandle_t;

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSOLVER_RF(name) cusolverStatus_t CUSOLVERAPI cusolverRf##name

HEDDLE_CUSOLVER_RF(Create)(cusolverRfHandle_t* handle);
HEDDLE_CUSOLVER_RF(Destroy)(cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(GetMatrixFormat)(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t* format,
                                    cusolverRfUnitDiagonal_t* diag);
HEDDLE_CUSOLVER_RF(SetMatrixFormat)(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format,
                                    cusolverRfUnitDiagonal_t diag);
HEDDLE_CUSOLVER_RF(SetNumericProperties)(cusolverRfHandle_t handle, double zero, double boost);
HEDDLE_CUSOLVER_RF(GetNumericProperties)(cusolverRfHandle_t handle, double* zero, double* boost);
HEDDLE_CUSOLVER_RF(GetNumericBoostReport)(cusolverRfHandle_t handle,
                                          cusolverRfNumericBoostReport_t* report);
HEDDLE_CUSOLVER_RF(SetAlgs)(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                            cusolverRfTriangularSolve_t solveAlg);
HEDDLE_CUSOLVER_RF(GetAlgs)(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                            cusolverRfTriangularSolve_t* solveAlg);
HEDDLE_CUSOLVER_RF(GetResetValuesFastMode)(cusolverRfHandle_t handle,
                                           cusolverRfResetValuesFastMode_t* fastMode);
HEDDLE_CUSOLVER_RF(SetResetValuesFastMode)(cusolverRfHandle_t handle,
                                           cusolverRfResetValuesFastMode_t fastMode);

/* Arrays whose names begin with h_ are memory of the host, all others of the device. */
HEDDLE_CUSOLVER_RF(SetupHost)(int n, int nnzA, int* h_csrRowPtrA, int* h_csrColIndA,
                              double* h_csrValA, int nnzL, int* h_csrRowPtrL, int* h_csrColIndL,
                              double* h_csrValL, int nnzU, int* h_csrRowPtrU, int* h_csrColIndU,
                              double* h_csrValU, int* h_P, int* h_Q, cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(SetupDevice)(int n, int nnzA, int* csrRowPtrA, int* csrColIndA, double* csrValA,
                                int nnzL, int* csrRowPtrL, int* csrColIndL, double* csrValL,
                                int nnzU, int* csrRowPtrU, int* csrColIndU, double* csrValU, int* P,
                                int* Q, cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(ResetValues)(int n, int nnzA, int* csrRowPtrA, int* csrColIndA, double* csrValA,
                                int* P, int* Q, cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(Analyze)(cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(Refactor)(cusolverRfHandle_t handle);
/* L and U in one matrix, without the ones on a diagonal. */
HEDDLE_CUSOLVER_RF(AccessBundledFactorsDevice)(cusolverRfHandle_t handle, int* nnzM, int** Mp,
                                               int** Mi, double** Mx);
/* The arrays are made with malloc, and the program frees them. */
HEDDLE_CUSOLVER_RF(ExtractBundledFactorsHost)(cusolverRfHandle_t handle, int* h_nnzM, int** h_Mp,
                                              int** h_Mi, double** h_Mx);
HEDDLE_CUSOLVER_RF(ExtractSplitFactorsHost)(cusolverRfHandle_t handle, int* h_nnzL,
                                            int** h_csrRowPtrL, int** h_csrColIndL,
                                            double** h_csrValL, int* h_nnzU, int** h_csrRowPtrU,
                                            int** h_csrColIndU, double** h_csrValU);
HEDDLE_CUSOLVER_RF(Solve)(cusolverRfHandle_t handle, int* P, int* Q, int nrhs, double* Temp,
                          int ldt, double* XF, int ldxf);

HEDDLE_CUSOLVER_RF(BatchSetupHost)(int batchSize, int n, int nnzA, int* h_csrRowPtrA,
                                   int* h_csrColIndA, double* h_csrValA_array[], int nnzL,
                                   int* h_csrRowPtrL, int* h_csrColIndL, double* h_csrValL,
                                   int nnzU, int* h_csrRowPtrU, int* h_csrColIndU,
                                   double* h_csrValU, int* h_P, int* h_Q,
                                   cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(BatchResetValues)(int batchSize, int n, int nnzA, int* csrRowPtrA,
                                     int* csrColIndA, double* csrValA_array[], int* P, int* Q,
                                     cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(BatchAnalyze)(cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(BatchRefactor)(cusolverRfHandle_t handle);
HEDDLE_CUSOLVER_RF(BatchSolve)(cusolverRfHandle_t handle, int* P, int* Q, int nrhs, double* Temp,
                               int ldt, double* XF_array[], int ldxf);
HEDDLE_CUSOLVER_RF(BatchZeroPivot)(cusolverRfHandle_t handle, int* position);

#undef HEDDLE_CUSOLVER_RF

#ifdef __cplusplus
}
#endif

#endif
