// The mark of a call in its per-thread form. It has a header of its own because exports.cpp needs
// it and must not include stream.h, which includes api.h.
#pragma once

namespace heddle::driver {

// While an object of this class exists, handle 0 means, in the thread that has made it, that
// thread's own default stream.
class PerThreadDefault {
public:
  PerThreadDefault();
  ~PerThreadDefault();
  PerThreadDefault(const PerThreadDefault&) = delete;
  PerThreadDefault& operator=(const PerThreadDefault&) = delete;

private:
  bool before_;
};

} // namespace heddle::driver
