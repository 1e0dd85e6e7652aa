// The entry points of products whose types are arguments.
#include "cublas/gemm_calls.h"
#include "cublas/rank_updates.h"
#include "trace/message.h"

#include <string>

using namespace heddle::cublas;

namespace {

// cuBLAS also takes a matrix A of 8-bit integers.
template <class F>
cublasStatus_t syrkEx(cublasHandle_t handle, const char* name, bool isHermitian,
                      cublasFillMode_t uplo, cublasOperation_t trans, std::int64_t n,
                      std::int64_t k, const F* alpha, const void* matrixA, cudaDataType typeA,
                      std::int64_t lda, const F* beta, void* matrixC, cudaDataType typeC,
                      std::int64_t ldc) {
  using T = std::complex<float>;
  if (!heddle::library::isDataType(typeA) || !heddle::library::isDataType(typeC))
    return call(handle, name, [] { return CUBLAS_STATUS_INVALID_VALUE; });
  if (typeA != CUDA_C_32F || typeC != CUDA_C_32F)
    return call(handle, name, [&] {
      heddle::trace::reportNotSupported(std::string(name) + " with other types than CUDA_C_32F");
      return CUBLAS_STATUS_NOT_SUPPORTED;
    });
  return rankUpdate<T>(handle, name, Update::RankK, isHermitian, uplo, trans, n, k, alpha,
                       static_cast<const T*>(matrixA), lda, nullptr, 1, beta,
                       static_cast<T*>(matrixC), ldc);
}

bool isAlgorithm(cublasGemmAlgo_t algorithm) {
  return (algorithm >= CUBLAS_GEMM_DEFAULT && algorithm <= CUBLAS_GEMM_ALGO23) ||
         (algorithm >= CUBLAS_GEMM_DEFAULT_TENSOR_OP && algorithm <= CUBLAS_GEMM_ALGO15_TENSOR_OP);
}

// Multiplies with the algorithm that the program has chosen. All algorithms are the same here, but
// the choice is checked, because programs rely on cuBLAS's statuses: a number that names no
// algorithm, or no type of C, is an invalid value, and a type that exists but does not fit the
// others is not supported.
cublasStatus_t gemmByAlgorithm(cublasHandle_t handle, const char* name, const GemmShape& shape,
                               const void* alpha, const GemmOperand& a, const GemmOperand& b,
                               const void* beta, const GemmOperand& c, cublasComputeType_t compute,
                               cublasGemmAlgo_t algorithm) {
  if (!heddle::library::isDataType(c.type) || !isAlgorithm(algorithm))
    return call(handle, name, [] { return CUBLAS_STATUS_INVALID_VALUE; });
  return gemmEx(handle, name, shape, alpha, a, b, beta, c, compute);
}
// The same for a batch, for which cuBLAS also says that a number that names no compute type is an
// invalid value.
cublasStatus_t batchByAlgorithm(cublasHandle_t handle, const char* name, const GemmShape& shape,
                                const void* alpha, const GemmOperand& a, const GemmOperand& b,
                                const void* beta, const GemmOperand& c, cublasComputeType_t compute,
                                cublasGemmAlgo_t algorithm) {
  if (!isComputeType(compute))
    return call(handle, name, [] { return CUBLAS_STATUS_INVALID_VALUE; });
  return gemmByAlgorithm(handle, name, shape, alpha, a, b, beta, c, compute, algorithm);
}

} // namespace

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/gemm_ex_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/gemm_ex_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
