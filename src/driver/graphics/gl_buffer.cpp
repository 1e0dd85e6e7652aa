#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graphics/gl_functions.h"
#include "driver/graphics/gl_objects.h"

namespace heddle::driver {

namespace {

std::size_t sizeOf(const GlFunctions& gl, unsigned name) {
  long bytes = 0;
  gl.glGetNamedBufferParameteri64v(name, gl::kBufferSize, &bytes);
  return static_cast<std::size_t>(bytes);
}

class GlBuffer : public GraphicsObject {
public:
  GlBuffer(unsigned name, std::span<char> memory) : name_(name), memory_(memory) {}
  ~GlBuffer() override {
    Driver::instance().memory().release(memory_.data(), {memory::Kind::Device});
  }

  CUresult check() override {
    HEDDLE_TRY(currentGl(gl_));
    return gl_->glIsBuffer(name_) && sizeOf(*gl_, name_) == memory_.size() ? CUDA_SUCCESS
                                                                           : CUDA_ERROR_MAP_FAILED;
  }
  void copyIn() override {
    gl_->glGetNamedBufferSubData(name_, 0, static_cast<long>(memory_.size()), memory_.data());
  }
  void copyOut() override {
    gl_->glNamedBufferSubData(name_, 0, static_cast<long>(memory_.size()), memory_.data());
  }
  std::span<char> bytes() const override { return memory_; }

private:
  const unsigned name_;
  const std::span<char> memory_;
  const GlFunctions* gl_ = nullptr; // of the context in which check() was called last
};

} // namespace

CUresult makeGlBuffer(Context& context, unsigned name, std::unique_ptr<GraphicsObject>& object) {
  const GlFunctions* gl;
  HEDDLE_TRY(currentGl(gl));
  const std::size_t bytes = gl->glIsBuffer(name) ? sizeOf(*gl, name) : 0;
  if (bytes == 0)
    return CUDA_ERROR_INVALID_HANDLE;
  void* const memory = Driver::instance().memory().allocate(bytes, memory::Kind::Device, 0,
                                                            &context, context.device().index());
  if (!memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  object = std::make_unique<GlBuffer>(name, std::span(static_cast<char*>(memory), bytes));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
