// CUevent.
#pragma once

#include "driver/driver.h"
#include "exec/stream.h"

namespace heddle::driver {

class Event {
public:
  Event(Context& context, unsigned flags) : context_(context), flags_(flags) {}

  Context& context() { return context_; }
  exec::Event& event() { return event_; }
  bool timed() const { return !(flags_ & CU_EVENT_DISABLE_TIMING); }
  bool blocking() const { return flags_ & CU_EVENT_BLOCKING_SYNC; }

private:
  Context& context_;
  const unsigned flags_;
  exec::Event event_;
};

} // namespace heddle::driver
