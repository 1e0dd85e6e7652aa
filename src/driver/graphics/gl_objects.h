// Buffers, textures and renderbuffers of OpenGL as graphics resources.
#pragma once

#include "driver/graphics/graphics_resource.h"

namespace heddle::driver {

// These functions fail when the calling thread has no context of OpenGL, when that context has no
// such object, and when CUDA has no form for the object.
CUresult makeGlBuffer(Context& context, unsigned name, std::unique_ptr<GraphicsObject>& object);
CUresult makeGlTexture(Context& context, unsigned name, unsigned target, unsigned registerFlags,
                       std::unique_ptr<GraphicsObject>& object);
CUresult makeGlRenderbuffer(Context& context, unsigned name, unsigned registerFlags,
                            std::unique_ptr<GraphicsObject>& object);

CUresult makeEglImage(Context& context, void* image, unsigned registerFlags,
                      std::unique_ptr<GraphicsObject>& object);

} // namespace heddle::driver
