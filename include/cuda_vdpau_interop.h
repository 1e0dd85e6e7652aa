/* VDPAU interoperation of the runtime API. No driver for processors offers VDPAU; docs/graphics.md
   says what the functions answer. */
#ifndef HEDDLE_CUDA_VDPAU_INTEROP_H
#define HEDDLE_CUDA_VDPAU_INTEROP_H

/* The name that programs test for. */
#define __CUDA_VDPAU_INTEROP_H__

#include "cudaVDPAU.h"
#include "cuda_runtime_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t CUDARTAPI cudaVDPAUGetDevice(int* device, VdpDevice vdpDevice,
                                         VdpGetProcAddress* vdpGetProcAddress);
cudaError_t CUDARTAPI cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdpDevice,
                                              VdpGetProcAddress* vdpGetProcAddress);
cudaError_t CUDARTAPI cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource** resource,
                                                            VdpVideoSurface vdpSurface,
                                                            unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource** resource,
                                                             VdpOutputSurface vdpSurface,
                                                             unsigned int flags);

#if defined(__cplusplus)
}
#endif

#endif
