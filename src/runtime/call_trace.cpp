#include "runtime/call_trace.h"

#include "cuda_runtime_api.h"

#include <cstring>

namespace heddle::runtime {

namespace {

thread_local unsigned depth = 0;
const trace::DepthTable* driverDepth = nullptr;

void setDepth(unsigned value) {
  depth = value;
  if (driverDepth)
    driverDepth->set(value);
}

} // namespace

void CallTrace::findDriverDepth(void* getExportTable) {
  CUuuid id;
  std::memcpy(id.bytes, trace::kDepthTableId, sizeof id.bytes);
  const void* table = nullptr;
  if (getExportTable &&
      reinterpret_cast<decltype(&::cuGetExportTable)>(getExportTable)(&table, &id) == CUDA_SUCCESS)
    driverDepth = static_cast<const trace::DepthTable*>(table);
  setDepth(depth);
}

void CallTrace::enter() {
  setDepth(depth + 1);
}

void CallTrace::report(cudaError_t status) {
  setDepth(depth - 1);
  trace::call(name_, "", cudaGetErrorName(status), start_, depth);
}

} // namespace heddle::runtime
