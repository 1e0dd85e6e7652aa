// Device variables, named by their host shadows.
#include "runtime/copy.h"
#include "runtime/registry.h"

#include <optional>

using namespace heddle::runtime;

namespace {

cudaError_t findSymbol(const Driver& driver, const void* symbol, Variable*& variable,
                       CUdeviceptr& address) {
  variable = Registry::instance().findVariable(symbol);
  return variable ? variable->address(driver, address) : cudaErrorInvalidSymbol;
}

// Finds the bytes of a variable for a copy to or from it. `wrongKind` is the direction in which the
// variable would be on the host.
cudaError_t symbolRange(const Driver& driver, const void* symbol, size_t count, size_t offset,
                        cudaMemcpyKind& kind, cudaMemcpyKind wrongKind, void*& start) {
  if (count == 0)
    return cudaSuccess;
  Variable* variable = nullptr;
  CUdeviceptr address = 0;
  if (cudaError_t status = findSymbol(driver, symbol, variable, address); status != cudaSuccess)
    return status;
  if (offset > variable->size() || count > variable->size() - offset)
    return cudaErrorInvalidValue;
  if (!isValidKind(kind) || kind == cudaMemcpyHostToHost || kind == wrongKind)
    return cudaErrorInvalidMemcpyDirection;
  // Managed variables are in the program's own memory.
  if (variable->kind() != Variable::Kind::Device)
    kind = cudaMemcpyDefault;
  start = reinterpret_cast<void*>(address + offset);
  return cudaSuccess;
}

using Stream = std::optional<cudaStream_t>; // none: synchronous

CUresult copyBytes(const Driver& driver, void* dst, const void* src, size_t count,
                   cudaMemcpyKind kind, Stream stream) {
  if (count == 0)
    return CUDA_SUCCESS;
  return stream ? copyAsync(driver, dst, src, count, kind, *stream)
                : copy(driver, dst, src, count, kind);
}

cudaError_t copyTo(const void* symbol, const void* src, size_t count, size_t offset,
                   cudaMemcpyKind kind, Stream stream, const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    void* start = nullptr;
    if (cudaError_t status =
            symbolRange(driver, symbol, count, offset, kind, cudaMemcpyDeviceToHost, start);
        status != cudaSuccess)
      return status;
    return toError(copyBytes(driver, start, src, count, kind, stream));
  };
  return inContext(body, caller);
}

cudaError_t copyFrom(void* dst, const void* symbol, size_t count, size_t offset,
                     cudaMemcpyKind kind, Stream stream,
                     const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    void* start = nullptr;
    if (cudaError_t status =
            symbolRange(driver, symbol, count, offset, kind, cudaMemcpyHostToDevice, start);
        status != cudaSuccess)
      return status;
    return toError(copyBytes(driver, dst, start, count, kind, stream));
  };
  return inContext(body, caller);
}

} // namespace

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  if (!devPtr)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    Variable* variable = nullptr;
    CUdeviceptr address = 0;
    cudaError_t status = findSymbol(driver, symbol, variable, address);
    if (status == cudaSuccess)
      *devPtr = reinterpret_cast<void*>(address);
    return status;
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  if (!size)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    Variable* variable = nullptr;
    CUdeviceptr address = 0;
    cudaError_t status = findSymbol(driver, symbol, variable, address);
    if (status == cudaSuccess)
      *size = variable->size();
    return status;
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  return copyTo(symbol, src, count, offset, kind, {});
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyTo(symbol, src, count, offset, kind, stream);
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  return copyFrom(dst, symbol, count, offset, kind, {});
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return copyFrom(dst, symbol, count, offset, kind, stream);
}
