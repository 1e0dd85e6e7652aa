// The functions of cuda_egl_interop.h.
#include "runtime/array.h"

#include "cuda_egl_interop.h"

using namespace heddle::runtime;

namespace {

CUgraphicsResource* toDriver(cudaGraphicsResource_t* resources) {
  return reinterpret_cast<CUgraphicsResource*>(resources);
}

CUgraphicsResource toDriver(cudaGraphicsResource_t resource) {
  return reinterpret_cast<CUgraphicsResource>(resource);
}

cudaEglFrame toRuntime(const CUeglFrame& given) {
  cudaEglFrame frame{};
  frame.planeCount = given.planeCount;
  frame.frameType = static_cast<cudaEglFrameType>(given.frameType);
  frame.eglColorFormat = static_cast<cudaEglColorFormat>(given.eglColorFormat);
  for (unsigned plane = 0; plane < given.planeCount; ++plane) {
    frame.frame.pArray[plane] = reinterpret_cast<cudaArray_t>(given.frame.pArray[plane]);
    frame.planeDesc[plane].width = given.width;
    frame.planeDesc[plane].height = given.height;
    frame.planeDesc[plane].depth = given.depth;
    frame.planeDesc[plane].pitch = given.pitch;
    frame.planeDesc[plane].numChannels = given.numChannels;
    frame.planeDesc[plane].channelDesc =
        heddle::runtime::toRuntime(given.cuFormat, given.numChannels);
  }
  return frame;
}

// A frame that the program presents; the driver has no stream to present it to, and does not read
// it.
CUeglFrame toDriver(const cudaEglFrame& given) {
  CUeglFrame frame{};
  frame.planeCount = given.planeCount;
  return frame;
}

} // namespace

cudaError_t cudaGraphicsEGLRegisterImage(cudaGraphicsResource** resource, EGLImageKHR image,
                                         unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsEGLRegisterImage(toDriver(resource), image, flags);
  });
}

cudaError_t cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame* eglFrame,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int index, unsigned int mipLevel) {
  return inContext([&](const Driver& driver) {
    CUeglFrame frame{};
    const CUresult result =
        driver.cuGraphicsResourceGetMappedEglFrame(&frame, toDriver(resource), index, mipLevel);
    if (result == CUDA_SUCCESS && eglFrame)
      *eglFrame = toRuntime(frame);
    return result == CUDA_SUCCESS && !eglFrame ? CUDA_ERROR_INVALID_VALUE : result;
  });
}

cudaError_t cudaEGLStreamConsumerConnect(cudaEglStreamConnection* conn, EGLStreamKHR eglStream) {
  return inContext(
      [&](const Driver& driver) { return driver.cuEGLStreamConsumerConnect(conn, eglStream); });
}

cudaError_t cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection* conn,
                                                  EGLStreamKHR eglStream, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuEGLStreamConsumerConnectWithFlags(conn, eglStream, flags);
  });
}

cudaError_t cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection* conn) {
  return inContext(
      [&](const Driver& driver) { return driver.cuEGLStreamConsumerDisconnect(conn); });
}

cudaError_t cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection* conn,
                                              cudaGraphicsResource_t* pCudaResource,
                                              cudaStream_t* pStream, unsigned int timeout) {
  return inContext([&](const Driver& driver) {
    return driver.cuEGLStreamConsumerAcquireFrame(conn, toDriver(pCudaResource), pStream, timeout);
  });
}

cudaError_t cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection* conn,
                                              cudaGraphicsResource_t pCudaResource,
                                              cudaStream_t* pStream) {
  return inContext([&](const Driver& driver) {
    return driver.cuEGLStreamConsumerReleaseFrame(conn, toDriver(pCudaResource), pStream);
  });
}

cudaError_t cudaEGLStreamProducerConnect(cudaEglStreamConnection* conn, EGLStreamKHR eglStream,
                                         EGLint width, EGLint height) {
  return inContext([&](const Driver& driver) {
    return driver.cuEGLStreamProducerConnect(conn, eglStream, width, height);
  });
}

cudaError_t cudaEGLStreamProducerDisconnect(cudaEglStreamConnection* conn) {
  return inContext(
      [&](const Driver& driver) { return driver.cuEGLStreamProducerDisconnect(conn); });
}

cudaError_t cudaEGLStreamProducerPresentFrame(cudaEglStreamConnection* conn, cudaEglFrame eglframe,
                                              cudaStream_t* pStream) {
  return inContext([&](const Driver& driver) {
    return driver.cuEGLStreamProducerPresentFrame(conn, toDriver(eglframe), pStream);
  });
}

cudaError_t cudaEGLStreamProducerReturnFrame(cudaEglStreamConnection* conn, cudaEglFrame* eglframe,
                                             cudaStream_t* pStream) {
  return inContext([&](const Driver& driver) {
    CUeglFrame frame{};
    const CUresult result = driver.cuEGLStreamProducerReturnFrame(conn, &frame, pStream);
    if (result == CUDA_SUCCESS && eglframe)
      *eglframe = toRuntime(frame);
    return result;
  });
}

cudaError_t cudaEventCreateFromEGLSync(cudaEvent_t* phEvent, EGLSyncKHR eglSync,
                                       unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuEventCreateFromEGLSync(phEvent, eglSync, flags);
  });
}
