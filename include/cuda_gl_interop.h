/* OpenGL interoperation of the runtime API. */
#ifndef HEDDLE_CUDA_GL_INTEROP_H
#define HEDDLE_CUDA_GL_INTEROP_H

/* The name that programs test for. */
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"
#include "heddle/gl_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int*, int*, unsigned int, enum cudaGLDeviceList);
cudaError_t CUDARTAPI cudaGraphicsGLRegisterImage(struct cudaGraphicsResource**, GLuint, GLenum,
                                                  unsigned int);
cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource**, GLuint,
                                                   unsigned int);
cudaError_t CUDARTAPI cudaGLSetGLDevice(int);
cudaError_t CUDARTAPI cudaGLRegisterBufferObject(GLuint);
cudaError_t CUDARTAPI cudaGLMapBufferObject(void**, GLuint);
cudaError_t CUDARTAPI cudaGLUnmapBufferObject(GLuint);
cudaError_t CUDARTAPI cudaGLUnregisterBufferObject(GLuint);
cudaError_t CUDARTAPI cudaGLSetBufferObjectMapFlags(GLuint, unsigned int);
cudaError_t CUDARTAPI cudaGLMapBufferObjectAsync(void**, GLuint, cudaStream_t);
cudaError_t CUDARTAPI cudaGLUnmapBufferObjectAsync(GLuint, cudaStream_t);

#if defined(__cplusplus)
}
#endif

#endif
