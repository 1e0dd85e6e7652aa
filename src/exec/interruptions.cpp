#include "exec/interruptions.h"

#include "exec/kernel_memory.h"

#include <new>

namespace heddle::exec {

std::uint32_t* Interruptions::count() {
  static auto* const word =
      ::new (allocateKernelMemory(sizeof(std::uint32_t)).release()) std::uint32_t(0);
  return word;
}

void Interruptions::add() {
  __atomic_add_fetch(count(), 1, __ATOMIC_SEQ_CST);
}

} // namespace heddle::exec
