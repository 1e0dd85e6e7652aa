// The functions of cudaEGL.h.
#include "driver/core/handle_tables.h"
#include "driver/graphics/gl_objects.h"
#include "driver/stream/event.h"

using namespace heddle;
using namespace heddle::driver;

namespace {

// Mesa has no EGL streams, so that no handle of one is valid.
constexpr CUresult kNoSuchStream = CUDA_ERROR_INVALID_HANDLE;

CUeglColorFormat colourFormat(unsigned channels) {
  return channels == 1   ? CU_EGL_COLOR_FORMAT_R
         : channels == 2 ? CU_EGL_COLOR_FORMAT_RG
                         : CU_EGL_COLOR_FORMAT_ABGR; // red in the lowest byte
}

} // namespace

CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource* out, EGLImageKHR image,
                                    unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !areRegisterFlags(flags, kImageRegisterFlags))
    return CUDA_ERROR_INVALID_VALUE;
  if (!image)
    return CUDA_ERROR_UNKNOWN;
  std::unique_ptr<GraphicsObject> object;
  HEDDLE_TRY(makeEglImage(*context, image, flags, object));
  return addGraphicsResource(out, *context, std::move(object), flags);
}

CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame* out, CUgraphicsResource handle,
                                             unsigned int layer, unsigned int level) {
  GraphicsResource* resource;
  HEDDLE_TRY(findMappedResource(handle, resource));
  if (!out || !resource->object->isEglImage())
    return CUDA_ERROR_INVALID_VALUE;
  Array* array = resource->object->layer(layer, level);
  if (!array)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& shape = array->descriptor();
  *out = {};
  out->frame.pArray[0] = reinterpret_cast<CUarray>(array);
  out->width = static_cast<unsigned>(shape.Width);
  out->height = static_cast<unsigned>(shape.Height);
  out->depth = 1;
  out->planeCount = 1;
  out->numChannels = shape.NumChannels;
  out->frameType = CU_EGL_FRAME_TYPE_ARRAY;
  out->eglColorFormat = colourFormat(shape.NumChannels);
  out->cuFormat = shape.Format;
  return CUDA_SUCCESS;
}

CUresult cuEventCreateFromEGLSync(CUevent* out, EGLSyncKHR sync, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || (flags & ~static_cast<unsigned>(CU_EVENT_BLOCKING_SYNC)))
    return CUDA_ERROR_INVALID_VALUE;
  auto found = EglSync::find(sync);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  return createEvent(out, *context, flags | CU_EVENT_DISABLE_TIMING, nullptr, std::move(found));
}

CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection*, EGLStreamKHR) {
  return kNoSuchStream;
}

CUresult cuEGLStreamConsumerConnectWithFlags(CUeglStreamConnection*, EGLStreamKHR, unsigned int) {
  return kNoSuchStream;
}

CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection*) {
  return kNoSuchStream;
}

CUresult cuEGLStreamConsumerAcquireFrame(CUeglStreamConnection*, CUgraphicsResource*, CUstream*,
                                         unsigned int) {
  return kNoSuchStream;
}

CUresult cuEGLStreamConsumerReleaseFrame(CUeglStreamConnection*, CUgraphicsResource, CUstream*) {
  return kNoSuchStream;
}

CUresult cuEGLStreamProducerConnect(CUeglStreamConnection*, EGLStreamKHR, EGLint, EGLint) {
  return kNoSuchStream;
}

CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection*) {
  return kNoSuchStream;
}

CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection*, CUeglFrame, CUstream*) {
  return kNoSuchStream;
}

CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection*, CUeglFrame*, CUstream*) {
  return kNoSuchStream;
}
