// What the default stream is. A program compiled with --default-stream per-thread calls the forms
// of functions whose names end in _ptsz or _ptds, for which it is a stream of the calling thread's
// own.
#pragma once

namespace heddle::runtime {

// While one exists, calls by the same thread use the driver's functions in their per-thread forms.
class PerThreadDefaultStream {
public:
  PerThreadDefaultStream() : outer_(active_) { active_ = true; }
  ~PerThreadDefaultStream() { active_ = outer_; }
  PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
  PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;

  static bool isActive() { return active_; }

private:
  static constinit thread_local bool active_;
  const bool outer_;
};

} // namespace heddle::runtime
