// CUstream, and what stream handles stand for.
#pragma once

#include "driver/driver.h"
#include "exec/stream.h"

namespace heddle::driver {

class StreamObject {
public:
  StreamObject(Context& context, unsigned flags, int priority);

  Context& context() { return context_; }
  exec::Stream& stream() { return stream_; }
  unsigned flags() const { return flags_; }
  int priority() const { return priority_; }
  std::uint64_t id() const { return id_; }

private:
  Context& context_;
  exec::Stream stream_;
  const unsigned flags_;
  const int priority_;
  const std::uint64_t id_;
};

struct StreamTarget {
  Context* context = nullptr;
  exec::Stream* stream = nullptr;
  StreamObject* object = nullptr; // null for the default streams
};

// Handle 0 is the default stream (the legacy one, or the thread's inside a PerThreadDefault), 1 the
// legacy and 2 the per-thread one. Fails like currentContext().
CUresult findStream(CUstream handle, StreamTarget& target);

// While one exists, handle 0 means the calling thread's own default stream in that thread.
class PerThreadDefault {
public:
  PerThreadDefault();
  ~PerThreadDefault();

private:
  bool before_;
};

} // namespace heddle::driver
