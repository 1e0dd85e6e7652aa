// Adds a distance to addresses of accesses, for passes that make wrong accesses fault
// (mark_misaligned_addresses.h, mark_host_addresses.h). The distance is zero, or moves the address
// to where no process has memory. It is added where the part of an address is made that decides
// about the distance, mostly outside of all loops, and the computation from there on is repeated:
// the access itself costs what it did.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

#include <map>
#include <utility>

namespace heddle::simt {

class AddressMarks {
public:
  AddressMarks(llvm::Function& function, llvm::DominatorTree& dominators)
      : function_(function), dominators_(dominators) {}

  // The first place where the value can be used; for null the start of the function.
  llvm::Instruction* placeAfter(llvm::Value* value);
  // Of two places that both dominate an access, the later one.
  llvm::Instruction* later(llvm::Instruction* a, llvm::Instruction* b);

  // What a pass knows about the values that an address is computed from.
  struct DecidingPart {
    // Whether the value has the same deciding part as the address.
    llvm::function_ref<bool(llvm::Value*)> isIn;
    // Whether the value is the deciding part, so that there is nothing further to go back to.
    llvm::function_ref<bool(llvm::Value*)> isAll;
  };
  // The value with the distance added.
  llvm::Value* add(llvm::Value* value, llvm::Value* distance, const DecidingPart& part);

private:
  llvm::Value* addToPhi(llvm::PHINode& phi, llvm::Value* distance, const DecidingPart& part);
  llvm::Value* addHere(llvm::Value* value, llvm::Value* distance);

  llvm::Function& function_;
  llvm::DominatorTree& dominators_;
  std::map<std::pair<llvm::Value*, llvm::Value*>, llvm::Value*> sums_;
};

} // namespace heddle::simt
