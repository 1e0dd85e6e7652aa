// Which instructions of a function run in loops over strips of a gang's lanes, for
// strip_mine_vectors.h: those whose lanes are independent of each other. Instructions of one block
// are in one loop unless a value or memory makes one of them wait for all lanes of another.
#pragma once

#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Intrinsics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class IntrinsicInst;
class PHINode;
} // namespace llvm

namespace heddle::simt {

bool isIntegerReduction(llvm::Intrinsic::ID id);

class StripLoops {
public:
  // What an instruction accesses: `bytes` at an offset from `base`, or anything if that is null.
  struct Access {
    const llvm::Value* base = nullptr;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    bool writes = false;
    bool isInStrips = false;
  };

  // Instructions that are executed together in a loop, which stands before `at`.
  struct Loop {
    unsigned lanes = 0;
    unsigned stripLanes = 0; // lanes that each round of the loop works on
    llvm::Instruction* at = nullptr;
    llvm::SmallVector<llvm::Instruction*, 16> members;
    // The values that phis get at the end of each round. They are copied all at once, since one phi
    // may be the new value of another.
    llvm::SmallVector<std::pair<llvm::PHINode*, llvm::Value*>, 4> copies;
    llvm::SmallVector<Access, 8> accesses;
  };

  StripLoops(llvm::Function& function, const VectorTarget& target);

  // Whether any instruction is worth a loop.
  bool areNeeded() const;
  // Divides all blocks into loops, instructions in memory and whole ones.
  void find();

  // The lanes of a vector type that is worth strips, or 0.
  unsigned lanesOf(const llvm::Type* type) const;
  bool isComputedIn(const Loop& loop, const llvm::Value* value) const;
  // Whether the value exists only in its memory when the pass is done.
  bool livesInMemory(const llvm::Value* value) const;

  const std::vector<std::unique_ptr<Loop>>& loops() const { return loops_; }
  // The instructions that write their result to its memory, strip by strip or lane by lane, in the
  // order of the blocks.
  const std::vector<llvm::Instruction*>& inMemory() const { return inMemory_; }
  bool isInMemory(const llvm::Instruction* instruction) const {
    return isInMemory_.contains(instruction);
  }
  // The values of loops that are written to the memory of a phi, which is their only user, so that
  // nothing has to be copied.
  const llvm::MapVector<const llvm::Value*, const llvm::PHINode*>& phiOf() const { return phiOf_; }
  // The instructions that take and make vectors of all lanes at once, as calls do.
  const std::vector<llvm::Instruction*>& whole() const { return whole_; }

private:
  // Returns how many lanes the instruction has if its strips can be computed one after the other,
  // because no lane of it depends on another one. Returns 0 for all other instructions.
  unsigned lanesInStrips(const llvm::Instruction& instruction) const;
  unsigned lanesInStrips(const llvm::IntrinsicInst& call) const;
  // Whether the instruction accesses memory with a mask or at an address for each lane, and the CPU
  // can do that only lane by lane.
  bool accessesSingleLanes(const llvm::Instruction& instruction) const;
  bool isWide(const llvm::Instruction& instruction) const;
  // Whether the instruction is in the loop over single lanes: it accesses them, it computes with
  // 128-bit values, or it computes 64-bit values, such as addresses, for such lanes alone.
  bool isOfSingleLanes(const llvm::Instruction& instruction) const;
  void findAddresses(const llvm::BasicBlock& block);
  // Whether all operands that are vectors have `lanes` elements.
  bool haveLanes(const llvm::Instruction& instruction, unsigned lanes) const;
  bool belongsInMemory(const llvm::Instruction& instruction) const;
  Access accessOf(const llvm::Instruction& instruction) const;
  void findLoops(llvm::BasicBlock& block);
  void addCopies(llvm::BasicBlock& block);
  // Whether the value, which the phi gets at the end of the block, may be written to the phi's
  // memory where it is made.
  bool writesPhiMemory(const llvm::Value* value, const llvm::PHINode& phi,
                       const llvm::BasicBlock& block) const;
  void addMember(llvm::Instruction& instruction, unsigned lanes, const Access* access);
  Loop& openLoop(std::unique_ptr<Loop>& open, unsigned lanes, unsigned stripLanes);
  // Places the open loops before `at`.
  void closeLoops(llvm::Instruction& at);
  bool dependsOn(const std::unique_ptr<Loop>& loop, const llvm::Instruction& instruction) const;

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const VectorTarget target_;
  std::vector<std::unique_ptr<Loop>> loops_;
  // The loops that can still get members: over strips of lanes, and behind it over single lanes.
  // Code generation takes loops over single lanes much faster, since their values are scalars.
  std::unique_ptr<Loop> strips_;
  std::unique_ptr<Loop> singleLanes_;
  llvm::DenseMap<const llvm::Instruction*, Loop*> loopOf_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> addresses_; // see isOfSingleLanes()
  std::vector<llvm::Instruction*> inMemory_, whole_;
  std::optional<llvm::DominatorTree> dominators_; // while find() runs, when no block is split yet
  llvm::MapVector<const llvm::Value*, const llvm::PHINode*> phiOf_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> isInMemory_;
};

} // namespace heddle::simt
