// A mistake in the PTX back end of LLVM 19: it makes one aligned access of every load of 16 bytes
// as a vector, such as the optimiser makes of loads of neighbouring bytes, whether or not the
// address is aligned. Loads of other vectors are right.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::toolkit {

// Makes two halves of each such load whose address need not be aligned. It must run behind all
// passes that make vectors. Returns whether there was one.
inline bool splitMisalignedVectors(llvm::Function& function) {
  constexpr unsigned kBytes = 16;
  bool hasChanged = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || load->getAlign() >= llvm::Align(kBytes))
      continue;
    const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(load->getType());
    if (!type || type->getNumElements() != kBytes || !type->getElementType()->isIntegerTy(8))
      continue;
    llvm::IRBuilder<> builder(load);
    auto* const halfType = llvm::FixedVectorType::get(type->getElementType(), kBytes / 2);
    const auto loadHalf = [&](unsigned offset) {
      return builder.CreateAlignedLoad(
          halfType,
          builder.CreateConstGEP1_32(type->getElementType(), load->getPointerOperand(), offset),
          llvm::commonAlignment(load->getAlign(), offset), load->isVolatile());
    };
    llvm::Value* const low = loadHalf(0);
    llvm::Value* const high = loadHalf(kBytes / 2);
    load->replaceAllUsesWith(
        builder.CreateShuffleVector(low, high, llvm::to_vector<kBytes>(llvm::seq<int>(0, kBytes))));
    load->eraseFromParent();
    hasChanged = true;
  }
  return hasChanged;
}

} // namespace heddle::toolkit
