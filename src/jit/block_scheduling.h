// How LLVM orders the instructions of very long blocks.
#pragma once

namespace heddle::jit {

// Installs a scheduler that orders very long blocks for few registers, in functions with the
// attribute kSchedulesLongBlocks, and lets the schedulers after it compare fewer memory accesses
// with each other. Must be called once, before any code is generated.
void scheduleLongBlocks();
inline constexpr const char* kSchedulesLongBlocks = "heddle-schedules-long-blocks";

} // namespace heddle::jit
