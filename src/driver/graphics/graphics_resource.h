// CUgraphicsResource: an object of a graphics API that is registered with CUDA. The memory of a
// graphics API is not ours, so CUDA works with a copy: mapping the resource copies the object's
// contents into device memory, and unmapping copies them back, by calls of the graphics API on the
// calling thread.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"

#include <memory>
#include <span>

namespace heddle::driver {

// The object, and the device memory that stands for it while it is mapped.
class GraphicsObject {
public:
  virtual ~GraphicsObject() = default;
  // Fails when the calling thread has no graphics context, or one in which the object is not what
  // it was when it was registered.
  virtual CUresult check() = 0;
  virtual void copyIn() = 0;
  virtual void copyOut() = 0;

  // The memory of a buffer; empty for an image.
  virtual std::span<char> bytes() const { return {}; }
  // Null for a buffer.
  virtual MipmappedArray* image() const { return nullptr; }
  // The array for one layer or face of a level; null when there is none, or for a buffer.
  virtual Array* layer(unsigned, unsigned) { return nullptr; }
  virtual bool isEglImage() const { return false; }
};

class GraphicsResource {
public:
  GraphicsResource(Context& context, std::unique_ptr<GraphicsObject> object, unsigned mapFlags)
      : context(context), object(std::move(object)), mapFlags(mapFlags) {}

  Context& context;
  const std::unique_ptr<GraphicsObject> object;
  unsigned mapFlags; // CU_GRAPHICS_MAP_RESOURCE_FLAGS_*
  bool isMapped = false;
  ContextDependent dependent;
};

// Which flags a program may register a buffer and an image with.
constexpr unsigned kBufferRegisterFlags =
    CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY | CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD;
constexpr unsigned kImageRegisterFlags = kBufferRegisterFlags |
                                         CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST |
                                         CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER;
// Whether the flags are among these, and not both read-only and write-only.
bool areRegisterFlags(unsigned flags, unsigned allowed);

// The resource that a handle stands for, which must be mapped.
CUresult findMappedResource(CUgraphicsResource handle, GraphicsResource*& resource);
// Makes the handle of a registered object.
CUresult addGraphicsResource(CUgraphicsResource* out, Context& context,
                             std::unique_ptr<GraphicsObject> object, unsigned registerFlags);

} // namespace heddle::driver
