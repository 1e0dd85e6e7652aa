#include "simt/jam_gangs.h"

#include "simt/gang_builder.h"
#include "simt/join_columns.h"
#include "simt/turn_squares.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Gangs that are jammed at most. Four chains hide the latency of a multiply-add.
constexpr unsigned kMostJammed = 4;
// Registers that the jammed loop keeps in use from one iteration to the next, for all its gangs.
// The rest is for what an iteration computes; CPUs have 16 or 32 in all.
constexpr unsigned kMostRegisters = 12;
// Each multiply-add of a chain waits for the one before it. While the CPU runs a chain shorter than
// this, it already begins the next gang; with a longer one it would idle.
constexpr unsigned kLongChain = 8;
// In instructions. Longer functions would take long to compile, and have enough to do for a CPU.
constexpr unsigned kLargestGang = 600;
// Rows whose columns are accessed at once, where registers have fewer elements than that. A column
// is then half a cache line of floats.
constexpr unsigned kRowsOfNarrowRegisters = 8;
// In instructions of the gang for each access of a column. With more of them the access is a small
// part of the work, and the values of all rows would not find registers.
constexpr unsigned kMostWorkPerColumn = 40;

class Jam {
public:
  Jam(Function& gang, unsigned registerBits)
      : gang_(gang), registerBits_(registerBits), dominators_(gang), loops_(dominators_) {}

  JammedGangs run(unsigned gangs) {
    if (gang_.getInstructionCount() > kLargestGang || !canClone())
      return {};
    findDependent();
    if (!findCommonWay())
      return {};
    chooseGangs(gangs);
    return count_ < 2 ? JammedGangs() : JammedGangs{build(), count_, distance_};
  }

private:
  bool isDependent(const Value* value) const { return dependent_.contains(value); }

  // Nothing that other threads may be waiting for, and nothing that is called.
  bool canClone() const {
    return all_of(instructions(gang_), [](const Instruction& instruction) {
      if (instruction.isAtomic() || instruction.isVolatile() || isa<FenceInst>(instruction))
        return false;
      auto* call = dyn_cast<CallBase>(&instruction);
      return !call || isa<IntrinsicInst>(call);
    });
  }

  // What depends on the gang's number, in any way but through memory. Local memory is each gang's
  // own.
  void findDependent() {
    SmallVector<const Value*, 32> work = {gang_.getArg(1)};
    for (const Instruction& instruction : instructions(gang_))
      if (isa<AllocaInst>(instruction))
        work.push_back(&instruction);
    while (!work.empty()) {
      const Value* value = work.pop_back_val();
      if (dependent_.insert(value).second)
        append_range(work, value->users());
    }
  }

  // What the block's terminator goes by; null if it goes only one way, or by nothing of the gang.
  Value* dependentCondition(const BasicBlock& block) const {
    Value* condition = nullptr;
    if (auto* branch = dyn_cast<BranchInst>(block.getTerminator());
        branch && branch->isConditional())
      condition = branch->getCondition();
    else if (auto* choice = dyn_cast<SwitchInst>(block.getTerminator()))
      condition = choice->getCondition();
    return condition && isDependent(condition) ? condition : nullptr;
  }

  // Does the instruction write to memory that somebody else sees?
  static bool stores(const Instruction& instruction) {
    if (!instruction.mayWriteToMemory())
      return false;
    const Value* address = getLoadStorePointerOperand(&instruction);
    if (auto* fill = dyn_cast<MemIntrinsic>(&instruction))
      address = fill->getDest();
    return !address || !isa<AllocaInst>(getUnderlyingObject(address));
  }

