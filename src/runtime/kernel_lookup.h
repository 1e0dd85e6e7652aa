// Finds the driver's handle for what a program passes as a kernel.
#pragma once

#include "runtime/runtime.h"
#include "runtime/texture_reference.h"

#include <climits>

namespace heddle::runtime {

// `function` is the address of a kernel's host stub or a cudaKernel_t. An address that has not been
// registered is taken for a handle, which the driver checks.
cudaError_t findKernel(const Driver& driver, const void* function, CUkernel& kernel);

// The function by which a program names the kernel: the address of its host stub, or the handle
// itself for a kernel that the program has not registered.
void* hostFunctionOf(CUkernel kernel);

// Every driver function that takes a CUfunction takes a CUkernel too.
inline CUfunction asFunction(CUkernel kernel) {
  return reinterpret_cast<CUfunction>(kernel);
}

// Calls `use(driver, kernel)` with a context current.
template <class Use>
cudaError_t withKernel(const void* function, Use&& use, const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    CUkernel kernel = nullptr;
    if (cudaError_t status = findKernel(driver, function, kernel); status != cudaSuccess)
      return status;
    TextureReferences::instance().refresh(driver);
    return toError(use(driver, kernel));
  };
  return inContext(body, caller);
}

// The driver takes the size of shared memory in 32 bits. Sizes beyond become the largest number,
// which it refuses.
inline unsigned sharedBytes(size_t bytes) {
  return bytes > UINT_MAX ? UINT_MAX : static_cast<unsigned>(bytes);
}

CUlaunchConfig toDriver(const cudaLaunchConfig_t& config);

} // namespace heddle::runtime
