#include "exec/runtime_gate.h"

#include "memory/quick_thread_local.h"

namespace heddle::exec {

namespace {
HEDDLE_QUICK_THREAD_LOCAL const void* lastCallSite = nullptr;
} // namespace

const void* callSite() {
  return lastCallSite;
}

void noteCallSite(const void* callSite) {
  lastCallSite = callSite;
}

} // namespace heddle::exec
