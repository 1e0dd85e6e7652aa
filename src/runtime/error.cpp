#include "runtime/error.h"

#include "runtime/runtime.h"
#include "trace/message.h"

#include <algorithm>
#include <utility>

namespace heddle::runtime {
namespace {

struct ErrorText {
  int code;
  const char* name;
  const char* text;
};

constexpr ErrorText kErrors[] = {
#define HEDDLE_ERROR(name, text) {name, #name, text},
#include "ir/runtime_errors.def"
#undef HEDDLE_ERROR
};
static_assert(std::ranges::is_sorted(kErrors, {}, &ErrorText::code));

constexpr const char* kUnknownCode = "unrecognized error code";

const ErrorText* find(int code) {
  const auto* found = std::ranges::lower_bound(kErrors, code, {}, &ErrorText::code);
  return found != std::end(kErrors) && found->code == code ? found : nullptr;
}

thread_local cudaError_t lastError = cudaSuccess;

} // namespace

cudaError_t record(cudaError_t status) {
  if (status != cudaSuccess && status != cudaErrorNotReady) [[unlikely]]
    lastError = status;
  return status;
}

cudaError_t notSupported(const char* function) {
  trace::reportNotSupported(function);
  return record(cudaErrorNotSupported);
}

} // namespace heddle::runtime

using namespace heddle::runtime;

cudaError_t cudaGetLastError() {
  return std::exchange(lastError, cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
  return lastError;
}

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* found = find(error);
  return found ? found->name : kUnknownCode;
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* found = find(error);
  return found ? found->text : kUnknownCode;
}