  // Finds the blocks in which gangs may part too late: behind a store, after which they cannot
  // begin again alone, or in a loop. Then finds the blocks that gangs go through together, which is
  // not those from where they could come to such a block. False if that leaves nothing.
  bool findCommonWay() {
    SmallPtrSet<const BasicBlock*, 16> late;
    for (BasicBlock& block : gang_) {
      if (dependentCondition(block) && loops_.getLoopFor(&block))
        late.insert(&block);
      if (any_of(block, stores))
        for (BasicBlock* after : depth_first(&block))
          if (dependentCondition(*after))
            late.insert(after);
    }
    for (const BasicBlock* block : late)
      for (const BasicBlock* before : inverse_depth_first(block))
        leadsToLate_.insert(before);
    SmallVector<const BasicBlock*, 16> work = {&gang_.getEntryBlock()};
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (!common_.insert(block).second)
        continue;
      if (late.contains(block))
        return false;
      for (const BasicBlock* successor : successors(block))
        if (!dependentCondition(*block) || !leadsToLate_.contains(successor))
          work.push_back(successor);
    }
    return none_of(gang_, [&](const BasicBlock& block) {
      auto* end = dyn_cast<ReturnInst>(block.getTerminator());
      return end && end->getReturnValue() && isDependent(end->getReturnValue());
    });
  }

  bool isDependentVector(const Value* value) const {
    return isDependent(value) && value->getType()->isVectorTy();
  }

  // Registers with vectors of one gang that are alive throughout the loop.
  unsigned liveRegisters(const Loop& loop) const {
    SmallPtrSet<const Value*, 16> live;
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& instruction : *block) {
        if (isa<PHINode>(instruction) && isDependentVector(&instruction))
          live.insert(&instruction);
        for (const Value* operand : instruction.operands())
          if (isDependentVector(operand) && loop.isLoopInvariant(operand))
            live.insert(operand);
      }
    unsigned registers = 0;
    for (const Value* value : live)
      registers += registersOf(*value);
    return registers;
  }

  unsigned registersOf(const Value& vector) const {
    const TypeSize bits = gang_.getDataLayout().getTypeSizeInBits(vector.getType());
    return static_cast<unsigned>(divideCeil(bits.getFixedValue(), registerBits_));
  }

  // Is there a chain of floating-point operations from one iteration to the next?
  bool hasChain(const Loop& loop) const {
    return any_of(loop.getHeader()->phis(), [&](const PHINode& phi) {
      return isDependentVector(&phi) && phi.getType()->getScalarType()->isFloatingPointTy();
    });
  }

  // Does it add a product to a sum, with a factor that all gangs load from the same place? Gangs
  // that are jammed load that once for all of them.
  bool addsSharedVector(const IntrinsicInst& sum) const {
    return sum.getIntrinsicID() == Intrinsic::fma && isDependentVector(&sum) &&
           any_of(ArrayRef<Value*>{sum.getArgOperand(0), sum.getArgOperand(1)},
                  [&](Value* factor) { return isa<LoadInst>(factor) && !isDependent(factor); });
  }

  // Registers with one gang's sums where a block adds up many products with vectors that all gangs
  // read, as in an unrolled loop over a tile of a matrix; 0 if there are no such sums.
  unsigned registersOfSums(const BasicBlock& block) const {
    DenseMap<const Value*, unsigned> lengths; // of the chain of sums up to each
    unsigned longest = 0, registers = 0;
    for (const Instruction& instruction : block) {
      auto* sum = dyn_cast<IntrinsicInst>(&instruction);
      if (!sum || !addsSharedVector(*sum))
        continue;
      const unsigned length = lengths.lookup(sum->getArgOperand(2)) + 1;
      lengths[sum] = length;
      longest = std::max(longest, length);
      registers += registersOf(*sum);
    }
    return longest < kLongChain ? 0 : divideCeil(registers, longest);
  }

  // Finds the accesses in which lanes are far from each other, but next to the same lanes of the
  // gangs in other rows.
  SmallVector<const Instruction*, 8> accessesOfColumns() const {
    SmallVector<const Instruction*, 8> accesses;
    for (const Instruction& instruction : instructions(gang_))
      if (rowsBelow(instruction) && isDependent(&instruction) &&
          common_.contains(instruction.getParent()))
        accesses.push_back(&instruction);
    return accesses;
  }

  // Returns how many gangs to jam so that the CPU has something to do while the chain of operations
  // of one gang waits for a result; one if there are no such chains.
  unsigned countForChains(unsigned gangs) const {
    unsigned most = 0;
    for (const Loop* loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost() && common_.contains(loop->getHeader()) && hasChain(*loop))
        most = std::max(most, liveRegisters(*loop));
    for (const BasicBlock* block : common_)
      most = std::max(most, registersOfSums(*block));
    if (most == 0)
      return 1;
    unsigned count = kMostJammed;
    while (count > 1 && (count * most > kMostRegisters || count > gangs))
      count /= 2;
    return count;
  }

  // Returns how many rows to jam so that a column fills a vector register, but not more than a
  // cache line.
  unsigned countForColumn(const Instruction& access, const RowsBelow& rows, unsigned gangs) const {
    const Type* type = isa<StoreInst>(access) || access.getType()->isVoidTy()
                           ? access.getOperand(0)->getType()
                           : access.getType();
    auto* vector = cast<FixedVectorType>(type);
    const unsigned bits = vector->getScalarSizeInBits();
    unsigned count = std::min({rows.rows, vector->getNumElements(), kCacheLineBytes * 8 / bits,
                               std::max(kRowsOfNarrowRegisters, registerBits_ / bits)});
    while (count > 1 && (vector->getNumElements() % count != 0 || count * rows.gangsPerRow > gangs))
      count /= 2;
    return count;
  }

  void chooseGangs(unsigned gangs) {
    count_ = countForChains(gangs);
    if (count_ > 1)
      return;
    const SmallVector<const Instruction*, 8> accesses = accessesOfColumns();
    if (gang_.getInstructionCount() > kMostWorkPerColumn * accesses.size())
      return;
    for (const Instruction* access : accesses) {
      const RowsBelow rows = *rowsBelow(*access);
      const unsigned count = countForColumn(*access, rows, gangs);
      if (count > 1 && (count_ == 1 || count < count_)) {
        count_ = count;
        distance_ = rows.gangsPerRow;
      }
    }
  }

  Function* build() {
    jam_ = Function::Create(gang_.getFunctionType(), GlobalValue::InternalLinkage,
                            gang_.getName() + ".jam", gang_.getParent());
    jam_->copyAttributesFrom(&gang_);
    jam_->removeFnAttr(kGang);
    maps_ = std::vector<ValueToValueMapTy>(count_);
    alone_ = nullptr;
    for (BasicBlock& block : gang_) {
      auto* copy = BasicBlock::Create(gang_.getContext(), block.getName(), jam_);
      for (ValueToValueMapTy& map : maps_)
        map[&block] = copy;
    }
    IRBuilder<> builder(cast<BasicBlock>(maps_[0][&gang_.getEntryBlock()]));
    for (unsigned i = 0; i < count_; ++i) {
      maps_[i][gang_.getArg(0)] = jam_->getArg(0);
      maps_[i][gang_.getArg(1)] =
          builder.CreateAdd(jam_->getArg(1), builder.getInt32(i * distance_), "gang", true, true);
    }
    for (BasicBlock& block : gang_)
      cloneBlock(block);
    remap();
    for (BasicBlock& block : gang_)
      if (Value* condition = dependentCondition(block))
        goTogether(block, condition);
    turnAccesses();
    removeUnreachableBlocks(*jam_);
    return jam_;
  }

  void turnAccesses() {
    SmallVector<ColumnAccess, 8> columns;
    for (const Instruction* access : accessesOfColumns()) {
      const RowsBelow rows = *rowsBelow(*access);
      if (rows.gangsPerRow != distance_ || rows.rows % count_ != 0)
        continue;
      ColumnAccess& accesses = columns.emplace_back();
      for (ValueToValueMapTy& map : maps_)
        accesses.push_back(cast<CallInst>(static_cast<Value*>(map[access])));
    }
    turnColumns(columns, registerBits_);
  }

  // Instructions that depend on the gang are there once for each gang, all others once. Branches
  // are cloned once in any case; goTogether mends those that depend on the gang.
  void cloneBlock(BasicBlock& block) {
    auto* copy = cast<BasicBlock>(maps_[0][&block]);
    for (Instruction& instruction : block) {
      const bool once = !isDependent(&instruction) || instruction.isTerminator();
      for (unsigned i = 0; i < maps_.size(); ++i) {
        if (once && i > 0) {
          maps_[i][&instruction] = static_cast<Value*>(maps_[0][&instruction]);
          continue;
        }
        Instruction* clone = instruction.clone();
        clone->insertInto(copy, copy->end());
        clone->setName(instruction.getName());
        maps_[i][&instruction] = clone;
        clones_.push_back({clone, i});
      }
    }
  }

  void remap() {
    for (auto [clone, gang] : clones_)
      RemapInstruction(clone, maps_[gang], RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }

  // On to the terminator if it goes the same way for all gangs; otherwise each gang runs alone.
  void goTogether(BasicBlock& block, Value* condition) {
    auto* from = cast<BasicBlock>(maps_[0][&block]);
    Instruction* terminator = from->getTerminator();
    IRBuilder<> builder(terminator);
    Value* agree = builder.getTrue();
    for (unsigned i = 1; i < maps_.size(); ++i)
      agree =
          builder.CreateAnd(agree, builder.CreateICmpEQ(maps_[i][condition], maps_[0][condition]));
    auto* together = BasicBlock::Create(gang_.getContext(), "together", jam_);
    builder.CreateCondBr(agree, together, runAlone());
    terminator->moveBefore(*together, together->end());
    for (BasicBlock* successor : successors(together))
      successor->replacePhiUsesWith(from, together);
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
      BasicBlock* original = block.getTerminator()->getSuccessor(i);
      if (!leadsToLate_.contains(original))
        continue;
      terminator->getSuccessor(i)->removePredecessor(together);
      terminator->setSuccessor(i, runAlone());
    }
  }

  BasicBlock* runAlone() {
    if (alone_)
      return alone_;
    alone_ = BasicBlock::Create(gang_.getContext(), "alone", jam_);
    IRBuilder<> builder(alone_);
    CallInst* call = nullptr;
    for (ValueToValueMapTy& map : maps_) {
      call = builder.CreateCall(&gang_, {jam_->getArg(0), map[gang_.getArg(1)]});
      call->setIsNoInline();
    }
    if (gang_.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
    return alone_;
  }

  Function& gang_;
  const unsigned registerBits_;
  DominatorTree dominators_;
  LoopInfo loops_;
  DenseSet<const Value*> dependent_;
  SmallPtrSet<const BasicBlock*, 16> leadsToLate_; // from where gangs could part too late
  SmallPtrSet<const BasicBlock*, 16> common_;      // that gangs go through together
  unsigned count_ = 1;                             // how many gangs are jammed
  unsigned distance_ = 1;                          // from the number of one to that of the next
  Function* jam_ = nullptr;
  std::vector<ValueToValueMapTy> maps_; // one for each gang
  std::vector<std::pair<Instruction*, unsigned>> clones_;
  BasicBlock* alone_ = nullptr;
};

} // namespace

JammedGangs jamGangs(Function& gang, unsigned gangs, const VectorTarget& target) {
  return Jam(gang, target.registerBits).run(gangs);
}

} // namespace heddle::simt
