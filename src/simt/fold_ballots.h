// Makes one match of the ballots over the bits of a value. Programs for GPUs that have no match
// look for the lanes with the same digit bit by bit, and so does CUB's radix sort: a lane keeps
// those that agree with it in each bit.
//
//   %bit = and i32 %x, 1
//   %p = icmp ne i32 %bit, 0
//   %set = call i32 @heddle.vote.ballot(%p, -1)
//   %not = xor i1 %p, true
//   %other = sext i1 %not to i32
//   %agree = xor i32 %set, %other
//
//   =>
//
//   %key = and i32 %x, 255
//   %same = call i32 @heddle.match.any.b32(%key, -1)
//
// Here %same is the `and` of %agree for each of the eight bits. No ballot sets the bits of lanes
// that take no part, so these lanes are added to %same where %key is zero.
//
// Needs thread IR that LLVM has cleaned up. The bits must lie next to each other and be few, since
// match is quick for small values only (match.cpp). Members that are not all lanes, and ballots
// that have other uses, stay as they are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class FoldBallotsPass : public llvm::PassInfoMixin<FoldBallotsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
