// CUstream, and the streams that special handles stand for.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "driver/stream/per_thread_default_stream.h"
#include "exec/stream.h"

namespace heddle::driver {

// What cuStreamSetAttribute sets. It is only stored: we cannot keep data in a part of the cache.
struct StreamAttributes {
  CUaccessPolicyWindow window{};
  CUsynchronizationPolicy synchronization = CU_SYNC_POLICY_AUTO;
  CUlaunchMemSyncDomainMap domainMap{0, 1};
  CUlaunchMemSyncDomain domain = CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT;
};

constexpr int kLeastPriority = 0, kGreatestPriority = -5;

class StreamObject {
public:
  // `green` is the green context that the stream belongs to, or null.
  StreamObject(Context& context, GreenContext* green, unsigned flags, int priority);
  ~StreamObject();

  Context& context() { return context_; }
  // Null outside of green contexts, and when the green context has been destroyed.
  GreenContext* green() const;
  exec::Stream& stream() { return stream_; }
  unsigned flags() const { return flags_; }
  int priority() const { return stream_.priority(); }
  StreamAttributes attributes;
  ContextDependent dependent;

private:
  Context& context_;
  GreenContext* const green_;
  exec::Stream stream_;
  const unsigned flags_;
};

struct StreamTarget {
  Context* context = nullptr;
  exec::Stream* stream = nullptr;
  StreamObject* object = nullptr; // null for the default streams
  GreenContext* green = nullptr;  // null for streams outside of green contexts

  // Whether it is what handle 0 stands for without a default stream for each thread.
  bool isLegacy() const;
};

// Handle 0 is the default stream (the legacy one, or the thread's inside a PerThreadDefault), 1 the
// legacy and 2 the per-thread one. Fails like currentContext().
CUresult findStream(CUstream handle, StreamTarget& target);

// Creates a stream in a context, or in a green context of it.
CUresult createStream(CUstream* out, Context& context, GreenContext* green, unsigned flags,
                      int priority);

} // namespace heddle::driver
