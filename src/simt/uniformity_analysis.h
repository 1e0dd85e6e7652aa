// Uniformity analysis: the shape of every value of thread IR, which is how it varies over the lanes
// of a gang, and the branches that send the lanes of a gang different ways.
//
//   uniform   the same in all lanes
//   affine    lane 0's value plus a constant stride times the lane's number
//   pattern   lane 0's value plus a constant of each lane
//   varying   anything else
//
//   %tid = call i32 @heddle.tid.x()        ; affine 1, in a block whose rows are whole gangs
//   %n = load i32, ptr %params             ; uniform: every lane reads the same place
//   %i = shl i32 %tid, 2                   ; affine 4
//   %j = xor i32 %tid, 1                   ; pattern 0 -1 2 1 ...
//   %p = getelementptr float, ptr %x, i32 %tid
//   %v = load float, ptr %p                ; varying
//   %c = icmp ult i32 %tid, %n             ; varying, and so a branch on it is divergent
//
// Block dimensions and gang width are those noted on the function (function_attributes.h).
#pragma once

#include "ir/thread_operations.h"
#include "simt/function_attributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace heddle::simt {

struct Shape {
  // How each lane's value differs from lane 0's.
  using Offsets = std::vector<std::int64_t>;
  // Larger moduli are not followed: a 32-bit value with this one is a known constant.
  static constexpr std::uint64_t kLargestModulus = std::uint64_t(1) << 32;

  enum Kind : std::uint8_t { Undefined, Uniform, Affine, Pattern, Varying };
  Kind kind = Undefined;
  // An affine value whose 32-bit part may wrap within the gang: exact as a vector, and as an
  // address good for every lane whose address a program can use (see the transfer of extensions).
  bool assumed = false;
  std::int64_t stride = 0; // Affine: the difference between neighbouring lanes
  // Lane 0's value is `residue` modulo `modulus`, a power of two.
  std::uint64_t modulus = 1;
  std::uint64_t residue = 0;
  const Offsets* offsets = nullptr; // Pattern: equal ones have the same address

  static Shape uniform(std::uint64_t modulus = 1, std::uint64_t residue = 0) {
    return {Uniform, false, 0, modulus, residue & (modulus - 1), nullptr};
  }
  static Shape affine(std::int64_t stride, std::uint64_t modulus, bool assumed,
                      std::uint64_t residue = 0) {
    return {Affine, assumed, stride, modulus, residue & (modulus - 1), nullptr};
  }
  static Shape varying() { return {Varying, false, 0, 1, 0, nullptr}; }
  // Forgets what is not known of the other one's lane 0 as well.
  void keepCommonResidue(const Shape& other) {
    const std::uint64_t difference = residue ^ other.residue;
    modulus = std::min({modulus, other.modulus, difference ? difference & -difference : modulus});
    residue &= modulus - 1;
  }
  // A power of two that divides lane 0's value.
  std::uint64_t alignment() const { return residue ? residue & -residue : modulus; }
  bool isUniform() const { return kind == Uniform || kind == Undefined; }
  bool isVarying() const { return kind == Varying; }
  bool isAffine() const { return kind == Affine; }
  bool isExactlyAffine() const { return kind == Affine && !assumed; }
  bool isPattern() const { return kind == Pattern; }
  // What a lane's value is more than lane 0's, unless it is varying.
  std::int64_t offset(unsigned lane) const { return offsets ? (*offsets)[lane] : stride * lane; }
  // Is the value of each lane a constant?
  bool isConstant(const llvm::Type* type) const {
    return kind != Undefined && !isVarying() && !assumed && type->isIntegerTy() &&
           type->getIntegerBitWidth() <= 32 &&
           modulus >= std::uint64_t(1) << type->getIntegerBitWidth();
  }
  // Returns the value of a lane, which is known only modulo `modulus` unless isConstant().
  std::int64_t constant(unsigned lane) const {
    return static_cast<std::int64_t>(residue) + offset(lane);
  }
  bool operator==(const Shape&) const = default;
};

// The distance in bytes from one lane's copy of a local variable to the next lane's, if its size is
// known.
std::optional<std::int64_t> laneStride(const llvm::AllocaInst& alloca);

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
  bool bringsOneValue(const llvm::PHINode& phi) const;
  Shape transferCall(const llvm::CallBase& call) const;
  std::optional<Shape> transferSharedRows(const llvm::CallBase& call, ThreadOp op) const;
  Shape transferGep(const llvm::Instruction& instruction) const;
  Shape transferAlloca(const llvm::AllocaInst& alloca) const;
  Shape transferUniform(const llvm::Instruction& instruction) const;
  Shape transferArithmetic(const llvm::Instruction& instruction) const;
  Shape transferSum(const llvm::Instruction& instruction) const;
  Shape transferProduct(const llvm::Instruction& instruction) const;
  Shape transferBits(const llvm::Instruction& instruction) const;
  Shape transferRightShift(const llvm::Instruction& instruction) const;
  Shape transferExtension(const llvm::Instruction& instruction) const;
  Shape transferSelect(const llvm::Instruction& instruction) const;
  Shape makeShape(const Shape::Offsets& offsets, std::uint64_t modulus, std::uint64_t residue,
                  llvm::Type* type) const;
  Shape combine(const Shape& a, const Shape& b, std::int64_t sign, llvm::Type* type) const;
  Shape scale(const Shape& a, std::int64_t factor, llvm::Type* type) const;
  bool staysInModulus(const Shape& shape) const;
  bool mayDifferInSign(const Shape& shape, const llvm::Instruction& extension) const;

  void markDivergent(const llvm::BasicBlock* branch);
  bool isBackEdge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;

  BlockDim block_;
  unsigned width_;
  llvm::PostDominatorTree& postDominators_;
  llvm::LoopInfo& loops_;
  const llvm::DataLayout& layout_;
  std::vector<llvm::BasicBlock*> order_; // reverse post-order
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  mutable std::set<Shape::Offsets> patterns_; // each once; a set, since shapes point into it
  llvm::DenseSet<const llvm::BasicBlock*> divergentBranches_;
  // For each join, and each branch whose lanes meet there: the blocks that they come from.
  using Predecessors = llvm::SmallPtrSet<const llvm::BasicBlock*, 4>;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<Predecessors, 1>> divergentJoins_;
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
