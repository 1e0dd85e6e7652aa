// A count that grows whenever kernels may have to stop, because a context has met a fault. Code
// between two blocks looks at it in kernel mode, in which it cannot ask the context.
#pragma once

#include <cstdint>

namespace heddle::exec {

class Interruptions {
public:
  Interruptions() : count_(count()), seen_(__atomic_load_n(count_, __ATOMIC_SEQ_CST)) {}
  // Whether add() has been called since this object was made. Code that runs with the rights of a
  // kernel may ask, if the object lies in memory that kernels may access.
  bool isInterrupted() const { return __atomic_load_n(count_, __ATOMIC_SEQ_CST) != seen_; }

  // Allocates nothing, because a fault must be raised in any case.
  static void add();

private:
  static std::uint32_t* count();

  const std::uint32_t* count_;
  std::uint32_t seen_;
};

} // namespace heddle::exec
