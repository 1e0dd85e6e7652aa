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
  if (typeA != CUDA_C_32F || typeC != CUDA_C_32F)
    return call(handle, name, [&] {
      heddle::trace::reportNotSupported(std::string(name) + " with other types than CUDA_C_32F");
      return CUBLAS_STATUS_NOT_SUPPORTED;
    });
  return rankUpdate<T>(handle, name, Update::RankK, isHermitian, uplo, trans, n, k, alpha,
                       static_cast<const T*>(matrixA), lda, nullptr, 1, beta,
                       static_cast<T*>(matrixC), ldc);
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
