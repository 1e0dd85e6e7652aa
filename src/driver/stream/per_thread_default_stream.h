// Apart from stream.h, for the file that must not see the names within the library.
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
