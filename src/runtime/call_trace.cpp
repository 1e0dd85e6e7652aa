#include "runtime/call_trace.h"

#include "cuda_runtime_api.h"

namespace heddle::runtime {

thread_local unsigned CallTrace::depth = 0;

void CallTrace::report(cudaError_t status) {
  --depth;
  trace::call(name_, "", cudaGetErrorName(status), start_, depth);
}

} // namespace heddle::runtime
