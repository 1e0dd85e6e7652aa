#include "driver/core/handle_tables.h"
#include "driver/graphics/gl_formats.h"
#include "driver/graphics/gl_functions.h"
#include "driver/graphics/gl_objects.h"
#include "driver/graphics/image_memory.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace heddle::driver {

namespace {

// The format and the extents of an image, as OpenGL tells them.
struct GlImageShape {
  const GlFormat* format = nullptr;
  int width = 0, height = 0, depth = 0;
  int levels = 0;
  bool operator==(const GlImageShape&) const = default;
};

int levelParameter(const GlFunctions& gl, unsigned texture, int level, unsigned parameter) {
  int value = 0;
  gl.glGetTextureLevelParameteriv(texture, level, parameter, &value);
  return value;
}

// The targets of textures, and for each the parameter that tells which texture is bound to it.
constexpr std::pair<unsigned, unsigned> kTargets[] = {
    {0x0DE0, 0x8068},         // GL_TEXTURE_1D
    {gl::kTexture2D, 0x8069}, // GL_TEXTURE_BINDING_2D
    {gl::kTexture3D, 0x806A},
    {gl::kTextureRectangle, 0x84F6},
    {gl::kTextureCubeMap, 0x8514},
    {0x8C18, 0x8C1C}, // GL_TEXTURE_1D_ARRAY
    {gl::kTexture2DArray, 0x8C1D},
    {0x8C2A, 0x8C2C}, // GL_TEXTURE_BUFFER
    {0x9009, 0x900A}, // GL_TEXTURE_CUBE_MAP_ARRAY
    {0x9100, 0x9104}, // GL_TEXTURE_2D_MULTISAMPLE
    {0x9102, 0x9105}, // GL_TEXTURE_2D_MULTISAMPLE_ARRAY
};

int integerOf(const GlFunctions& gl, unsigned name) {
  int value = 0;
  gl.glGetIntegerv(name, &value);
  return value;
}

// The target of a texture; 0 if none of the above. Contexts with the fixed pipeline do not tell it,
// so the texture is bound for a moment, to whatever its target is.
unsigned targetOf(const GlFunctions& gl, unsigned texture) {
  int before[std::size(kTargets)];
  for (std::size_t i = 0; i < std::size(kTargets); ++i)
    before[i] = integerOf(gl, kTargets[i].second);
  gl.glBindTextureUnit(static_cast<unsigned>(integerOf(gl, gl::kActiveTexture)) - gl::kTexture0,
                       texture);
  for (std::size_t i = 0; i < std::size(kTargets); ++i)
    if (integerOf(gl, kTargets[i].second) == static_cast<int>(texture)) {
      gl.glBindTexture(kTargets[i].first, static_cast<unsigned>(before[i]));
      return kTargets[i].first;
    }
  return 0;
}

// The result is empty when OpenGL has no texture of this name and target.
std::optional<GlImageShape> shapeOfTexture(const GlFunctions& gl, unsigned name, unsigned target) {
  constexpr int kMostLevels = 16;
  if (!gl.glIsTexture(name) || targetOf(gl, name) != target)
    return std::nullopt;
  const auto parameter = [&](unsigned which) { return levelParameter(gl, name, 0, which); };
  GlImageShape shape{findGlFormat(static_cast<unsigned>(parameter(gl::kTextureInternalFormat))),
                     parameter(gl::kTextureWidth), parameter(gl::kTextureHeight),
                     parameter(gl::kTextureDepth), 0};
  const int most = target == gl::kTextureRectangle ? 1 : kMostLevels;
  while (shape.levels < most && levelParameter(gl, name, shape.levels, gl::kTextureWidth) > 0)
    ++shape.levels;
  return shape;
}

std::optional<GlImageShape> shapeOfRenderbuffer(const GlFunctions& gl, unsigned name) {
  if (!gl.glIsRenderbuffer(name))
    return std::nullopt;
  const auto parameter = [&](unsigned which) {
    int value = 0;
    gl.glGetNamedRenderbufferParameteriv(name, which, &value);
    return value;
  };
  const int levels = parameter(gl::kRenderbufferSamples) > 1 ? 0 : 1; // samples have no arrays
  return GlImageShape{
      findGlFormat(static_cast<unsigned>(parameter(gl::kRenderbufferInternalFormat))),
      parameter(gl::kRenderbufferWidth), parameter(gl::kRenderbufferHeight), 1, levels};
}

CUDA_ARRAY3D_DESCRIPTOR descriptorOf(const GlImageShape& shape, unsigned target,
                                     unsigned registerFlags) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  descriptor.Width = static_cast<std::size_t>(shape.width);
  descriptor.Height = static_cast<std::size_t>(shape.height);
  descriptor.Format = shape.format->channel;
  descriptor.NumChannels = shape.format->channels;
  if (target == gl::kTexture3D || target == gl::kTexture2DArray)
    descriptor.Depth = static_cast<std::size_t>(shape.depth);
  if (target == gl::kTexture2DArray)
    descriptor.Flags |= CUDA_ARRAY3D_LAYERED;
  if (target == gl::kTextureCubeMap) {
    descriptor.Depth = 6;
    descriptor.Flags |= CUDA_ARRAY3D_CUBEMAP;
  }
  if (registerFlags & CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST)
    descriptor.Flags |= CUDA_ARRAY3D_SURFACE_LDST;
  if (registerFlags & CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER)
    descriptor.Flags |= CUDA_ARRAY3D_TEXTURE_GATHER;
  return descriptor;
}

