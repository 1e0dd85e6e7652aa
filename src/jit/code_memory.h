// The memory of linked code and its constants. It lies in the range of kernels' memory
// (memory/kernel_addresses.h), because kernels read the constants, and so that the address of a
// device function can be told from other addresses.
#pragma once

#include "memory/reservation.h"

#include "llvm/ExecutionEngine/Orc/MemoryMapper.h"

#include <map>
#include <mutex>

namespace heddle::jit {

class CodeMemory : public llvm::orc::InProcessMemoryMapper {
public:
  CodeMemory();

  void reserve(std::size_t bytes, OnReservedFunction onReserved) override;
  void release(llvm::ArrayRef<llvm::orc::ExecutorAddr> bases,
               OnReleasedFunction onReleased) override;

private:
  std::mutex mutex_;
  std::map<llvm::orc::ExecutorAddr, memory::Reservation> reservations_;
};

} // namespace heddle::jit
