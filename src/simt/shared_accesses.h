// What an instruction of a block function accesses in shared memory: which elements, by their
// distances in bytes from one address.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace heddle::simt {

struct SharedAccess {
  llvm::Value* base = nullptr; // in shared memory
  llvm::Type* element = nullptr;
  std::int64_t bytes = 0; // of an element
  // Of each element of the value from the base; nothing for lanes that are masked out.
  llvm::SmallVector<std::optional<std::int64_t>, 16> places;
  llvm::Value* stored = nullptr; // null for loads
};

enum class MemoryEffect {
  None,   // on shared memory
  Shared, // what the access says
  Any,
};

// Whether the address is one in the block's shared memory, at whatever place.
bool isSharedAddress(const llvm::Value* pointer);

// Says which memory the instruction of a block function or region accesses, and fills in the access
// if that is shared memory at known places.
MemoryEffect effectOnSharedMemory(llvm::Instruction& instruction, SharedAccess& access);

} // namespace heddle::simt