// What textures and renderbuffers have in common.
class GlImage : public GraphicsObject {
public:
  GlImage(unsigned name, const GlImageShape& shape) : name_(name), shape_(shape) {}

  CUresult allocate(Context& context, unsigned target, unsigned registerFlags) {
    return memory_.allocate(context, descriptorOf(shape_, target, registerFlags),
                            static_cast<unsigned>(shape_.levels))
               ? CUDA_SUCCESS
               : CUDA_ERROR_OUT_OF_MEMORY;
  }

  CUresult check() override {
    HEDDLE_TRY(currentGl(gl_));
    return currentShape() == shape_ ? CUDA_SUCCESS : CUDA_ERROR_MAP_FAILED;
  }
  MipmappedArray* image() const override { return memory_.image(); }
  Array* layer(unsigned layer, unsigned level) override { return memory_.layer(layer, level); }

protected:
  virtual std::optional<GlImageShape> currentShape() const = 0;

  const unsigned name_;
  const GlImageShape shape_;
  ImageMemory memory_;
  const GlFunctions* gl_ = nullptr; // of the context in which check() was called last
};

class GlTexture : public GlImage {
public:
  GlTexture(unsigned name, unsigned target, const GlImageShape& shape)
      : GlImage(name, shape), target_(target) {}

  void copyIn() override {
    const PlainTransfers plain(*gl_);
    for (int level = 0; level < shape_.levels; ++level) {
      const Array& array = memory_.level(static_cast<unsigned>(level));
      gl_->glGetTextureImage(name_, level, shape_.format->transfer, shape_.format->type,
                             static_cast<int>(array.place().slicePitch * array.slices()),
                             array.data());
    }
  }
  void copyOut() override {
    const PlainTransfers plain(*gl_);
    for (int level = 0; level < shape_.levels; ++level)
      writeLevel(level, memory_.level(static_cast<unsigned>(level)));
  }

private:
  std::optional<GlImageShape> currentShape() const override {
    return shapeOfTexture(*gl_, name_, target_);
  }

  void writeLevel(int level, const Array& array) {
    const int width = static_cast<int>(array.descriptor().Width);
    const int rows = static_cast<int>(array.rows()), slices = static_cast<int>(array.slices());
    if (array.descriptor().Depth == 0)
      gl_->glTextureSubImage2D(name_, level, 0, 0, width, rows, shape_.format->transfer,
                               shape_.format->type, array.data());
    else // the faces of a cube count as slices
      gl_->glTextureSubImage3D(name_, level, 0, 0, 0, width, rows, slices, shape_.format->transfer,
                               shape_.format->type, array.data());
  }

  const unsigned target_;
};

// An EGL image is a texture of OpenGL that has been made of it.
class EglImage : public GlTexture {
public:
  EglImage(const GlFunctions& gl, unsigned texture, const GlImageShape& shape)
      : GlTexture(texture, gl::kTexture2D, shape), owner_(gl) {}
  ~EglImage() override { owner_.glDeleteTextures(1, &name_); }
  bool isEglImage() const override { return true; }

private:
  const GlFunctions& owner_;
};

// A framebuffer with one image, for as long as a transfer takes.
class TemporaryFramebuffer {
public:
  explicit TemporaryFramebuffer(const GlFunctions& gl) : gl_(gl) {
    gl.glCreateFramebuffers(1, &name_);
  }
  ~TemporaryFramebuffer() { gl_.glDeleteFramebuffers(1, &name_); }
  TemporaryFramebuffer(const TemporaryFramebuffer&) = delete;
  TemporaryFramebuffer& operator=(const TemporaryFramebuffer&) = delete;
  unsigned name() const { return name_; }

private:
  const GlFunctions& gl_;
  unsigned name_ = 0;
};

// OpenGL has no call that reads or writes a renderbuffer, so it goes through a framebuffer.
class GlRenderbuffer : public GlImage {
public:
  using GlImage::GlImage;

