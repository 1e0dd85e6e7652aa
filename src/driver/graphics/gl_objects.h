// Buffers, textures and renderbuffers of OpenGL as graphics resources.
#pragma once

#include "driver/graphics/graphics_resource.h"

namespace heddle::driver {

// Fail when the calling thread has no context of OpenGL, and when there is no such object in it or
// CUDA has no form for it.
CUresult makeGlBuffer(Context& context, unsigned name, std::unique_ptr<GraphicsObject>& object);
CUresult makeGlTexture(Context& context, unsigned name, unsigned target, unsigned registerFlags,
                       std::unique_ptr<GraphicsObject>& object);
CUresult makeGlRenderbuffer(Context& context, unsigned name, unsigned registerFlags,
                            std::unique_ptr<GraphicsObject>& object);

CUresult makeEglImage(Context& context, void* image, unsigned registerFlags,
                      std::unique_ptr<GraphicsObject>& object);

} // namespace heddle::driver
