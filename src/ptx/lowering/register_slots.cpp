// A register is an alloca that each instruction loads and stores. LLVM's promotion looks, for each
// of them and in each block that does both, at all that comes before; in blocks of thousands of
// instructions that is most of a kernel's compile time. So within blocks we promote them ourselves,
// and what is left for LLVM are a load at a block's start and a store.
#include "ptx/lowering/lowering.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace heddle::ptx {

void promoteRegistersInBlocks(llvm::Function& function) {
  struct Register {
    llvm::Value* value = nullptr; // null: what the block began with, and nobody has asked for it
    llvm::StoreInst* store = nullptr;
  };
  llvm::DenseSet<const llvm::AllocaInst*> registers;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca && llvm::isAllocaPromotable(alloca))
      registers.insert(alloca);
  for (llvm::BasicBlock& block : function) {
    llvm::DenseMap<const llvm::Value*, Register> current;
    llvm::BasicBlock::iterator start = block.getFirstInsertionPt();
    auto erase = [&](llvm::Instruction& instruction) {
      if (&instruction == &*start)
        ++start;
      instruction.eraseFromParent();
    };
    const bool isEntry = &block == &function.getEntryBlock();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* slot =
          llvm::dyn_cast_or_null<llvm::AllocaInst>(llvm::getLoadStorePointerOperand(&instruction));
      if (!slot || !registers.contains(slot))
        continue;
      Register& mine = current[slot];
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (mine.store)
          erase(*mine.store);
        mine = {store->getValueOperand(), store};
      } else if (mine.value) {
        instruction.replaceAllUsesWith(mine.value);
        erase(instruction);
      } else {
        mine.value = &instruction;
        if (&instruction == &*start)
          ++start;
        else if (!isEntry) // where allocas come first
          instruction.moveBefore(block, start);
      }
    }
  }
}

} // namespace heddle::ptx