  void copyIn() override {
    const PlainTransfers plain(*gl_);
    const TemporaryFramebuffer framebuffer(*gl_);
    gl_->glNamedFramebufferRenderbuffer(framebuffer.name(), gl::kColorAttachment0,
                                        gl::kRenderbuffer, name_);
    int before = 0;
    gl_->glGetIntegerv(gl::kReadFramebufferBinding, &before);
    gl_->glBindFramebuffer(gl::kReadFramebuffer, framebuffer.name());
    gl_->glReadPixels(0, 0, shape_.width, shape_.height, shape_.format->transfer,
                      shape_.format->type, memory_.level(0).data());
    gl_->glBindFramebuffer(gl::kReadFramebuffer, static_cast<unsigned>(before));
  }

  void copyOut() override {
    const PlainTransfers plain(*gl_);
    const TemporaryFramebuffer from(*gl_), to(*gl_);
    unsigned texture = 0;
    gl_->glCreateTextures(gl::kTexture2D, 1, &texture);
    gl_->glTextureStorage2D(texture, 1, shape_.format->internalFormat, shape_.width, shape_.height);
    gl_->glTextureSubImage2D(texture, 0, 0, 0, shape_.width, shape_.height, shape_.format->transfer,
                             shape_.format->type, memory_.level(0).data());
    gl_->glNamedFramebufferTexture(from.name(), gl::kColorAttachment0, texture, 0);
    gl_->glNamedFramebufferRenderbuffer(to.name(), gl::kColorAttachment0, gl::kRenderbuffer, name_);
    const bool scissors = gl_->glIsEnabled(gl::kScissorTest); // would cut the picture
    gl_->glDisable(gl::kScissorTest);
    gl_->glBlitNamedFramebuffer(from.name(), to.name(), 0, 0, shape_.width, shape_.height, 0, 0,
                                shape_.width, shape_.height, gl::kColorBufferBit, gl::kNearest);
    if (scissors)
      gl_->glEnable(gl::kScissorTest);
    gl_->glDeleteTextures(1, &texture);
  }

private:
  std::optional<GlImageShape> currentShape() const override {
    return shapeOfRenderbuffer(*gl_, name_);
  }
};

CUresult checkShape(const std::optional<GlImageShape>& shape) {
  if (!shape)
    return CUDA_ERROR_INVALID_HANDLE;
  return shape->format && shape->width > 0 && shape->levels > 0 ? CUDA_SUCCESS
                                                                : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

CUresult makeGlTexture(Context& context, unsigned name, unsigned target, unsigned registerFlags,
                       std::unique_ptr<GraphicsObject>& object) {
  const GlFunctions* gl;
  HEDDLE_TRY(currentGl(gl));
  const auto shape = shapeOfTexture(*gl, name, target);
  HEDDLE_TRY(checkShape(shape));
  auto texture = std::make_unique<GlTexture>(name, target, *shape);
  HEDDLE_TRY(texture->allocate(context, target, registerFlags));
  object = std::move(texture);
  return CUDA_SUCCESS;
}

CUresult makeEglImage(Context& context, void* image, unsigned registerFlags,
                      std::unique_ptr<GraphicsObject>& object) {
  const GlFunctions* gl;
  HEDDLE_TRY(currentGl(gl));
  unsigned texture = 0;
  int before = 0;
  gl->glCreateTextures(gl::kTexture2D, 1, &texture);
  gl->glGetIntegerv(gl::kTextureBinding2D, &before);
  gl->glBindTexture(gl::kTexture2D, texture);
  gl->glEGLImageTargetTexture2DOES(gl::kTexture2D, image);
  gl->glBindTexture(gl::kTexture2D, static_cast<unsigned>(before));
  const auto shape = shapeOfTexture(*gl, texture, gl::kTexture2D);
  if (checkShape(shape) != CUDA_SUCCESS) {
    gl->glDeleteTextures(1, &texture);
    return CUDA_ERROR_UNKNOWN; // as a GPU's driver says of what is no image
  }
  auto made = std::make_unique<EglImage>(*gl, texture, *shape);
  HEDDLE_TRY(made->allocate(context, gl::kTexture2D, registerFlags));
  object = std::move(made);
  return CUDA_SUCCESS;
}

CUresult makeGlRenderbuffer(Context& context, unsigned name, unsigned registerFlags,
                            std::unique_ptr<GraphicsObject>& object) {
  const GlFunctions* gl;
  HEDDLE_TRY(currentGl(gl));
  const auto shape = shapeOfRenderbuffer(*gl, name);
  HEDDLE_TRY(checkShape(shape));
  auto renderbuffer = std::make_unique<GlRenderbuffer>(name, *shape);
  HEDDLE_TRY(renderbuffer->allocate(context, gl::kRenderbuffer, registerFlags));
  object = std::move(renderbuffer);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
