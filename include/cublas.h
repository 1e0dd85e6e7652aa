/* The interface of cuBLAS before CUDA 4: without handles, with letters for options and factors by
   value. Newer programs include cublas_v2.h; a source cannot have both, since functions of the same
   name differ. */
#ifndef HEDDLE_CUBLAS_H
#define HEDDLE_CUBLAS_H

/* The name that programs test for. */
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h cannot both be included"
#endif

#include "cublas_api.h"
#include "cuda_runtime.h"

#ifndef CUBLASAPI
#define CUBLASAPI
#endif
#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus CUBLASWINAPI cublasInit(void);
cublasStatus CUBLASWINAPI cublasShutdown(void);
cublasStatus CUBLASWINAPI cublasGetError(void);
cublasStatus CUBLASWINAPI cublasGetVersion(int* version);
cublasStatus CUBLASWINAPI cublasAlloc(int n, int elemSize, void** devicePtr);
cublasStatus CUBLASWINAPI cublasFree(void* devicePtr);
cublasStatus CUBLASWINAPI cublasSetKernelStream(cudaStream_t stream);

#include "heddle/cublas/legacy_level1.h"
#include "heddle/cublas/legacy_level2.h"
#include "heddle/cublas/legacy_level3.h"

#ifdef __cplusplus
}
#endif

#endif
