// Products of matrices, D = alpha op(A) op(B) + beta C, for all types, one or many at a time. All
// functions of the gemm family describe their work by a Gemm.
#pragma once

#include "cublas/elements.h"
#include "cublas/gemm_epilogue.h"

#include <memory>
#include <vector>

namespace heddle::cublas {

// A matrix of each product of a batch. Its address is one of an array that lies on the device, or
// `address` and a multiple of `stride`, which counts elements.
struct GemmOperand {
  cudaDataType type;
  const void* address;
  std::int64_t ld;
  std::int64_t stride = 0;
  const void* const* addresses = nullptr;
};

// Alpha or beta, in the scale type: its value, or its place on the device.
struct GemmFactor {
  alignas(16) unsigned char value[16] = {};
  const void* device = nullptr;

  GemmFactor() = default;
  GemmFactor(cublasHandle_t handle, const void* pointer, cudaDataType type);
};

struct Gemm {
  cublasOperation_t operationA, operationB;
  std::int64_t m, n, k;
  std::int64_t batch;
  GemmOperand a, b, c, d; // d is written, and the same as c in cuBLAS itself
  GemmFactor alpha, beta;
  cudaDataType scaleType;
  // What is summed up in: CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F or CUDA_R_32I.
  cudaDataType computeType;
  std::shared_ptr<const GemmEpilogue> epilogue; // only in cublasLt; null: nothing follows
};

// Checks what the leading dimensions and sizes have in common in the whole family.
Arguments checkGemm(const Gemm& gemm);

// Orders the products on the stream; they must be valid. Products that are empty are left out.
cublasStatus_t launchGemms(cudaStream_t stream, const char* name, std::vector<Gemm> gemms);

} // namespace heddle::cublas
