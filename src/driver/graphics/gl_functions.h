// The functions of OpenGL that interoperation calls, in the context that is current to the calling
// thread. libcuda does not depend on OpenGL: the functions are looked up in the libraries that the
// program itself has loaded, since without them it can have no context.
#pragma once

#include <cuda.h>

namespace heddle::driver {

// Constants of OpenGL, by its names.
namespace gl {
constexpr unsigned kMajorVersion = 0x821B;
constexpr unsigned kMinorVersion = 0x821C;
constexpr unsigned kTexture2D = 0x0DE1;
constexpr unsigned kTexture3D = 0x806F;
constexpr unsigned kTextureRectangle = 0x84F5;
constexpr unsigned kTextureCubeMap = 0x8513;
constexpr unsigned kTexture2DArray = 0x8C1A;
constexpr unsigned kRenderbuffer = 0x8D41;
constexpr unsigned kTextureBinding2D = 0x8069;
constexpr unsigned kActiveTexture = 0x84E0;
constexpr unsigned kTexture0 = 0x84C0;
constexpr unsigned kTextureWidth = 0x1000;
constexpr unsigned kTextureHeight = 0x1001;
constexpr unsigned kTextureInternalFormat = 0x1003;
constexpr unsigned kTextureDepth = 0x8071;
constexpr unsigned kBufferSize = 0x8764;
constexpr unsigned kRenderbufferWidth = 0x8D42;
constexpr unsigned kRenderbufferHeight = 0x8D43;
constexpr unsigned kRenderbufferInternalFormat = 0x8D44;
constexpr unsigned kRenderbufferSamples = 0x8CAB;
constexpr unsigned kReadFramebuffer = 0x8CA8;
constexpr unsigned kReadFramebufferBinding = 0x8CAA;
constexpr unsigned kColorAttachment0 = 0x8CE0;
constexpr unsigned kColorBufferBit = 0x4000;
constexpr unsigned kNearest = 0x2600;
constexpr unsigned kScissorTest = 0x0C11;
constexpr unsigned kPixelPackBuffer = 0x88EB;
constexpr unsigned kPixelUnpackBuffer = 0x88EC;
constexpr unsigned kPixelPackBufferBinding = 0x88ED;
constexpr unsigned kPixelUnpackBufferBinding = 0x88EF;
} // namespace gl

// One row for each function: result, name, parameters.
#define HEDDLE_GL_FUNCTIONS(ROW)                                                                   \
  ROW(void, glGetIntegerv, (unsigned, int*))                                                       \
  ROW(unsigned char, glIsBuffer, (unsigned))                                                       \
  ROW(unsigned char, glIsTexture, (unsigned))                                                      \
  ROW(unsigned char, glIsRenderbuffer, (unsigned))                                                 \
  ROW(unsigned char, glIsEnabled, (unsigned))                                                      \
  ROW(void, glEnable, (unsigned))                                                                  \
  ROW(void, glDisable, (unsigned))                                                                 \
  ROW(void, glPixelStorei, (unsigned, int))                                                        \
  ROW(void, glBindBuffer, (unsigned, unsigned))                                                    \
  ROW(void, glBindFramebuffer, (unsigned, unsigned))                                               \
  ROW(void, glGetNamedBufferParameteri64v, (unsigned, unsigned, long*))                            \
  ROW(void, glGetNamedBufferSubData, (unsigned, long, long, void*))                                \
  ROW(void, glNamedBufferSubData, (unsigned, long, long, const void*))                             \
  ROW(void, glBindTextureUnit, (unsigned, unsigned))                                               \
  ROW(void, glGetTextureLevelParameteriv, (unsigned, int, unsigned, int*))                         \
  ROW(void, glGetTextureImage, (unsigned, int, unsigned, unsigned, int, void*))                    \
  ROW(void, glTextureSubImage2D,                                                                   \
      (unsigned, int, int, int, int, int, unsigned, unsigned, const void*))                        \
  ROW(void, glTextureSubImage3D,                                                                   \
      (unsigned, int, int, int, int, int, int, int, unsigned, unsigned, const void*))              \
  ROW(void, glBindTexture, (unsigned, unsigned))                                                   \
  ROW(void, glEGLImageTargetTexture2DOES, (unsigned, void*))                                       \
  ROW(void, glCreateTextures, (unsigned, int, unsigned*))                                          \
  ROW(void, glDeleteTextures, (int, const unsigned*))                                              \
  ROW(void, glTextureStorage2D, (unsigned, int, unsigned, int, int))                               \
  ROW(void, glGetNamedRenderbufferParameteriv, (unsigned, unsigned, int*))                         \
  ROW(void, glCreateFramebuffers, (int, unsigned*))                                                \
  ROW(void, glDeleteFramebuffers, (int, const unsigned*))                                          \
  ROW(void, glNamedFramebufferRenderbuffer, (unsigned, unsigned, unsigned, unsigned))              \
  ROW(void, glNamedFramebufferTexture, (unsigned, unsigned, unsigned, int))                        \
  ROW(void, glReadPixels, (int, int, int, int, unsigned, unsigned, void*))                         \
  ROW(void, glBlitNamedFramebuffer,                                                                \
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
