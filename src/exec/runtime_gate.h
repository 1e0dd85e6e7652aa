// The gate through which compiled code calls a function of the driver. It notes where the call
// comes from and, where there is a wall between kernels and the host, runs the function in host
// mode.
#pragma once

#include "exec/kernel_mode.h"

namespace heddle::exec {

// Where the code that this thread runs has last called the driver: the address behind the call.
// Null where no compiled code has called.
const void* callSite();
// The instruction of that call. The address behind it may belong to another source line; one byte
// before is the call itself.
inline const void* callingInstruction() {
  const void* const behind = callSite();
  return behind ? static_cast<const char*>(behind) - 1 : nullptr;
}
void noteCallSite(const void* callSite);

template <auto function> struct RuntimeGate;

template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct RuntimeGate<function> {
  static Result call(Arguments... arguments) {
    noteCallSite(__builtin_return_address(0));
    return function(arguments...);
  }
  static Result callInHostMode(Arguments... arguments) {
    const HostMode mode;
    noteCallSite(__builtin_return_address(0));
    return function(arguments...);
  }
};

} // namespace heddle::exec
