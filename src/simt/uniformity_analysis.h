// Uniformity analysis: the shape of every value of thread IR, which is how it varies over the lanes
// of a gang, and the branches that send the lanes of a gang different ways.
//
//   uniform   the same in all lanes
//   affine    lane 0's value plus a constant stride times the lane's number
//   varying   anything else
//
//   %tid = call i32 @heddle.tid.x()        ; affine 1, in a block whose rows are whole gangs
//   %n = load i32, ptr %params             ; uniform: every lane reads the same place
//   %i = shl i32 %tid, 2                   ; affine 4
//   %p = getelementptr float, ptr %x, i32 %tid
//   %v = load float, ptr %p                ; varying
//   %c = icmp ult i32 %tid, %n             ; varying, and so a branch on it is divergent
//
// Block dimensions and gang width are those noted on the function (function_attributes.h).
#pragma once

#include "simt/function_attributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace heddle::simt {

struct Shape {
  enum Kind : std::uint8_t { Undefined, Uniform, Affine, Varying };
  Kind kind = Undefined;
  // An affine value whose 32-bit part may wrap within the gang: exact as a vector, and as an
  // address good for every lane whose address a program can use (see the transfer of extensions).
  bool assumed = false;
  std::int64_t stride = 0;     // Affine: the difference between neighbouring lanes
  std::uint64_t alignment = 1; // of lane 0's value: a power of two that divides it

  static Shape uniform(std::uint64_t alignment = 1) { return {Uniform, false, 0, alignment}; }
  static Shape affine(std::int64_t stride, std::uint64_t alignment, bool assumed) {
    return {Affine, assumed, stride, alignment};
  }
  static Shape varying() { return {Varying, false, 0, 1}; }
  bool isUniform() const { return kind == Uniform || kind == Undefined; }
  bool isVarying() const { return kind == Varying; }
  bool isAffine() const { return kind == Affine; }
  bool operator==(const Shape&) const = default;
};

class Shapes {
public:
  // The function must be in loop-simplified, loop-closed form.
  Shapes(llvm::Function& function, const BlockDim& block, unsigned width,
         llvm::PostDominatorTree& postDominators, llvm::LoopInfo& loops);

  // The pass manager asks this when a pass has changed the function.
  bool invalidate(llvm::Function& function, const llvm::PreservedAnalyses& preserved,
                  llvm::FunctionAnalysisManager::Invalidator& invalidator);

  Shape of(const llvm::Value* value) const;
  bool isDivergentBranch(const llvm::BasicBlock* block) const {
    return divergentBranches_.contains(block);
  }
  const llvm::DenseSet<const llvm::BasicBlock*>& divergentBranches() const {
    return divergentBranches_;
  }
  // Do paths from one divergent branch meet again at the start of this block?
  bool isDivergentJoin(const llvm::BasicBlock* block) const {
    return divergentJoins_.contains(block);
  }
  // Do lanes leave the loop in different iterations?
  bool isDivergentLoop(const llvm::Loop* loop) const { return divergentLoops_.contains(loop); }

  // The blocks that are reachable from the successors of `branch` before its immediate
  // post-dominator; with `acrossBackEdges` also in later iterations.
  llvm::DenseSet<const llvm::BasicBlock*> influenced(const llvm::BasicBlock* branch,
                                                     bool acrossBackEdges) const;

private:
  // These functions give the shape of an instruction's result by the shapes of its operands
  // (shape_transfer.cpp).
  Shape transfer(const llvm::Instruction& instruction) const;
  Shape transferPhi(const llvm::PHINode& phi) const;
  Shape transferCall(const llvm::CallBase& call) const;
  Shape transferGep(const llvm::Instruction& instruction) const;
  Shape transferAlloca(const llvm::AllocaInst& alloca) const;
  Shape transferUniform(const llvm::Instruction& instruction) const;
  Shape transferArithmetic(const llvm::Instruction& instruction) const;
  Shape transferSum(const llvm::Instruction& instruction) const;
  Shape transferProduct(const llvm::Instruction& instruction) const;
  Shape transferAnd(const llvm::Instruction& instruction) const;
  Shape transferRightShift(const llvm::Instruction& instruction) const;
  Shape transferExtension(const llvm::Instruction& instruction) const;
  Shape transferSelect(const llvm::Instruction& instruction) const;
  bool hasLaneNumberInLowBits(const Shape& shape) const;

  void markDivergent(const llvm::BasicBlock* branch);
  bool isBackEdge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;

  BlockDim block_;
  unsigned width_;
  llvm::PostDominatorTree& postDominators_;
  llvm::LoopInfo& loops_;
  const llvm::DataLayout& layout_;
  std::vector<llvm::BasicBlock*> order_; // reverse post-order
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  llvm::DenseSet<const llvm::BasicBlock*> divergentBranches_;
  llvm::DenseSet<const llvm::BasicBlock*> divergentJoins_;
  llvm::DenseSet<const llvm::Loop*> divergentLoops_;
};

class UniformityAnalysis : public llvm::AnalysisInfoMixin<UniformityAnalysis> {
public:
  using Result = Shapes;
  Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
  friend llvm::AnalysisInfoMixin<UniformityAnalysis>;
  static llvm::AnalysisKey Key;
};

// print<shapes>: the shape of each value that has a name, and where lanes part.
class UniformityPrinterPass : public llvm::PassInfoMixin<UniformityPrinterPass> {
public:
  explicit UniformityPrinterPass(llvm::raw_ostream& stream) : stream_(stream) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream& stream_;
};

} // namespace heddle::simt
