// A compiled block function, and what the engine must know to run it.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::simt {

struct BlockCode {
  llvm::Function* function = nullptr; // BlockStatus (BlockContext*)
  std::uint32_t gangWidth = 1;
  std::uint32_t frameBytes = 0;
  std::uint32_t staticSharedBytes = 0;
  std::uint32_t dynamicSharedOffset = 0;
  bool yields = false; // may return BlockStatus::Yielded
};

} // namespace heddle::simt
