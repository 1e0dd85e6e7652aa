#include "jit/code_memory.h"

#include "memory/kernel_addresses.h"

using namespace llvm;

namespace heddle::jit {

CodeMemory::CodeMemory() : InProcessMemoryMapper(memory::pageSize()) {}

void CodeMemory::reserve(std::size_t bytes, OnReservedFunction onReserved) {
  memory::Reservation reservation(memory::User::Kernels, bytes, memory::pageSize());
  if (!reservation || !memory::kernelRange().contains(reservation.data()))
    return onReserved(createStringError(std::errc::not_enough_memory, "no memory for code"));
  const auto base = orc::ExecutorAddr::fromPtr(reservation.data());
  const orc::ExecutorAddrRange range(base, reservation.size());
  {
    std::lock_guard lock(mutex_);
    reservations_.emplace(base, std::move(reservation));
  }
  onReserved(range);
}

void CodeMemory::release(ArrayRef<orc::ExecutorAddr> bases, OnReleasedFunction onReleased) {
  // LLVM's mapper runs the actions that must precede the release of code. It has not reserved the
  // memory itself and does not free it.
  InProcessMemoryMapper::release(bases, [&](Error error) {
    {
      std::lock_guard lock(mutex_);
      for (orc::ExecutorAddr base : bases)
        reservations_.erase(base);
    }
    onReleased(std::move(error));
  });
}

} // namespace heddle::jit
