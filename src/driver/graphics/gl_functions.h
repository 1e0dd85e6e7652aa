// The functions of OpenGL that interoperation calls, in the context that is current to the calling
// thread. libcuda does not depend on OpenGL: the functions are looked up in the libraries that the
// program itself has loaded, since without them it can have no context.
#pragma once

#include <cuda.h>

namespace heddle::driver {

// Constants of OpenGL, by its names.
namespace gl {
enum : unsigned {
  kMajorVersion = 0x821B,
  kMinorVersion = 0x821C,
  kTexture2D = 0x0DE1,
  kTexture3D = 0x806F,
  kTextureRectangle = 0x84F5,
  kTextureCubeMap = 0x8513,
  kTexture2DArray = 0x8C1A,
  kRenderbuffer = 0x8D41,
  kTextureBinding2D = 0x8069,
  kActiveTexture = 0x84E0,
  kTexture0 = 0x84C0,
  kTextureWidth = 0x1000,
  kTextureHeight = 0x1001,
  kTextureInternalFormat = 0x1003,
  kTextureDepth = 0x8071,
  kBufferSize = 0x8764,
  kRenderbufferWidth = 0x8D42,
  kRenderbufferHeight = 0x8D43,
  kRenderbufferInternalFormat = 0x8D44,
  kRenderbufferSamples = 0x8CAB,
  kReadFramebuffer = 0x8CA8,
  kReadFramebufferBinding = 0x8CAA,
  kColorAttachment0 = 0x8CE0,
  kColorBufferBit = 0x4000,
  kNearest = 0x2600,
  kScissorTest = 0x0C11,
  kPixelPackBuffer = 0x88EB,
  kPixelUnpackBuffer = 0x88EC,
  kPixelPackBufferBinding = 0x88ED,
  kPixelUnpackBufferBinding = 0x88EF,
};
} // namespace gl

// One row for each function: result, name, parameters.
#define HEDDLE_GL_FUNCTIONS(ROW)                                                                   \
  ROW(void, GetIntegerv, (unsigned, int*))                                                         \
  ROW(unsigned char, IsBuffer, (unsigned))                                                         \
  ROW(unsigned char, IsTexture, (unsigned))                                                        \
  ROW(unsigned char, IsRenderbuffer, (unsigned))                                                   \
  ROW(unsigned char, IsEnabled, (unsigned))                                                        \
  ROW(void, Enable, (unsigned))                                                                    \
  ROW(void, Disable, (unsigned))                                                                   \
  ROW(void, Finish, ())                                                                            \
  ROW(void, PixelStorei, (unsigned, int))                                                          \
  ROW(void, BindBuffer, (unsigned, unsigned))                                                      \
  ROW(void, BindFramebuffer, (unsigned, unsigned))                                                 \
  ROW(void, GetNamedBufferParameteri64v, (unsigned, unsigned, long*))                              \
  ROW(void, GetNamedBufferSubData, (unsigned, long, long, void*))                                  \
  ROW(void, NamedBufferSubData, (unsigned, long, long, const void*))                               \
  ROW(void, BindTextureUnit, (unsigned, unsigned))                                                 \
  ROW(void, GetTextureLevelParameteriv, (unsigned, int, unsigned, int*))                           \
  ROW(void, GetTextureImage, (unsigned, int, unsigned, unsigned, int, void*))                      \
  ROW(void, TextureSubImage2D,                                                                     \
      (unsigned, int, int, int, int, int, unsigned, unsigned, const void*))                        \
  ROW(void, TextureSubImage3D,                                                                     \
      (unsigned, int, int, int, int, int, int, int, unsigned, unsigned, const void*))              \
  ROW(void, BindTexture, (unsigned, unsigned))                                                     \
  ROW(void, EGLImageTargetTexture2DOES, (unsigned, void*))                                         \
  ROW(void, CreateTextures, (unsigned, int, unsigned*))                                            \
  ROW(void, DeleteTextures, (int, const unsigned*))                                                \
  ROW(void, TextureStorage2D, (unsigned, int, unsigned, int, int))                                 \
  ROW(void, GetNamedRenderbufferParameteriv, (unsigned, unsigned, int*))                           \
  ROW(void, CreateFramebuffers, (int, unsigned*))                                                  \
  ROW(void, DeleteFramebuffers, (int, const unsigned*))                                            \
  ROW(void, NamedFramebufferRenderbuffer, (unsigned, unsigned, unsigned, unsigned))                \
  ROW(void, NamedFramebufferTexture, (unsigned, unsigned, unsigned, int))                          \
  ROW(void, ReadPixels, (int, int, int, int, unsigned, unsigned, void*))                           \
  ROW(void, BlitNamedFramebuffer,                                                                  \
      (unsigned, unsigned, int, int, int, int, int, int, int, int, unsigned, unsigned))

struct GlFunctions {
#define HEDDLE_GL_MEMBER(Result, name, parameters) Result(*name) parameters;
  HEDDLE_GL_FUNCTIONS(HEDDLE_GL_MEMBER)
#undef HEDDLE_GL_MEMBER
};

// The functions of the context that is current to the calling thread. Fails when none is current,
// and when it is not one of OpenGL 4.5 or later with direct access to objects (OpenGL ES has none).
CUresult currentGl(const GlFunctions*& functions);

// While it lives, images are transferred to and from plain memory without gaps, whatever the
// program has set for its own transfers. That is restored at the end.
class PlainTransfers {
public:
  explicit PlainTransfers(const GlFunctions& gl);
  ~PlainTransfers();
  PlainTransfers(const PlainTransfers&) = delete;
  PlainTransfers& operator=(const PlainTransfers&) = delete;

private:
  static constexpr unsigned kSettings = 16;

  const GlFunctions& gl_;
  int settings_[kSettings] = {};
  int packBuffer_ = 0, unpackBuffer_ = 0;
};

} // namespace heddle::driver
