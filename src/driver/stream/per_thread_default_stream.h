// Not part of stream.h, which includes api.h: exports.cpp needs this and must not include that.
#pragma once

namespace heddle::driver {

// While one exists, handle 0 means the calling thread's own default stream in that thread.
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
