// The formats of OpenGL images that CUDA can see as arrays.
#pragma once

#include <cuda.h>

namespace heddle::driver {

struct GlFormat {
  unsigned internalFormat; // GL_RGBA8
  CUarray_format channel;  // of the array
  unsigned channels;       // 1, 2 or 4
  unsigned transfer, type; // GL_RGBA, GL_UNSIGNED_BYTE: how an image moves to and from memory
};

// Null for a format that cannot be registered, such as one of three components.
const GlFormat* findGlFormat(unsigned internalFormat);

} // namespace heddle::driver
