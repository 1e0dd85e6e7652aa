#include "simt/warp_synchronous.h"

#include "simt/called_functions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::simt {

namespace {

bool isUniformSimt(const llvm::Instruction& instruction) {
  return instruction.getFunction()->hasFnAttribute(kUniformSimt);
}

bool isOwnMemory(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

// A store that all lanes do, or an atomic operation. The compiler lets one lane of the warp do
// that, which may give a lock back, say, so that the others must have stored what it guards.
bool changesMemoryOfAllLanes(const llvm::Instruction& instruction) {
  if (!isUniformSimt(instruction))
    return false;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return !isOwnMemory(store->getPointerOperand());
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

// Does a fence come next, before anything else that has an effect?
bool isFenced(const llvm::LoadInst& load) {
  for (const llvm::Instruction* next = load.getNextNode(); next; next = next->getNextNode()) {
    if (llvm::isa<llvm::FenceInst>(next))
      return true;
    if (next->mayHaveSideEffects())
      return false;
  }
  return false;
}

// Does a compare-and-swap expect the value, or one that is chosen among it and others?
bool isExpected(const llvm::LoadInst& load) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*, 8> work = {&load};
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (const llvm::User* user : value->users()) {
      auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user);
      if (exchange && exchange->getCompareOperand() == value)
        return true;
      if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst>(user))
        work.push_back(user);
    }
  }
  return false;
}

} // namespace

bool mustAgree(const llvm::Instruction& instruction) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  // Only the threads of one block see shared memory. They run on one worker, where no other thread
  // comes between the loads of a warp.
  return load && isUniformSimt(*load) && load->getPointerAddressSpace() != 3 &&
         !isOwnMemory(load->getPointerOperand()) &&
         (load->isVolatile() || load->isAtomic() || isFenced(*load) || isExpected(*load));
}

bool isWarpSynchronous(const llvm::Instruction& instruction) {
  if (changesMemoryOfAllLanes(instruction))
    return true;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer && instruction.isVolatile() && pointer->getType()->getPointerAddressSpace() == 3;
}

bool usesWarpOperations(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (threadOpInfo(*call).flags & WarpLevel ||
          (call->getCalledFunction() && call->getCalledFunction()->hasFnAttribute(kWarpFunction)))
        return true;
    if (isWarpSynchronous(instruction) || mustAgree(instruction))
      return true;
  }
  return false;
}

} // namespace heddle::simt
