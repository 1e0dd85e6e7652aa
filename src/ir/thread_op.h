// The enumeration of thread IR's operations, for those who need no LLVM.
#pragma once

namespace heddle {

enum class ThreadOp {
  None,
#define HEDDLE_THREAD_OP(op, name, result, parameters, effects, flags, implementation, ptx) op,
#include "ir/thread_operations.def"
};

// For the operation of .x, the operation of the axis with this number, 0 to 2.
constexpr ThreadOp alongAxis(ThreadOp x, unsigned axis) {
  return static_cast<ThreadOp>(static_cast<unsigned>(x) + axis);
}

} // namespace heddle
