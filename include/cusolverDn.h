/* cuSOLVER for dense matrices: linear systems, orthogonal factorisations, eigenvalues and singular
   values. Matrices are in column-major order, as LAPACK has them. */
#ifndef HEDDLE_CUSOLVER_DN_H
#define HEDDLE_CUSOLVER_DN_H

/* The name that programs test for. */
#define CUSOLVERDN_H_

#include "cuComplex.h"
#include "cublas_v2.h"
#include "cusolver_common.h"
#include "driver_types.h"
#include "library_types.h"

#include <stdio.h>

struct cusolverDnContext;
typedef struct cusolverDnContext* cusolverDnHandle_t;
struct syevjInfo;
typedef struct syevjInfo* syevjInfo_t;
struct gesvdjInfo;
typedef struct gesvdjInfo* gesvdjInfo_t;
struct cusolverDnIRSParams;
typedef struct cusolverDnIRSParams* cusolverDnIRSParams_t;
struct cusolverDnIRSInfos;
typedef struct cusolverDnIRSInfos* cusolverDnIRSInfos_t;
struct cusolverDnParams;
typedef struct cusolverDnParams* cusolverDnParams_t;

typedef enum {
  CUSOLVERDN_GETRF = 0,
  CUSOLVERDN_POTRF = 1,
  CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t CUSOLVERAPI cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId);
cusolverStatus_t CUSOLVERAPI cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId);
cusolverStatus_t CUSOLVERAPI cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                            cusolverDeterministicMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                            cusolverDeterministicMode_t* mode);
cusolverStatus_t CUSOLVERAPI cusolverDnSetMathMode(cusolverDnHandle_t handle,
                                                   cusolverMathMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetMathMode(cusolverDnHandle_t handle,
                                                   cusolverMathMode_t* mode);
cusolverStatus_t CUSOLVERAPI cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                            cudaEmulationStrategy_t strategy);
cusolverStatus_t CUSOLVERAPI cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                            cudaEmulationStrategy_t* strategy);

cusolverStatus_t CUSOLVERAPI cusolverDnCreateParams(cusolverDnParams_t* params);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnSetAdvOptions(cusolverDnParams_t params,
                                                     cusolverDnFunction_t function,
                                                     cusolverAlgMode_t algo);

typedef void (*cusolverDnLoggerCallback_t)(int logLevel, const char* functionName,
                                           const char* message);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetFile(FILE* file);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerOpenFile(const char* logFile);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetLevel(int level);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetMask(int mask);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerForceDisable(void);

#ifdef __cplusplus
}
#endif

#include "heddle/cusolver/eigenvalues.h"
#include "heddle/cusolver/generic.h"
#include "heddle/cusolver/linear_systems.h"
#include "heddle/cusolver/orthogonal.h"
#include "heddle/cusolver/refinement.h"
#include "heddle/cusolver/singular_values.h"

#endif
