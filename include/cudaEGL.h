/* EGL interoperation of the driver API. */
#ifndef HEDDLE_CUDAEGL_H
#define HEDDLE_CUDAEGL_H

/* The name that programs test for. */
#define CUDAEGL_H

#include "cuda.h"
#include "heddle/egl_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define CUDA_EGL_MAX_PLANES 3
#define MAX_PLANES CUDA_EGL_MAX_PLANES
#define CUDA_EGL_INFINITE_TIMEOUT 0xFFFFFFFF

typedef enum CUeglFrameType_enum {
  CU_EGL_FRAME_TYPE_ARRAY = 0,
  CU_EGL_FRAME_TYPE_PITCH = 1
} CUeglFrameType;

typedef enum CUeglResourceLocationFlags_enum {
  CU_EGL_RESOURCE_LOCATION_SYSMEM = 0x00,
  CU_EGL_RESOURCE_LOCATION_VIDMEM = 0x01
} CUeglResourceLocationFlags;

/* The formats without subsampling, and the first ones with it. */
typedef enum CUeglColorFormat_enum {
  CU_EGL_COLOR_FORMAT_YUV420_PLANAR = 0x00,
  CU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR = 0x01,
  CU_EGL_COLOR_FORMAT_YUV422_PLANAR = 0x02,
  CU_EGL_COLOR_FORMAT_YUV422_SEMIPLANAR = 0x03,
  CU_EGL_COLOR_FORMAT_RGB = 0x04,
  CU_EGL_COLOR_FORMAT_BGR = 0x05,
  CU_EGL_COLOR_FORMAT_ARGB = 0x06,
  CU_EGL_COLOR_FORMAT_RGBA = 0x07,
  CU_EGL_COLOR_FORMAT_L = 0x08,
  CU_EGL_COLOR_FORMAT_R = 0x09,
  CU_EGL_COLOR_FORMAT_YUV444_PLANAR = 0x0A,
  CU_EGL_COLOR_FORMAT_YUV444_SEMIPLANAR = 0x0B,
  CU_EGL_COLOR_FORMAT_YUYV_422 = 0x0C,
  CU_EGL_COLOR_FORMAT_UYVY_422 = 0x0D,
  CU_EGL_COLOR_FORMAT_ABGR = 0x0E,
  CU_EGL_COLOR_FORMAT_BGRA = 0x0F,
  CU_EGL_COLOR_FORMAT_A = 0x10,
  CU_EGL_COLOR_FORMAT_RG = 0x11,
  CU_EGL_COLOR_FORMAT_AYUV = 0x12
} CUeglColorFormat;

typedef struct CUeglFrame_st {
  union {
    CUarray pArray[CUDA_EGL_MAX_PLANES];
    void* pPitch[CUDA_EGL_MAX_PLANES];
  } frame;
  unsigned int width;
  unsigned int height;
  unsigned int depth;
  unsigned int pitch;
  unsigned int planeCount;
  unsigned int numChannels;
  CUeglFrameType frameType;
  CUeglColorFormat eglColorFormat;
  CUarray_format cuFormat;
} CUeglFrame_v1;
typedef CUeglFrame_v1 CUeglFrame;

typedef struct CUeglStreamConnection_st* CUeglStreamConnection;

CUresult CUDAAPI cuGraphicsEGLRegisterImage(CUgraphicsResource*, EGLImageKHR, unsigned int);
CUresult CUDAAPI cuGraphicsResourceGetMappedEglFrame(CUeglFrame*, CUgraphicsResource, unsigned int,
                                                     unsigned int);
CUresult CUDAAPI cuEGLStreamConsumerConnect(CUeglStreamConnection*, EGLStreamKHR);
CUresult CUDAAPI cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection*, EGLStreamKHR,
                                                     unsigned int);
CUresult CUDAAPI cuEGLStreamConsumerDisconnect(CUeglStreamConnection*);
CUresult CUDAAPI cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection*, CUgraphicsResource*,
                                                 CUstream*, unsigned int);
CUresult CUDAAPI cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection*, CUgraphicsResource,
                                                 CUstream*);
CUresult CUDAAPI cuEGLStreamProducerConnect(CUeglStreamConnection*, EGLStreamKHR, EGLint, EGLint);
CUresult CUDAAPI cuEGLStreamProducerDisconnect(CUeglStreamConnection*);
CUresult CUDAAPI cuEGLStreamProducerPresentFrame(CUeglStreamConnection*, CUeglFrame, CUstream*);
CUresult CUDAAPI cuEGLStreamProducerReturnFrame(CUeglStreamConnection*, CUeglFrame*, CUstream*);
CUresult CUDAAPI cuEventCreateFromEGLSync(CUevent*, EGLSyncKHR, unsigned int);

#if defined(__cplusplus)
}
#endif

#endif
