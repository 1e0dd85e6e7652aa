// Functions for systems that a machine without a GPU does not have: VDPAU and NvSci. They fail as
// they do on a machine with an H200 and without these systems.
#include "cuda_vdpau_interop.h"

#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaVDPAUGetDevice(int*, VdpDevice, VdpGetProcAddress*) {
  return inDriver([](const Driver&) { return cudaErrorUnknown; });
}

cudaError_t cudaVDPAUSetVDPAUDevice(int device, VdpDevice, VdpGetProcAddress*) {
  return inDriver([&](const Driver& driver) {
    int count = 0;
    if (const CUresult result = driver.cuDeviceGetCount(&count); result != CUDA_SUCCESS)
      return toError(result);
    return device >= 0 && device < count ? cudaErrorDevicesUnavailable : cudaErrorInvalidDevice;
  });
}

// Only a context that was made for VDPAU has surfaces.
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(cudaGraphicsResource**, VdpVideoSurface,
                                                  unsigned int) {
  return inContext([](const Driver&) { return CUDA_ERROR_INVALID_CONTEXT; });
}

cudaError_t cudaGraphicsVDPAURegisterOutputSurface(cudaGraphicsResource**, VdpOutputSurface,
                                                   unsigned int) {
  return inContext([](const Driver&) { return CUDA_ERROR_INVALID_CONTEXT; });
}

cudaError_t cudaDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, int device, int flags) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, device, flags);
  });
}
