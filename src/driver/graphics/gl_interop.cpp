// The functions of cudaGL.h.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graphics/gl_functions.h"
#include "driver/graphics/gl_objects.h"

#include <algorithm>

using namespace heddle;
using namespace heddle::driver;

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource* out, GLuint buffer, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || buffer == 0 || !areRegisterFlags(flags, kBufferRegisterFlags))
    return CUDA_ERROR_INVALID_VALUE;
  std::unique_ptr<GraphicsObject> object;
  HEDDLE_TRY(makeGlBuffer(*context, buffer, object));
  return addGraphicsResource(out, *context, std::move(object), flags);
}

CUresult cuGraphicsGLRegisterImage(CUgraphicsResource* out, GLuint image, GLenum target,
                                   unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  constexpr unsigned kTargets[] = {gl::kTexture2D, gl::kTextureRectangle, gl::kTextureCubeMap,
                                   gl::kTexture3D, gl::kTexture2DArray,   gl::kRenderbuffer};
  if (!out || !areRegisterFlags(flags, kImageRegisterFlags) ||
      std::ranges::find(kTargets, target) == std::end(kTargets))
    return CUDA_ERROR_INVALID_VALUE;
  std::unique_ptr<GraphicsObject> object;
  HEDDLE_TRY(target == gl::kRenderbuffer ? makeGlRenderbuffer(*context, image, flags, object)
                                         : makeGlTexture(*context, image, target, flags, object));
  return addGraphicsResource(out, *context, std::move(object), flags);
}

// OpenGL draws on the same processor that all our devices are, so each of them is one of its
// devices, in every frame.
CUresult cuGLGetDevices(unsigned int* count, CUdevice* devices, unsigned int room,
                        CUGLDeviceList list) {
  HEDDLE_TRY(Driver::instance().state());
  const GlFunctions* gl;
  HEDDLE_TRY(currentGl(gl));
  if (!count || (room && !devices) || list < CU_GL_DEVICE_LIST_ALL ||
      list > CU_GL_DEVICE_LIST_NEXT_FRAME)
    return CUDA_ERROR_INVALID_VALUE;
  *count = 0;
  for (const auto& device : Driver::instance().devices()) {
    if (*count < room)
      devices[*count] = device->ordinal();
    ++*count;
  }
  return CUDA_SUCCESS;
}

// Since CUDA 5 a context needs no preparation for OpenGL, but a context of OpenGL must be there.
CUresult cuGLCtxCreate(CUcontext* out, unsigned int flags, CUdevice handle) {
  Device* device;
  const GlFunctions* gl;
  HEDDLE_TRY(Driver::instance().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findDevice(handle, device));
  HEDDLE_TRY(currentGl(gl));
  return cuCtxCreate(out, nullptr, flags, handle);
}

CUresult cuGLInit() {
  const GlFunctions* gl;
  HEDDLE_TRY(Driver::instance().state());
  return currentGl(gl);
}
