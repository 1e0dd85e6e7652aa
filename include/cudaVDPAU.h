/* VDPAU interoperation of the driver API. No driver for processors offers VDPAU; docs/graphics.md
   says what the functions answer. */
#ifndef HEDDLE_CUDAVDPAU_H
#define HEDDLE_CUDAVDPAU_H

/* The name that programs test for. */
#define CUDAVDPAU_H

#include "cuda.h"

/* The types of VDPAU, from its own header where there is one. */
#if defined(__has_include)
#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#define HEDDLE_VDPAU_HEADER
#endif
#endif
#if !defined(HEDDLE_VDPAU_HEADER)
typedef unsigned int VdpDevice;
typedef unsigned int VdpVideoSurface;
typedef unsigned int VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice, unsigned int, void**);
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#define cuVDPAUCtxCreate cuVDPAUCtxCreate_v2

CUresult CUDAAPI cuVDPAUGetDevice(CUdevice*, VdpDevice, VdpGetProcAddress*);
CUresult CUDAAPI cuVDPAUCtxCreate(CUcontext*, unsigned int, CUdevice, VdpDevice,
                                  VdpGetProcAddress*);
CUresult CUDAAPI cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource*, VdpVideoSurface,
                                                     unsigned int);
CUresult CUDAAPI cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource*, VdpOutputSurface,
                                                      unsigned int);

#if defined(__cplusplus)
}
#endif

#endif
