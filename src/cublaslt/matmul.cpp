// cublasLtMatmul.
#include "cublaslt/log.h"
#include "cublaslt/problem.h"

#include <cstring>

using namespace heddle::cublaslt;
using heddle::cublas::Gemm;
using heddle::cublas::GemmFactor;
using heddle::cublas::GemmOperand;

namespace {

GemmFactor makeFactor(const MatmulDesc& descriptor, const void* pointer) {
  GemmFactor factor;
  if (descriptor.pointerMode == CUBLASLT_POINTER_MODE_DEVICE)
    factor.device = pointer;
  else
    std::memcpy(factor.value, pointer,
                heddle::cublas::bytesOf(static_cast<cudaDataType>(descriptor.scaleType)));
  return factor;
}

// The address of a matrix, or of an array of addresses on the device.
void setAddress(GemmOperand& operand, const MatrixLayout& layout, const void* address) {
  if (layout.batchMode == CUBLASLT_BATCH_MODE_POINTER_ARRAY)
    operand.addresses = static_cast<const void* const*>(address);
  else
    operand.address = address;
}

// The largest magnitude is gathered from all tiles, so it must be zero before the first.
cublasStatus_t clear(cudaStream_t stream, float* place) {
  return heddle::cublas::toStatus(heddle::library::launch(
      stream, "cublasLtMatmul", 1, [place](void*, std::uint64_t, std::uint64_t) {
        if (!heddle::library::isAccessible({place, sizeof *place, sizeof *place, 1}, true))
          return false;
        *place = 0;
        return true;
      }));
}

struct Matrix {
  const void* address;
  cublasLtMatrixLayout_t layout;
};

cublasStatus_t matmul(const MatmulDesc& descriptor, const void* alpha, const Matrix& a,
                      const Matrix& b, const void* beta, const Matrix& c, const Matrix& d,
                      cudaStream_t stream) {
  Problem problem{};
  const cublasStatus_t status = makeProblem(descriptor, contentOf(*a.layout), contentOf(*b.layout),
                                            contentOf(*c.layout), contentOf(*d.layout), problem);
  if (status != CUBLAS_STATUS_SUCCESS)
    return status;
  Gemm& gemm = problem.gemm;
  setAddress(problem.isTransposed ? gemm.b : gemm.a, contentOf(*a.layout), a.address);
  setAddress(problem.isTransposed ? gemm.a : gemm.b, contentOf(*b.layout), b.address);
  setAddress(gemm.c, contentOf(*c.layout), c.address);
  setAddress(gemm.d, contentOf(*d.layout), d.address);
  gemm.alpha = makeFactor(descriptor, alpha);
  gemm.beta = makeFactor(descriptor, beta);
  gemm.epilogue = problem.epilogue;
  if (problem.epilogue && problem.epilogue->largest)
    if (const cublasStatus_t cleared = clear(stream, problem.epilogue->largest);
        cleared != CUBLAS_STATUS_SUCCESS)
      return cleared;
  return heddle::cublas::launchGemms(stream, "cublasLtMatmul", {gemm});
}

} // namespace

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor,
                              const void* alpha, const void* matrixA,
                              cublasLtMatrixLayout_t layoutA, const void* matrixB,
                              cublasLtMatrixLayout_t layoutB, const void* beta, const void* matrixC,
                              cublasLtMatrixLayout_t layoutC, void* matrixD,
                              cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t*, void*,
                              std::size_t, cudaStream_t stream) {
  return logged("cublasLtMatmul", [&]() -> cublasStatus_t {
    if (!handle)
      return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!descriptor || !alpha || !beta || !layoutA || !layoutB || !layoutC || !layoutD)
      return CUBLAS_STATUS_INVALID_VALUE;
    return matmul(contentOf(*descriptor), alpha, {matrixA, layoutA}, {matrixB, layoutB}, beta,
                  {matrixC, layoutC}, {matrixD, layoutD}, stream);
  });
}
