// Functions for systems that a machine without a GPU does not have. They fail as those of a GPU's
// driver do where these systems are missing: the codes are an H200's.
#include "driver/core/driver.h"

using namespace heddle::driver;

CUresult cuVDPAUGetDevice(CUdevice*, VdpDevice, VdpGetProcAddress*) {
  HEDDLE_TRY(Driver::instance().state());
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuVDPAUCtxCreate(CUcontext*, unsigned int, CUdevice, VdpDevice, VdpGetProcAddress*) {
  HEDDLE_TRY(Driver::instance().state());
  return CUDA_ERROR_UNKNOWN;
}

// Only a context that was made for VDPAU has surfaces.
CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource*, VdpVideoSurface, unsigned int) {
  HEDDLE_TRY(Driver::instance().state());
  return CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource*, VdpOutputSurface, unsigned int) {
  HEDDLE_TRY(Driver::instance().state());
  return CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuDeviceGetNvSciSyncAttributes(void* attributes, CUdevice, int) {
  HEDDLE_TRY(Driver::instance().state());
  return attributes ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
}
