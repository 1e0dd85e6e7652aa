// CUgreenCtx: a part of the multiprocessors of a device, with streams whose kernels run only there.
// Memory, modules and events are those of the primary context. The CUcontext that stands for a
// green context is the same handle.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/device/device_resource.h"
#include "exec/stream.h"
#include "exec/stream_group.h"

#include <memory>

namespace heddle::driver {

class GreenContext {
public:
  GreenContext(Context& primary, const MultiprocessorSet& multiprocessors);

  // The green context that is current to the calling thread; null where another context is.
  static GreenContext* current();
  // A live green context for a handle; null otherwise.
  static GreenContext* find(const void* handle);
  CUgreenCtx handle() { return reinterpret_cast<CUgreenCtx>(this); }
  CUcontext contextHandle() { return reinterpret_cast<CUcontext>(this); }

  Context& primary() { return primary_; }
  std::uint64_t id() const { return id_; }
  const MultiprocessorSet& multiprocessors() const { return multiprocessors_; }
  const std::shared_ptr<exec::StreamGroup>& group() const { return group_; }
  exec::Stream& defaultStream() { return defaultStream_; }
  // cuCtxSynchronize for the streams of the green context.
  CUresult synchronize();

  ContextDependent dependent;

private:
  Context& primary_;
  const std::uint64_t id_;
  const MultiprocessorSet multiprocessors_;
  const std::shared_ptr<exec::StreamGroup> group_;
  exec::Stream defaultStream_;
};

// The green context of a handle, or the current one for a null handle. Null where this is another
// context.
GreenContext* greenOrCurrent(CUcontext handle);

} // namespace heddle::driver
