// Promotes registers to SSA values within basic blocks. The lowering makes an alloca of each PTX
// register. LLVM's own promotion scans, for each alloca and each block that loads and stores it,
// all instructions before the load; in blocks of thousands of instructions that is most of a
// kernel's compile time. Afterwards a block has at most one load of a register, at its start, and
// one store.
#include "ptx/lowering/lowering.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace heddle::ptx {

void promoteRegistersInBlocks(llvm::Function& function) {
  struct Register {
    llvm::Value* value = nullptr;     // null until the block loads or stores the register
    llvm::StoreInst* store = nullptr; // the last one, which stays if no other follows
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
      Register& reg = current[slot];
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (reg.store)
          erase(*reg.store);
        reg = {store->getValueOperand(), store};
      } else if (reg.value) {
        instruction.replaceAllUsesWith(reg.value);
        erase(instruction);
      } else {
        reg.value = &instruction;
        if (&instruction == &*start)
          ++start;
        else if (!isEntry) // the entry block begins with the allocas
          instruction.moveBefore(block, start);
      }
    }
  }
}

} // namespace heddle::ptx
