// cublasSet* and cublasGet*: copies of vectors and matrices between host and device, which need no
// handle.
#include "cublas/handle.h"

using namespace heddle::cublas;

namespace {

// Columns of `width` bytes that lie a pitch apart on either side. Without a stream the copy is
// done when the call returns.
struct Columns {
  std::size_t width, count, fromPitch, toPitch;
};
cublasStatus_t copy(const Columns& columns, const void* from, void* to, cudaMemcpyKind kind,
                    const cudaStream_t* stream) {
  if (columns.width == 0 || columns.count == 0)
    return CUBLAS_STATUS_SUCCESS;
  const cudaError_t error = stream ? cudaMemcpy2DAsync(to, columns.toPitch, from, columns.fromPitch,
                                                       columns.width, columns.count, kind, *stream)
                                   : cudaMemcpy2D(to, columns.toPitch, from, columns.fromPitch,
                                                  columns.width, columns.count, kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t copyMatrix(std::int64_t rows, std::int64_t columns, std::int64_t elementBytes,
                          const void* from, std::int64_t fromLd, void* to, std::int64_t toLd,
                          cudaMemcpyKind kind, const cudaStream_t* stream) {
  // With a pitch smaller than a column, columns overlap. cuBLAS reports that as an error of the
  // copy, not of the argument.
  if (rows < 0 || columns < 0 || elementBytes <= 0 || fromLd <= 0 || toLd <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto bytes = [&](std::int64_t elements) {
    return static_cast<std::size_t>(elements) * static_cast<std::size_t>(elementBytes);
  };
  return copy({bytes(rows), static_cast<std::size_t>(columns), bytes(fromLd), bytes(toLd)}, from,
              to, kind, stream);
}

// A vector is a row of a matrix, or a column where its elements are neighbours.
cublasStatus_t copyVector(std::int64_t n, std::int64_t elementBytes, const void* from,
                          std::int64_t fromIncrement, void* to, std::int64_t toIncrement,
                          cudaMemcpyKind kind, const cudaStream_t* stream) {
  if (elementBytes <= 0 || fromIncrement <= 0 || toIncrement <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  if (fromIncrement == 1 && toIncrement == 1)
    return copyMatrix(n, 1, elementBytes, from, n, to, n, kind, stream);
  return copyMatrix(1, n, elementBytes, from, fromIncrement, to, toIncrement, kind, stream);
}

} // namespace

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/copies_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/copies_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
