/* Types of pointers to the functions of cudaGL.h. */
#ifndef HEDDLE_CUDAGLTYPEDEFS_H
#define HEDDLE_CUDAGLTYPEDEFS_H

/* The name that programs test for. */
#define CUDAGLTYPEDEFS_H

#include "cudaGL.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef CUresult(CUDAAPI* PFN_cuGraphicsGLRegisterBuffer_v3000)(CUgraphicsResource*, GLuint,
                                                                unsigned int);
typedef CUresult(CUDAAPI* PFN_cuGraphicsGLRegisterImage_v3000)(CUgraphicsResource*, GLuint, GLenum,
                                                               unsigned int);
typedef CUresult(CUDAAPI* PFN_cuGLGetDevices_v6050)(unsigned int*, CUdevice_v1*, unsigned int,
                                                    CUGLDeviceList);
typedef CUresult(CUDAAPI* PFN_cuGLCtxCreate_v3020)(CUcontext*, unsigned int, CUdevice_v1);
typedef CUresult(CUDAAPI* PFN_cuGLInit_v2000)(void);
typedef CUresult(CUDAAPI* PFN_cuGLRegisterBufferObject_v2000)(GLuint);
typedef CUresult(CUDAAPI* PFN_cuGLMapBufferObject_v7000_ptds)(CUdeviceptr_v2*, size_t*, GLuint);
typedef CUresult(CUDAAPI* PFN_cuGLUnmapBufferObject_v2000)(GLuint);
typedef CUresult(CUDAAPI* PFN_cuGLUnregisterBufferObject_v2000)(GLuint);
typedef CUresult(CUDAAPI* PFN_cuGLSetBufferObjectMapFlags_v2030)(GLuint, unsigned int);
typedef CUresult(CUDAAPI* PFN_cuGLMapBufferObjectAsync_v7000_ptsz)(CUdeviceptr_v2*, size_t*, GLuint,
                                                                   CUstream);
typedef CUresult(CUDAAPI* PFN_cuGLUnmapBufferObjectAsync_v2030)(GLuint, CUstream);
typedef CUresult(CUDAAPI* PFN_cuGLMapBufferObject_v3020)(CUdeviceptr_v2*, size_t*, GLuint);
typedef CUresult(CUDAAPI* PFN_cuGLMapBufferObjectAsync_v3020)(CUdeviceptr_v2*, size_t*, GLuint,
                                                              CUstream);

#if defined(__cplusplus)
}
#endif

#endif
