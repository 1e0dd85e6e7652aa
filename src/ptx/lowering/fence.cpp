// Memory order: fence and membar, and the scopes and semantics of other instructions.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

llvm::SyncScope::ID FunctionLowering::blockScope() {
  return parent_.context().getOrInsertSyncScopeID("block");
}

// Only the scope of a block differs from that of the whole machine.
llvm::SyncScope::ID FunctionLowering::scopeOf(const Instruction& instruction) {
  std::optional<Scope> scope = instruction.modifier<Scope>();
  if (!scope)
    return llvm::SyncScope::System;
  switch (*scope) {
  case Scope::Cta:
    return blockScope();
  case Scope::Cluster:
  case Scope::Gpu:
  case Scope::Sys:
    return llvm::SyncScope::System;
  }
  llvm_unreachable("no such scope");
}

llvm::AtomicOrdering FunctionLowering::atomicOrdering(const Instruction& instruction,
                                                      llvm::AtomicOrdering otherwise) {
  std::optional<Semantics> semantics = instruction.modifier<Semantics>();
  if (!semantics)
    return otherwise;
  switch (*semantics) {
  case Semantics::Weak:
  case Semantics::Volatile:
    return llvm::AtomicOrdering::NotAtomic;
  case Semantics::Relaxed:
    return llvm::AtomicOrdering::Monotonic;
  case Semantics::Acquire:
    return llvm::AtomicOrdering::Acquire;
  case Semantics::Release:
    return llvm::AtomicOrdering::Release;
  case Semantics::AcqRel:
    return llvm::AtomicOrdering::AcquireRelease;
  case Semantics::Sc:
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
  llvm_unreachable("no such semantics");
}

// Proxies are all the same memory here, so fences between them are plain ones. A fence with a scope
// and no semantics is .acq_rel; membar is .sc.
void FunctionLowering::lowerFence(const Instruction& instruction) {
  llvm::AtomicOrdering order = atomicOrdering(
      instruction, instruction.modifier<Scope>() ? llvm::AtomicOrdering::AcquireRelease
                                                 : llvm::AtomicOrdering::SequentiallyConsistent);
  llvm::SyncScope::ID scope = scopeOf(instruction);
  if (std::optional<MembarLevel> level = instruction.modifier<MembarLevel>())
    switch (*level) {
    case MembarLevel::Cta:
      scope = blockScope();
      break;
    case MembarLevel::Gl:
    case MembarLevel::Sys:
      scope = llvm::SyncScope::System;
      break;
    }
  b_.CreateFence(order, scope);
}

} // namespace heddle::ptx
