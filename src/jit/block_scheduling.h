// How LLVM puts the instructions of very long blocks in order.
#pragma once

namespace heddle::jit {

// Once, before any code is generated.
void scheduleLongBlocks();

// On functions whose blocks are scheduled so.
inline constexpr const char* kScheduled = "heddle-scheduled";

} // namespace heddle::jit
