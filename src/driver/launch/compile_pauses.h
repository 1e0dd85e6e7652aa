// Times in which a device had nothing to do because the kernel of a launch was still being
// compiled. On a GPU a kernel's code is there before the launch, and programs that try launches of
// several sizes against the time between two events, as hashcat does, would take a compilation for
// a slow kernel and settle for tiny launches. So the time between events leaves these times out.
#pragma once

#include "exec/task.h"

#include <cstdint>

namespace heddle::driver {

class Context;

// Lasts while a launch in the context prepares its grid, and counts if it compiles a kernel or
// waits for the compiler.
class CompilePause {
public:
  CompilePause(Context& context, bool isCompiling);
  ~CompilePause();
  CompilePause(const CompilePause&) = delete;
  CompilePause& operator=(const CompilePause&) = delete;

private:
  Context* context_ = nullptr; // null where nothing is compiled
  std::uint64_t begin_ = 0;
  exec::TaskRef before_; // what the context had to do at first; may be null
};

// Of the time between two points, how much the context has spent in pauses, in nanoseconds.
std::uint64_t pausedBetween(const Context& context, std::uint64_t begin, std::uint64_t end);

} // namespace heddle::driver
