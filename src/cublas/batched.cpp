// The entry points of batches and groups of products.
#include "cublas/batched_vector.h"
#include "cublas/gemm_calls.h"

using namespace heddle::cublas;

namespace {

// The type of elements.h for a type of the API.
template <class T> struct ElementType {
  using Type = Native<T>;
};
template <> struct ElementType<__half> {
  using Type = Half;
};
template <> struct ElementType<__nv_bfloat16> {
  using Type = Bfloat16;
};
template <class T> using Element = typename ElementType<T>::Type;

// The arrays that describe the groups. They lie on the host.
template <class Int> struct GroupShapes {
  const cublasOperation_t *operationsA, *operationsB;
  const Int *m, *n, *k, *lda, *ldb, *ldc, *sizes;
  Int count;

  bool isComplete() const {
    return count >= 0 && (count == 0 || (operationsA && operationsB && m && n && k && lda && ldb &&
                                         ldc && sizes));
  }
};

template <class Int>
cublasStatus_t gemmGrouped(cublasHandle_t handle, const char* name, const GroupShapes<Int>& shapes,
                           const void* alpha, const void* const* a, cudaDataType typeA,
                           const void* const* b, cudaDataType typeB, const void* beta,
                           const void* const* c, cudaDataType typeC, cublasComputeType_t compute) {
  return call(handle, name, check({shapes.isComplete(), alpha && beta}), [&] {
    GemmTypes types{};
    if (!findGemmTypes(typeA, typeB, typeC, compute, types))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    const std::size_t factorBytes = bytesOf(types.scaleType);
    std::vector<Gemm> gemms;
    std::int64_t first = 0;
    for (Int group = 0; group < shapes.count; ++group) {
      const std::size_t offset = static_cast<std::size_t>(group) * factorBytes;
      const GemmOperand result{typeC, nullptr, shapes.ldc[group], 0, c + first};
      gemms.push_back(
          {shapes.operationsA[group],
           shapes.operationsB[group],
           shapes.m[group],
           shapes.n[group],
           shapes.k[group],
           shapes.sizes[group],
           {typeA, nullptr, shapes.lda[group], 0, a + first},
           {typeB, nullptr, shapes.ldb[group], 0, b + first},
           result,
           result,
           GemmFactor(handle, static_cast<const char*>(alpha) + offset, types.scaleType),
           GemmFactor(handle, static_cast<const char*>(beta) + offset, types.scaleType),
           types.scaleType,
           types.computeType,
           nullptr});
      if (const Arguments arguments = checkGemm(gemms.back()); arguments != Arguments::Valid)
        return arguments == Arguments::TooLarge ? refuseSizes(name) : CUBLAS_STATUS_INVALID_VALUE;
      first += shapes.sizes[group];
    }
    return launchGemms(handle->stream, name, std::move(gemms));
  });
}

} // namespace

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/batched_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/batched_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
