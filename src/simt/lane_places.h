// Where in memory the lanes of a vector are that straight code takes apart.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace heddle::simt {

// Bits of memory that are the value of a lane. Those of the value above them are zero.
struct LanePlace {
  llvm::LoadInst* load = nullptr; // of the vector that the lane comes from
  std::uint64_t bit = 0;          // from the load's address
  std::uint64_t bits = 0;
};

class LanePlaces {
public:
  // The place of the lane that the instruction takes; nothing where it was computed otherwise, is
  // no number of whole bytes, or where that memory may be another one by now, so that the lane
  // cannot be loaded again.
  std::optional<LanePlace> find(llvm::ExtractElementInst& extract);

private:
  bool isStillThere(const llvm::LoadInst& load, const llvm::Instruction& use);
  const llvm::Instruction* firstStore(const llvm::BasicBlock& block, const llvm::LoadInst* load);

  using Stretch = std::pair<const llvm::BasicBlock*, const llvm::LoadInst*>;
  llvm::DenseMap<Stretch, const llvm::Instruction*> firstStores_;
};

} // namespace heddle::simt
