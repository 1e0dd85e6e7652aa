// The two modes of a thread that runs kernels where there is a wall between kernels and the host
// (memory/protection_keys.h). In kernel mode it has no access to memory of the host: the driver's
// code must not touch its heap, its static or thread-local data, nor constants or tables of
// addresses in its libraries. heddle_call_on_stack() enters kernel mode, and the functions that
// compiled code calls are behind a gate that goes back to host mode while they run.
#pragma once

#include "memory/key_rights.h"
#include "memory/protection_keys.h"

namespace heddle::exec {

// Forbids all accesses to key 0, the memory of the host.
constexpr std::uint32_t kNoHostAccess = 1;

// While an object of this class lives, a thread in kernel mode is in host mode. What it does then
// must be in a function that is not inlined: the compiler may read constants before the
// constructor.
class HostMode {
public:
  HostMode() : rights_(memory::readKeyRights()) {
    memory::writeKeyRights(rights_ & ~kNoHostAccess);
  }
  ~HostMode() { memory::writeKeyRights(rights_); }
  HostMode(const HostMode&) = delete;
  HostMode& operator=(const HostMode&) = delete;

private:
  const std::uint32_t rights_;
};

// Calls compiled code in kernel mode from host mode.
template <typename Function, typename... Arguments>
void callInKernelMode(Function* function, Arguments... arguments) {
  if (!memory::wallIsUp())
    return function(arguments...);
  const std::uint32_t rights = memory::readKeyRights();
  memory::writeKeyRights(rights | kNoHostAccess);
  function(arguments...);
  memory::writeKeyRights(rights);
}

} // namespace heddle::exec
