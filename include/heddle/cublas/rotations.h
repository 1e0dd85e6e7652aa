/* The construction of Givens rotations, which has no sizes. */
#ifndef HEDDLE_CUBLAS_ROTATIONS_H
#define HEDDLE_CUBLAS_ROTATIONS_H

#include "heddle/cublas/types.h"

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t CUBLASWINAPI cublasSrotg_v2(cublasHandle_t handle, float* a, float* b, float* c,
                                           float* s);
cublasStatus_t CUBLASWINAPI cublasDrotg_v2(cublasHandle_t handle, double* a, double* b, double* c,
                                           double* s);
cublasStatus_t CUBLASWINAPI cublasCrotg_v2(cublasHandle_t handle, cuComplex* a, cuComplex* b,
                                           float* c, cuComplex* s);
cublasStatus_t CUBLASWINAPI cublasZrotg_v2(cublasHandle_t handle, cuDoubleComplex* a,
                                           cuDoubleComplex* b, double* c, cuDoubleComplex* s);
cublasStatus_t CUBLASWINAPI cublasSrotmg_v2(cublasHandle_t handle, float* d1, float* d2, float* x1,
                                            const float* y1, float* param);
cublasStatus_t CUBLASWINAPI cublasDrotmg_v2(cublasHandle_t handle, double* d1, double* d2,
                                            double* x1, const double* y1, double* param);
cublasStatus_t CUBLASWINAPI cublasRotgEx(cublasHandle_t handle, void* a, void* b,
                                         cudaDataType abType, void* c, void* s, cudaDataType csType,
                                         cudaDataType executiontype);
cublasStatus_t CUBLASWINAPI cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type,
                                          void* d2, cudaDataType d2Type, void* x1,
                                          cudaDataType x1Type, const void* y1, cudaDataType y1Type,
                                          void* param, cudaDataType paramType,
                                          cudaDataType executiontype);

#ifdef __cplusplus
}
#endif

#endif
