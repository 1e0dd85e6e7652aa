/* OpenGL interoperation of the driver API. */
#ifndef HEDDLE_CUDAGL_H
#define HEDDLE_CUDAGL_H

/* The name that programs test for. */
#define CUDAGL_H

#include "cuda.h"
#include "heddle/gl_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum CUGLDeviceList_enum {
  CU_GL_DEVICE_LIST_ALL = 0x01,
  CU_GL_DEVICE_LIST_CURRENT_FRAME = 0x02,
  CU_GL_DEVICE_LIST_NEXT_FRAME = 0x03
} CUGLDeviceList;
typedef enum CUGLmap_flags_enum {
  CU_GL_MAP_RESOURCE_FLAGS_NONE = 0x00,
  CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
  CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02
} CUGLmap_flags;

#define cuGLCtxCreate cuGLCtxCreate_v2
#define cuGLMapBufferObject cuGLMapBufferObject_v2
#define cuGLMapBufferObjectAsync cuGLMapBufferObjectAsync_v2
#define cuGLGetDevices cuGLGetDevices_v2

CUresult CUDAAPI cuGraphicsGLRegisterBuffer(CUgraphicsResource*, GLuint, unsigned int);
CUresult CUDAAPI cuGraphicsGLRegisterImage(CUgraphicsResource*, GLuint, GLenum, unsigned int);
CUresult CUDAAPI cuGLGetDevices(unsigned int*, CUdevice*, unsigned int, CUGLDeviceList);
CUresult CUDAAPI cuGLCtxCreate(CUcontext*, unsigned int, CUdevice);
CUresult CUDAAPI cuGLInit(void);
CUresult CUDAAPI cuGLRegisterBufferObject(GLuint);
CUresult CUDAAPI cuGLMapBufferObject(CUdeviceptr*, size_t*, GLuint);
CUresult CUDAAPI cuGLUnmapBufferObject(GLuint);
CUresult CUDAAPI cuGLUnregisterBufferObject(GLuint);
CUresult CUDAAPI cuGLSetBufferObjectMapFlags(GLuint, unsigned int);
CUresult CUDAAPI cuGLMapBufferObjectAsync(CUdeviceptr*, size_t*, GLuint, CUstream);
CUresult CUDAAPI cuGLUnmapBufferObjectAsync(GLuint, CUstream);

#if defined(__cplusplus)
}
#endif

#endif
