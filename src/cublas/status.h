// Status codes of cuBLAS and cublasLt.
#pragma once

#include "cublas_api.h"
#include "cuda_runtime_api.h"

namespace heddle::cublas {

cublasStatus_t toStatus(cudaError_t error);
// Reports sizes that are too large for the engine, once for each function.
cublasStatus_t refuseSizes(const char* name);

// What both libraries answer about codes and about themselves.
const char* statusName(cublasStatus_t status);
const char* statusText(cublasStatus_t status);
cublasStatus_t getProperty(libraryPropertyType type, int* value);

} // namespace heddle::cublas
