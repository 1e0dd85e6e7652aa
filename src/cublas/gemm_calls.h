// The checks that the entry points of the gemm family share.
#pragma once

#include "cublas/gemm_types.h"

namespace heddle::cublas {

struct GemmShape {
  cublasOperation_t operationA, operationB;
  std::int64_t m, n, k;
  std::int64_t batch = 1;
};

// A product, or a batch of them, with types that go together.
inline cublasStatus_t gemm(cublasHandle_t handle, const char* name, const GemmShape& shape,
                           const void* alpha, const GemmOperand& a, const GemmOperand& b,
                           const void* beta, const GemmOperand& c, const GemmTypes& types) {
  Gemm gemm{shape.operationA,
            shape.operationB,
            shape.m,
            shape.n,
            shape.k,
            shape.batch,
            a,
            b,
            c,
            c,
            {},
            {},
            types.scaleType,
            types.computeType,
            nullptr};
  return call(handle, name, check({alpha != nullptr, beta != nullptr}) & checkGemm(gemm), [&] {
    gemm.alpha = GemmFactor(handle, alpha, types.scaleType);
    gemm.beta = GemmFactor(handle, beta, types.scaleType);
    return launchGemms(handle->stream, name, {gemm});
  });
}

// The same with types that the program has chosen.
inline cublasStatus_t gemmEx(cublasHandle_t handle, const char* name, const GemmShape& shape,
                             const void* alpha, const GemmOperand& a, const GemmOperand& b,
                             const void* beta, const GemmOperand& c, cublasComputeType_t compute) {
  GemmTypes types{};
  if (!findGemmTypes(a.type, b.type, c.type, compute, types))
    return call(handle, name, [] { return CUBLAS_STATUS_NOT_SUPPORTED; });
  return gemm(handle, name, shape, alpha, a, b, beta, c, types);
}

} // namespace heddle::cublas
