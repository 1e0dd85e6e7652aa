// What the passes that look for races share: the numbers of the places in the source that shadow
// words have, and what they ask about accesses.
#pragma once

#include "simt/checked_accesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <vector>

namespace heddle::simt {

// The ordering of an instruction that accesses memory.
llvm::AtomicOrdering orderingOf(const llvm::Instruction& instruction);
// What a store writes, as far as it fits into eight bytes; 0 for other accesses.
llvm::Value* valueOf(llvm::IRBuilder<>& builder, const Access& access);

// Whether the instruction is a barrier of the block, or of some of its threads.
bool isBarrierOfBlock(const llvm::Instruction& instruction);
// Whether a barrier is the one at which the threads of a block meet before and after they wait for
// their cluster (lower_clusters.h).
bool isBarrierOfCluster(const llvm::Instruction& instruction);
// A barrier that all threads of the block come to. Those of a cluster are not among them: they are
// there twice, and order what threads did before they arrived, not before they wait.
bool isBarrierOfWholeBlock(const llvm::Instruction& instruction);

// The thread's number in its block.
llvm::Value* threadNumber(llvm::IRBuilder<>& builder);
llvm::MDNode* unlikelyBranch(llvm::LLVMContext& context);

// The strings of the places in a module, by the numbers that shadow words have for them.
class RaceSites {
public:
  // Functions that are called by pointers are compiled without the kernels that call them. They
  // have no numbers, since the engine looks all of them up in the table of one module.
  RaceSites(llvm::Module& module, std::uint64_t largest);

  // Returns 0 for an access without a place.
  std::uint64_t number(llvm::Constant* site);
  // Stands for the table until all places are known.
  llvm::Value* placeholder();
  void make();

private:
  llvm::PointerType* pointer() const;

  llvm::Module& module_;
  const std::uint64_t largest_;
  const bool hasNumbers_;
  llvm::DenseMap<llvm::Constant*, std::uint64_t> numbers_;
  std::vector<llvm::Constant*> sites_;
  llvm::GlobalVariable* placeholder_ = nullptr;
};

} // namespace heddle::simt
