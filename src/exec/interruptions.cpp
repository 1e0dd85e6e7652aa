#include "exec/interruptions.h"

#include "exec/kernel_memory.h"

#include <atomic>
#include <new>

namespace heddle::exec {

namespace {

// Null until the first kernel runs.
std::atomic<std::uint32_t*> madeCount{nullptr};

} // namespace

std::uint32_t* Interruptions::count() {
  static auto* const word = [] {
    auto* made = ::new (allocateKernelMemory(sizeof(std::uint32_t)).release()) std::uint32_t(0);
    madeCount.store(made);
    return made;
  }();
  return word;
}

void Interruptions::add() {
  // Without a count no kernel watches it. One that begins now finds the fault of its context
  // instead, which was set before.
  if (std::uint32_t* const count = madeCount.load())
    __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
}

} // namespace heddle::exec
