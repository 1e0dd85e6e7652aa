// Promotes most registers to SSA values. The lowering makes an alloca of each PTX register, whose
// first value is zero. LLVM's own promotion scans, for each alloca and each block that loads and
// stores it, all instructions before the load, and for each alloca with several stores it walks
// through the dominator tree. In kernels of thousands of instructions either would be most of the
// compile time. What is left to LLVM are registers that need a phi.
#include "ptx/lowering/lowering.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace heddle::ptx {
namespace {

using Slots = llvm::SetVector<llvm::AllocaInst*>;

// Returns the value that all loads see, or null if a phi may have to choose it. Each load stands at
// the start of its block.
llvm::Value* onlyValue(llvm::ArrayRef<llvm::StoreInst*> stores,
                       llvm::ArrayRef<llvm::LoadInst*> loads,
                       const llvm::DominatorTree& dominators) {
  // No load sees the zero that a register begins with if all of them stand behind the only
  // assignment.
  llvm::StoreInst* assignment = nullptr;
  for (llvm::StoreInst* store : stores) {
    const bool isFirst = store->getParent()->isEntryBlock();
    if (assignment && !isFirst && !assignment->getParent()->isEntryBlock())
      return nullptr;
    if (!assignment || !isFirst)
      assignment = store;
  }
  const auto isBehind = [&](const llvm::LoadInst* load) {
    return dominators.properlyDominates(assignment->getParent(), load->getParent());
  };
  return assignment && llvm::all_of(loads, isBehind) ? assignment->getValueOperand() : nullptr;
}

// Promotes the registers that are assigned once, as most are in what compilers make, after
// promotion in blocks.
void promoteSingleAssignments(const Slots& registers, const llvm::DominatorTree& dominators) {
  for (llvm::AllocaInst* slot : registers) {
    llvm::SmallVector<llvm::StoreInst*, 4> stores;
    llvm::SmallVector<llvm::LoadInst*, 8> loads;
    for (llvm::User* user : slot->users())
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
        stores.push_back(store);
      else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user))
        loads.push_back(load);
    if (stores.size() + loads.size() != slot->getNumUses())
      continue;
    llvm::Value* value = loads.empty() ? nullptr : onlyValue(stores, loads, dominators);
    if (!value && !loads.empty())
      continue;
    for (llvm::LoadInst* load : loads) {
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
    }
    for (llvm::StoreInst* store : stores)
      store->eraseFromParent();
    slot->eraseFromParent();
  }
}

// Afterwards a block has at most one load of a register, at its start, and one store.
void promoteInBlocks(llvm::Function& function, const Slots& registers) {
  struct Register {
    llvm::Value* value = nullptr;     // null until the block loads or stores the register
    llvm::StoreInst* store = nullptr; // the last one, which stays if no other follows
  };
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

} // namespace

void promoteRegisters(llvm::Function& function, const llvm::DominatorTree& dominators) {
  Slots registers;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca && llvm::isAllocaPromotable(alloca))
      registers.insert(alloca);
  promoteInBlocks(function, registers);
  promoteSingleAssignments(registers, dominators);
}

} // namespace heddle::ptx
