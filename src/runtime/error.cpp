#include "runtime/error.h"

#include "ir/error_texts.h"
#include "runtime/call_trace.h"
#include "runtime/runtime.h"
#include "trace/message.h"

#include <utility>

namespace heddle::runtime {
namespace {

thread_local cudaError_t lastError = cudaSuccess;

} // namespace

cudaError_t record(cudaError_t status) {
  if (status != cudaSuccess && status != cudaErrorNotReady) [[unlikely]]
    lastError = status;
  return status;
}

} // namespace heddle::runtime

using namespace heddle::runtime;

cudaError_t cudaGetLastError() {
  return CallTrace("cudaGetLastError").end(std::exchange(lastError, cudaSuccess));
}

cudaError_t cudaPeekAtLastError() {
  return CallTrace("cudaPeekAtLastError").end(lastError);
}

const char* cudaGetErrorName(cudaError_t error) {
  const heddle::ErrorText* found = heddle::findErrorText(heddle::kRuntimeErrors, error);
  return found ? found->name : heddle::kUnrecognizedError;
}

const char* cudaGetErrorString(cudaError_t error) {
  const heddle::ErrorText* found = heddle::findErrorText(heddle::kRuntimeErrors, error);
  return found ? found->text : heddle::kUnrecognizedError;
}
