// The log of cublasLt, and what all its functions that work on streams have in common.
#pragma once

#include "cublasLt.h"
#include "ir/api_boundary.h"

namespace heddle::cublaslt {

// Writes a line about a call, if anybody wants it.
void logCall(const char* name, cublasStatus_t status);

// Runs the body of a function of the API, from which no exception may leave.
template <class Body> cublasStatus_t logged(const char* name, Body body) {
  const cublasStatus_t status = withoutExceptions<cublasStatus_t>(
      {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_INTERNAL_ERROR},
      body);
  logCall(name, status);
  return status;
}

} // namespace heddle::cublaslt
