// CUevent: a point in the work of a stream, which other streams and the host can wait for.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "driver/graphics/egl_sync.h"
#include "driver/stream/interprocess_event.h"
#include "exec/event.h"
#include "exec/stream_group.h"

#include <memory>
#include <vector>

namespace heddle::driver {

struct Capture;

class Event {
public:
  Event(Context& context, unsigned flags, std::shared_ptr<InterprocessEvent> shared,
        std::shared_ptr<const EglSync> sync)
      : context_(context), flags_(flags), shared_(std::move(shared)), sync_(std::move(sync)) {}

  Context& context() { return context_; }
  exec::Event& event() { return event_; }
  // The state that the event shares with other processes; null for an event of this process alone.
  const std::shared_ptr<InterprocessEvent>& interprocess() const { return shared_; }

  // An event that was made of a sync object of EGL is complete when that is signalled.
  bool isRecordable() const { return !sync_; }
  void record(exec::Stream& stream);
  // Records the event after all work of the group of streams, or for a null group of its context.
  void recordInContext(const exec::StreamGroup* group);
  // A task that is done when the event is complete; null when it is complete already.
  exec::TaskRef task();
  // Makes later work of the stream wait for the event.
  void orderBefore(exec::Stream& stream);
  // The program asks for it, or has waited.
  bool done();
  void noteHostWait() const;
  bool timed() const { return !(flags_ & CU_EVENT_DISABLE_TIMING); }
  bool blocking() const { return flags_ & CU_EVENT_BLOCKING_SYNC; }

  // If the event was last recorded in a captured stream: the capture, and the nodes that the event
  // follows.
  std::shared_ptr<Capture> capture;
  std::vector<GraphNode*> captured;

  ContextDependent dependent;

private:
  // A task, not yet submitted, that completes a new record of an event that processes share.
  exec::TaskRef beginSharedRecord();

  Context& context_;
  const unsigned flags_;
  exec::Event event_;
  const std::shared_ptr<InterprocessEvent> shared_;
  const std::shared_ptr<const EglSync> sync_;
};

// Gives the program the handle of a new event. Other processes share `shared`, where it is given;
// `sync` is what an event of EGL is made of.
CUresult createEvent(CUevent* out, Context& context, unsigned flags,
                     std::shared_ptr<InterprocessEvent> shared,
                     std::shared_ptr<const EglSync> sync = nullptr);

} // namespace heddle::driver
