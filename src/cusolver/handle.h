// The object behind a cusolverDnHandle_t, and how a function of the API orders its work on the
// stream of that handle.
#pragma once

#include "cublas/operands.h"
#include "cusolver/log.h"
#include "cusolverDn.h"
#include "ir/api_boundary.h"
#include "library/handles.h"
#include "library/stream_work.h"

#include <functional>
#include <vector>

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
  cusolverDeterministicMode_t deterministicMode = CUSOLVER_DETERMINISTIC_RESULTS;
  cusolverMathMode_t mathMode = CUSOLVER_DEFAULT_MATH;
  cudaEmulationStrategy_t emulationStrategy = CUDA_EMULATION_STRATEGY_DEFAULT;
};

// Nothing of what cusolverDnSetAdvOptions chooses changes a result, so nothing is kept.
struct cusolverDnParams {};

namespace heddle::cusolver {

using cublas::atLeastOne;
using cublas::isDiagonal;
using cublas::isOperation;
using cublas::isSide;
using cublas::isTriangle;
using cublas::native;
using cublas::Native;
using library::exist;

// The handle that a function of the API was called with, and the name of that function for the log.
// Code that several functions share takes this type instead of a handle, so that the conversion
// happens in the function of the API, where __builtin_FUNCTION() is the name that the log wants.
class Call {
public:
  Call(cusolverDnHandle_t handle, const char* name = __builtin_FUNCTION())
      : handle_(handle), name_(name) {}
  operator cusolverDnHandle_t() const { return handle_; }
  cusolverDnContext& operator*() const { return *handle_; }
  cusolverDnContext* operator->() const { return handle_; }
  const char* name() const { return name_; }

private:
  cusolverDnHandle_t handle_;
  const char* name_;
};

// Memory that work on the stream reads, or reads and writes.
struct Operand {
  MemoryRows memory;
  bool isWritten;
};
// A matrix in column-major order.
template <class T>
Operand matrix(T* address, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
  const bool isEmpty = rows <= 0 || columns <= 0;
  const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); };
  return {{address, isEmpty ? 0 : bytes(rows), isEmpty ? 0 : bytes(ld),
           isEmpty ? 0 : static_cast<std::size_t>(columns)},
          !std::is_const_v<T>};
}
template <class T> Operand vector(T* address, std::int64_t count) {
  return matrix(address, count, 1, count);
}
// It looks at device memory, so only work on a stream may call it.
bool areAccessible(const std::vector<Operand>& operands);

// Runs the body of a function of the API, from which no exception may leave.
template <class Body> cusolverStatus_t guarded(Body body) {
  return withoutExceptions<cusolverStatus_t>({CUSOLVER_STATUS_ALLOC_FAILED,
                                              CUSOLVER_STATUS_INTERNAL_ERROR,
                                              CUSOLVER_STATUS_INTERNAL_ERROR},
                                             body);
}
// Guards a function that has a handle and whose other arguments have been checked, and logs the
// call.
template <class Body> cusolverStatus_t call(Call handle, bool areArgumentsValid, Body body) {
  const cusolverStatus_t status = guarded([&]() -> cusolverStatus_t {
    if (!exist<cusolverDnContext>(handle))
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    return areArgumentsValid ? body() : CUSOLVER_STATUS_INVALID_VALUE;
  });
  logCall(handle.name(), status);
  return status;
}

// The status of the few functions for which cuSOLVER takes a missing handle for an invalid value.
inline cusolverStatus_t invalidWithoutHandle(cusolverStatus_t status) {
  return status == CUSOLVER_STATUS_NOT_INITIALIZED ? CUSOLVER_STATUS_INVALID_VALUE : status;
}

inline cusolverStatus_t toStatus(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return CUSOLVER_STATUS_SUCCESS;
  case cudaErrorMemoryAllocation:
    return CUSOLVER_STATUS_ALLOC_FAILED;
  case cudaErrorNotSupported:
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  default:
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

// Orders work() on the stream of the handle, once all of the operands are known to be there.
cusolverStatus_t launch(cusolverDnHandle_t handle, const char* name, std::vector<Operand> operands,
                        std::function<void()> work);
// The same for work that returns false when a number in memory, such as a pivot, is no valid index.
cusolverStatus_t launchChecked(cusolverDnHandle_t handle, const char* name,
                               std::vector<Operand> operands, std::function<bool()> work);
// Orders work(index) for each matrix of a batch. It returns false when memory is not there.
cusolverStatus_t launchBatch(cusolverDnHandle_t handle, const char* name, std::int64_t count,
                             std::function<bool(std::int64_t)> work);
// For functions that write a result to the host: waits until the work is done.
cusolverStatus_t wait(cusolverDnHandle_t handle, cusolverStatus_t launched);

// What the functions that ask for the size of scratch memory answer. The work allocates what it
// needs itself, so one element is enough for all of them. Most of them look at few arguments, on a
// GPU too: a wrong one is found by the function that does the work.
template <class Size>
cusolverStatus_t answerBufferSize(Call handle, bool areArgumentsValid, Size* size) {
  return call(handle, areArgumentsValid && size, [=] {
    *size = 1;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Answers for functions that give a size on a GPU even without a valid handle.
template <class Size> cusolverStatus_t answerBufferSize(Call handle, Size* size) {
  const cusolverStatus_t status = size ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
  if (size)
    *size = 1;
  logCall(handle.name(), status);
  return status;
}

// LAPACK's letters. `isMode` and the like say whether a program has passed one of the enumerators.
inline char triangleLetter(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 'L';
}
inline char sideLetter(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? 'L' : 'R';
}
// For real matrices, LAPACK knows only transposes in some functions.
template <class T> char operationLetter(cublasOperation_t operation) {
  if (operation == CUBLAS_OP_N)
    return 'N';
  return cublas::kIsComplex<T> && operation == CUBLAS_OP_C ? 'C' : 'T';
}
inline bool isMode(cusolverEigMode_t mode) {
  return mode == CUSOLVER_EIG_MODE_NOVECTOR || mode == CUSOLVER_EIG_MODE_VECTOR;
}
inline char modeLetter(cusolverEigMode_t mode) {
  return mode == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
}

} // namespace heddle::cusolver
