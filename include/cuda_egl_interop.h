/* EGL interoperation of the runtime API. */
#ifndef HEDDLE_CUDA_EGL_INTEROP_H
#define HEDDLE_CUDA_EGL_INTEROP_H

/* The name that programs test for. */
#define _CUDA_EGL_INTEROP_H

#include "cuda_runtime_api.h"
#include "heddle/egl_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#if !defined(CUDA_EGL_MAX_PLANES)
#define CUDA_EGL_MAX_PLANES 3
#endif

typedef enum cudaEglFrameType_enum {
  cudaEglFrameTypeArray = 0,
  cudaEglFrameTypePitch = 1
} cudaEglFrameType;

typedef enum cudaEglResourceLocationFlags_enum {
  cudaEglResourceLocationSysmem = 0x00,
  cudaEglResourceLocationVidmem = 0x01
} cudaEglResourceLocationFlags;

/* The formats without subsampling, and the first ones with it. */
typedef enum cudaEglColorFormat_enum {
  cudaEglColorFormatYUV420Planar = 0,
  cudaEglColorFormatYUV420SemiPlanar = 1,
  cudaEglColorFormatYUV422Planar = 2,
  cudaEglColorFormatYUV422SemiPlanar = 3,
  cudaEglColorFormatARGB = 6,
  cudaEglColorFormatRGBA = 7,
  cudaEglColorFormatL = 8,
  cudaEglColorFormatR = 9,
  cudaEglColorFormatYUV444Planar = 10,
  cudaEglColorFormatYUV444SemiPlanar = 11,
  cudaEglColorFormatYUYV422 = 12,
  cudaEglColorFormatUYVY422 = 13,
  cudaEglColorFormatABGR = 14,
  cudaEglColorFormatBGRA = 15,
  cudaEglColorFormatA = 16,
  cudaEglColorFormatRG = 17,
  cudaEglColorFormatAYUV = 18
} cudaEglColorFormat;

typedef struct cudaEglPlaneDesc_st {
  unsigned int width;
  unsigned int height;
  unsigned int depth;
  unsigned int pitch;
  unsigned int numChannels;
  struct cudaChannelFormatDesc channelDesc;
  unsigned int reserved[4];
} cudaEglPlaneDesc;

typedef struct cudaEglFrame_st {
  union {
    cudaArray_t pArray[CUDA_EGL_MAX_PLANES];
    struct cudaPitchedPtr pPitch[CUDA_EGL_MAX_PLANES];
  } frame;
  cudaEglPlaneDesc planeDesc[CUDA_EGL_MAX_PLANES];
  unsigned int planeCount;
  cudaEglFrameType frameType;
  cudaEglColorFormat eglColorFormat;
} cudaEglFrame;

typedef struct CUeglStreamConnection_st* cudaEglStreamConnection;

cudaError_t CUDARTAPI cudaGraphicsEGLRegisterImage(struct cudaGraphicsResource** pCudaResource,
                                                   EGLImageKHR image, unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame* eglFrame,
                                                            cudaGraphicsResource_t resource,
                                                            unsigned int index,
                                                            unsigned int mipLevel);
cudaError_t CUDARTAPI cudaEGLStreamConsumerConnect(cudaEglStreamConnection* conn,
                                                   EGLStreamKHR eglStream);
cudaError_t CUDARTAPI cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection* conn,
                                                            EGLStreamKHR eglStream,
                                                            unsigned int flags);
cudaError_t CUDARTAPI cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection* conn);
cudaError_t CUDARTAPI cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection* conn,
                                                        cudaGraphicsResource_t* pCudaResource,
                                                        cudaStream_t* pStream,
                                                        unsigned int timeout);
cudaError_t CUDARTAPI cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection* conn,
                                                        cudaGraphicsResource_t pCudaResource,
                                                        cudaStream_t* pStream);
cudaError_t CUDARTAPI cudaEGLStreamProducerConnect(cudaEglStreamConnection* conn,
                                                   EGLStreamKHR eglStream, EGLint width,
                                                   EGLint height);
cudaError_t CUDARTAPI cudaEGLStreamProducerDisconnect(cudaEglStreamConnection* conn);
cudaError_t CUDARTAPI cudaEGLStreamProducerPresentFrame(cudaEglStreamConnection* conn,
                                                        cudaEglFrame eglframe,
                                                        cudaStream_t* pStream);
cudaError_t CUDARTAPI cudaEGLStreamProducerReturnFrame(cudaEglStreamConnection* conn,
                                                       cudaEglFrame* eglframe,
                                                       cudaStream_t* pStream);
cudaError_t CUDARTAPI cudaEventCreateFromEGLSync(cudaEvent_t* phEvent, EGLSyncKHR eglSync,
                                                 unsigned int flags);

#if defined(__cplusplus)
}
#endif

#endif
