// A thread's rights to the memory of protection keys, as x86-64 has them: a register (PKRU) with
// two bits for each key. The lower one forbids all accesses, the upper one forbids writing.
#pragma once

#include <cstdint>

namespace heddle::memory {

#ifdef __x86_64__
constexpr bool kHasKeyRights = true;

// Both instructions exist only where Linux has switched protection keys on.
inline std::uint32_t readKeyRights() {
  std::uint32_t rights, zero;
  asm volatile("rdpkru" : "=a"(rights), "=d"(zero) : "c"(0));
  return rights;
}
// No access to memory moves across this, neither in the compiler nor in the CPU.
inline void writeKeyRights(std::uint32_t rights) {
  asm volatile("wrpkru" : : "a"(rights), "c"(0), "d"(0) : "memory");
}
#else
constexpr bool kHasKeyRights = false;

inline std::uint32_t readKeyRights() {
  return 0;
}
inline void writeKeyRights(std::uint32_t) {}
#endif

// Linux updates a thread's area of restartable sequences (rseq), which is ordinary memory, when it
// has moved the thread to another core, and ends the process if the thread has no access to it. So
// a thread that gives up its access to key 0 must first give up this area. The C library does
// without it. False when the area is still in use.
bool leaveRestartableSequences();
// Whether the function above works in this process.
bool canLeaveRestartableSequences();

// Whether Linux writes the frame of a signal also where the interrupted code has no access, as it
// does since version 6.12.
bool signalFramesNeedNoRights();

// Interrupts all other threads of the process, so that they get access to all keys of Heddle. False
// when one of them could not be reached.
bool allowAllKeysInOtherThreads();

} // namespace heddle::memory
