// What the files with copies share: directions, linear copies, and copies between devices.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

bool isValidKind(cudaMemcpyKind kind);

// Linear copies of at least one byte; `kind` is valid.
CUresult copy(const Driver& driver, void* dst, const void* src, size_t count, cudaMemcpyKind kind);
CUresult copyAsync(const Driver& driver, void* dst, const void* src, size_t count,
                   cudaMemcpyKind kind, CUstream stream);

// The type of memory that a direction names for either side, or CU_MEMORYTYPE_UNIFIED if the driver
// has to find it out from the address.
CUmemorytype sourceType(cudaMemcpyKind kind);
CUmemorytype destinationType(cudaMemcpyKind kind);

// Copies between two devices go through their primary contexts.
template <class Copy>
cudaError_t betweenDevices(int dstDevice, int srcDevice, Copy&& copyPeer,
                           const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    CUcontext dstContext = nullptr;
    if (cudaError_t status = primaryContext(driver, dstDevice, dstContext); status != cudaSuccess)
      return status;
    CUcontext srcContext = nullptr;
    if (cudaError_t status = primaryContext(driver, srcDevice, srcContext); status != cudaSuccess)
      return status;
    return toError(copyPeer(driver, dstContext, srcContext));
  };
  return inContext(body, caller);
}

// Turns a three-dimensional copy into the driver's terms.
cudaError_t describeCopy(const Driver& driver, const cudaMemcpy3DParms& p, CUDA_MEMCPY3D& copy);

} // namespace heddle::runtime
