// Shape analysis: for every value of thread IR, how it varies over the lanes of a gang, and which
// branches send the lanes of a gang different ways.
#pragma once

#include "simt/simt.h"

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
  // address good for every lane whose address a program can use (see zero extension in shapes.cpp).
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
  Shapes(llvm::Function& function, const BlockShape& block, unsigned width,
         llvm::PostDominatorTree& postDominators, llvm::LoopInfo& loops);

  Shape of(const llvm::Value* value) const;
  bool isDivergentBranch(const llvm::BasicBlock* block) const {
    return divergentBranches_.contains(block);
  }
  const llvm::DenseSet<const llvm::BasicBlock*>& divergentBranches() const {
    return divergentBranches_;
  }
  // Paths from one divergent branch meet again here.
  bool isDivergentJoin(const llvm::BasicBlock* block) const {
    return divergentJoins_.contains(block);
  }
  // Lanes leave the loop in different iterations.
  bool isDivergentLoop(const llvm::Loop* loop) const { return divergentLoops_.contains(loop); }

  // Blocks reachable from the successors of `branch` before its immediate post-dominator; with
  // `acrossBackEdges` also in later iterations.
  llvm::DenseSet<const llvm::BasicBlock*> influenced(const llvm::BasicBlock* branch,
                                                     bool acrossBackEdges) const;

private:
  Shape transfer(const llvm::Instruction& instruction) const;
  Shape transferPhi(const llvm::PHINode& phi) const;
  Shape transferCall(const llvm::CallBase& call) const;
  Shape transferGep(const llvm::Instruction& instruction) const;
  void markDivergent(const llvm::BasicBlock* branch);
  bool isBackEdge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;

  BlockShape block_;
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

} // namespace heddle::simt
