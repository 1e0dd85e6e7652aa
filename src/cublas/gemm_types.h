// Which types the functions of the gemm family combine.
#pragma once

#include "cublas/gemm.h"

namespace heddle::cublas {

// The types of a product that go with types of operands and a cublasComputeType_t.
struct GemmTypes {
  cudaDataType scaleType;
  cudaDataType computeType; // as in Gemm
};

bool isComputeType(cublasComputeType_t compute);

// False when cuBLAS has no such combination.
bool findGemmTypes(cudaDataType a, cudaDataType b, cudaDataType c, cublasComputeType_t compute,
                   GemmTypes& types);

} // namespace heddle::cublas
