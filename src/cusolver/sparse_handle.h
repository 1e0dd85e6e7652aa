// The object behind a cusolverSpHandle_t, and where its functions do their work: some take memory
// of the host and are done when they return, others take memory of the device and order their work
// on the stream of the handle.
#pragma once

#include "cusolver/handle.h"
#include "cusolver/sparse_matrix.h"
#include "cusolverSp.h"

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};

namespace heddle::cusolver {

using cublas::Real;
using library::Handles;

template <class Body>
cusolverStatus_t call(cusolverSpHandle_t handle, bool areArgumentsValid, Body body) {
  return guarded([&]() -> cusolverStatus_t {
    if (!exist<cusolverSpContext>(handle))
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    return areArgumentsValid ? body() : CUSOLVER_STATUS_INVALID_VALUE;
  });
}

// Guards a function that takes a matrix, in addition to what call() checks: cuSOLVER works only
// with matrices that are described as general ones, so that a missing description is a wrong type.
template <class Body>
cusolverStatus_t callWithMatrix(cusolverSpHandle_t handle, cusparseMatDescr_t descr,
                                bool areArgumentsValid, Body body) {
  return call(handle, areArgumentsValid, [&]() -> cusolverStatus_t {
    return descr && cusparseGetMatType(descr) == CUSPARSE_MATRIX_TYPE_GENERAL
               ? body()
               : CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  });
}

// Places of work. run(handle, work) does the work, which returns false for arrays that cannot be
// accessed or have indices outside of the matrix; canRead() and canWrite() look at memory from it.
struct OnHost {
  template <class Work> static cusolverStatus_t run(cusolverSpHandle_t, Work work) {
    return work() ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
  }
  static cusolverStatus_t wait(cusolverSpHandle_t) { return CUSOLVER_STATUS_SUCCESS; }
  template <class T> static bool canRead(const T*, int) { return true; }
  template <class T> static bool canWrite(T*, int) { return true; }
  template <class Matrix> static bool canRead(const Matrix&) { return true; }
};
struct OnDevice {
  template <class Work> static cusolverStatus_t run(cusolverSpHandle_t handle, Work work) {
    return toStatus(library::launch(
        handle->stream, "cusolverSp", 1,
        [work = std::move(work)](void*, std::uint64_t, std::uint64_t) { return work(); }));
  }
  static cusolverStatus_t wait(cusolverSpHandle_t handle) {
    return toStatus(cudaStreamSynchronize(handle->stream));
  }
  template <class T> static bool canRead(const T* data, int count) {
    return CsrPattern::isReadable(data, index(count));
  }
  template <class T> static bool canWrite(T* data, int count) {
    return CsrPattern::isWritable(data, index(count));
  }
  template <class Matrix> static bool canRead(const Matrix& matrix) {
    return matrix.isAccessible();
  }
};

// The base comes from libcusparse, which has made the descriptor.
inline int baseOf(cusparseMatDescr_t descr) {
  return static_cast<int>(cusparseGetMatIndexBase(descr));
}

} // namespace heddle::cusolver
