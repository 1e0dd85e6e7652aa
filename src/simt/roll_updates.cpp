#include "simt/roll_updates.h"

#include "simt/function_attributes.h"
#include "simt/lane_places.h"
#include "simt/shared_accesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>
#include <tuple>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr unsigned kWordBits = 64;
// A loop that runs less often saves less than it costs.
constexpr std::size_t kFewestTurns = 4;
constexpr std::size_t kMostUpdatesOfTurn = 16;
// Instructions between a lane and the address that is computed from it.
constexpr unsigned kMostSteps = 8;

// *address += value in shared memory, where nobody uses what the memory held before.
struct Update {
  LoadInst* load = nullptr;
  BinaryOperator* sum = nullptr;
  StoreInst* store = nullptr;
  // The instructions that compute the address from a lane, from the lane on. Nobody else uses them.
  SmallVector<Instruction*, 8> address;
  LanePlace place;

  ExtractElementInst* lane() const { return cast<ExtractElementInst>(address.front()); }
};

std::optional<Update> updateOf(StoreInst& store) {
  auto* sum = dyn_cast<BinaryOperator>(store.getValueOperand());
  if (!store.isSimple() || !sum || sum->getOpcode() != Instruction::Add || !sum->hasOneUse() ||
      !isSharedAddress(store.getPointerOperand()))
    return std::nullopt;
  for (Value* operand : sum->operands()) {
    auto* load = dyn_cast<LoadInst>(operand);
    if (load && load->isSimple() && load->hasOneUse() && load->getParent() == store.getParent() &&
        load->getPointerOperand() == store.getPointerOperand())
      return Update{load, sum, &store, {}, {}};
  }
  return std::nullopt;
}

// Whether the update is of a whole number at a multiple of its size. Two such updates of one size
// are of the same counter or of different bytes.
bool isOfWholeCounter(const Update& update) {
  Type* const type = update.sum->getType();
  const auto size = update.load->getDataLayout().getTypeStoreSize(type).getFixedValue();
  return type->isIntegerTy() && isPowerOf2_64(size) && update.load->getAlign().value() >= size &&
         update.store->getAlign().value() >= size;
}

// The operand by which an address depends on the lane. All others are the same for all lanes.
unsigned laneOperand(const Instruction& instruction) {
  return isa<GetElementPtrInst>(instruction) ? instruction.getNumOperands() - 1 : 0;
}

// Fills in how the update's address is computed from a lane. False if it is computed otherwise.
bool findAddress(Update& update) {
  Value* value = update.load->getPointerOperand();
  for (unsigned steps = 0; steps < kMostSteps; ++steps) {
    auto* instruction = dyn_cast<Instruction>(value);
    const unsigned uses = steps == 0 ? 2 : 1; // the load and the store use the address
    if (!instruction || instruction->getParent() != update.load->getParent() ||
        !instruction->hasNUses(uses))
      return false;
    update.address.insert(update.address.begin(), instruction);
    if (isa<ExtractElementInst>(instruction))
      return true;
    if (!isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction))
      return false;
    value = instruction->getOperand(laneOperand(*instruction));
  }
  return false;
}

// Whether both update the same table in the same way, each at the index that its lane has.
bool isSameBut(const Update& a, const Update& b) {
  const auto addend = [](const Update& update) {
    return update.sum->getOperand(update.sum->getOperand(0) == update.load ? 1 : 0);
  };
  if (addend(a) != addend(b) || a.address.size() != b.address.size() ||
      a.place.load != b.place.load || a.place.bits != b.place.bits)
    return false;
  for (const auto& [one, other] : drop_begin(zip(a.address, b.address))) {
    if (!one->isSameOperationAs(other))
      return false;
    for (unsigned i = 0; i < one->getNumOperands(); ++i)
      if (i != laneOperand(*one) && one->getOperand(i) != other->getOperand(i))
        return false;
  }
  return true;
}

// A loop that does the updates of a run: in each turn some, whose lanes are as far in memory behind
// those of the turn before as `stride` says.
struct Roll {
  std::size_t updatesOfTurn = 0;
  std::uint64_t stride = 0; // in bits
};

// Updates that follow each other with nothing in between that could tell their order.
class UpdateRun {
public:
  bool takes(const Update& update) const {
    return isOfWholeCounter(update) &&
           (updates_.empty() || update.sum->getType() == updates_.front().sum->getType());
  }
  void add(const Update& update) { updates_.push_back(update); }
  void clear() { updates_.clear(); }

  // Makes a loop of the updates if their lanes are in memory.
  bool roll(LanePlaces& places) {
    if (updates_.size() < kFewestTurns || !findPlaces(places))
      return false;
    StoreInst* const last = updates_.back().store;
    llvm::sort(updates_,
               [](const Update& a, const Update& b) { return a.place.bit < b.place.bit; });
    const std::optional<Roll> roll = findRoll();
    if (!roll)
      return false;
    build(*roll, *last->getNextNode());
    eraseUpdates();
    return true;
  }

private:
  bool findPlaces(LanePlaces& places) {
    for (Update& update : updates_) {
      if (!findAddress(update))
        return false;
      const std::optional<LanePlace> place = places.find(*update.lane());
      if (!place)
        return false;
      update.place = *place;
    }
    return true;
  }

  // The shortest turn whose lanes are whole words.
  std::optional<Roll> findRoll() const {
    for (std::size_t count = 1;
         count <= kMostUpdatesOfTurn && count * kFewestTurns <= updates_.size(); ++count) {
      const Roll roll = {count, updates_[count].place.bit - updates_.front().place.bit};
      if (updates_.size() % count == 0 && roll.stride > 0 && roll.stride % kWordBits == 0 &&
          repeats(roll) && isInWords())
        return roll;
    }
    return std::nullopt;
  }

  bool repeats(const Roll& roll) const {
    for (std::size_t i = roll.updatesOfTurn; i < updates_.size(); ++i) {
      const Update &update = updates_[i], &before = updates_[i - roll.updatesOfTurn];
      if (update.place.bit != before.place.bit + roll.stride || !isSameBut(update, before))
        return false;
    }
    return true;
  }

  // Whether no lane is in two words, and no word reaches beyond what the code has loaded anyway.
  bool isInWords() const {
    const LoadInst& load = *updates_.front().place.load;
    const auto loaded = load.getDataLayout().getTypeStoreSizeInBits(load.getType()).getFixedValue();
    return all_of(updates_, [&](const Update& update) {
      const LanePlace& place = update.place;
      return place.bit % kWordBits + place.bits <= kWordBits &&
             alignDown(place.bit, kWordBits) + kWordBits <= loaded;
    });
  }

  // Puts the loop in front of `position`.
  void build(const Roll& roll, Instruction& position) {
    BasicBlock* const before = position.getParent();
    BasicBlock* const after = SplitBlock(before, &position);
    IRBuilder<> builder(before->getContext());
    BasicBlock* const loop =
        BasicBlock::Create(builder.getContext(), "updates", before->getParent(), after);
    before->getTerminator()->setSuccessor(0, loop);
    builder.SetInsertPoint(loop);
    PHINode* const offset = builder.CreatePHI(builder.getInt64Ty(), 2, "offset"); // in bytes
    offset->addIncoming(builder.getInt64(0), before);
    buildTurn(roll, builder, *offset);
    const std::uint64_t turns = updates_.size() / roll.updatesOfTurn, step = roll.stride / 8;
    Value* const next = builder.CreateAdd(offset, builder.getInt64(step));
    offset->addIncoming(next, loop);
    builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(turns * step)), after, loop);
  }

  void buildTurn(const Roll& roll, IRBuilder<>& builder, Value& offset) {
    DenseMap<std::uint64_t, Value*> words;
    for (const Update& update : ArrayRef(updates_).take_front(roll.updatesOfTurn)) {
      Value*& word = words[update.place.bit / kWordBits];
      if (!word)
        word = loadWord(builder, *update.place.load, update.place.bit / kWordBits, offset);
      const std::uint64_t shift = update.place.bit % kWordBits;
      Value* const shifted = shift ? builder.CreateLShr(word, shift) : word;
      Value* const bits =
          builder.CreateTrunc(shifted, builder.getIntNTy(static_cast<unsigned>(update.place.bits)));
      buildUpdate(builder, update, *builder.CreateZExt(bits, update.lane()->getType()));
    }
  }

  static Value* loadWord(IRBuilder<>& builder, LoadInst& vector, std::uint64_t number,
                         Value& offset) {
    constexpr std::uint64_t kBytes = kWordBits / 8;
    Value* const first = builder.CreateConstGEP1_64(builder.getInt8Ty(), vector.getPointerOperand(),
                                                    number * kBytes);
    LoadInst* const word = builder.CreateAlignedLoad(
        builder.getInt64Ty(), builder.CreateGEP(builder.getInt8Ty(), first, &offset),
        commonAlignment(vector.getAlign(), kBytes));
    word->copyMetadata(vector, {LLVMContext::MD_invariant_load, LLVMContext::MD_noalias});
    return word;
  }

  // A copy of the update for the lane's number.
  static void buildUpdate(IRBuilder<>& builder, const Update& update, Value& lane) {
    Value* value = &lane;
    for (Instruction* instruction : drop_begin(update.address)) {
      Instruction* const copy = builder.Insert(instruction->clone());
      copy->setOperand(laneOperand(*instruction), value);
      value = copy;
    }
    auto* const load = cast<LoadInst>(builder.Insert(update.load->clone()));
    load->setOperand(LoadInst::getPointerOperandIndex(), value);
    Instruction* const sum = builder.Insert(update.sum->clone());
    sum->replaceUsesOfWith(update.load, load);
    auto* const store = cast<StoreInst>(builder.Insert(update.store->clone()));
    store->setOperand(0, sum);
    store->setOperand(StoreInst::getPointerOperandIndex(), value);
  }

  void eraseUpdates() {
    for (const Update& update : updates_) {
      Instruction* const address = update.address.back();
      update.store->eraseFromParent();
      update.sum->eraseFromParent();
      update.load->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(address);
    }
  }

  std::vector<Update> updates_;
};

// Whether the order of the instruction and updates of shared memory does not matter.
bool isIndependent(const Instruction& instruction) {
  if (!instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory())
    return true;
  if (auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return call->isAssumeLikeIntrinsic() || call->getIntrinsicID() == Intrinsic::prefetch;
  auto* load = dyn_cast<LoadInst>(&instruction);
  return load && load->hasMetadata(LLVMContext::MD_invariant_load);
}

std::vector<UpdateRun> findRuns(BasicBlock& block) {
  std::vector<UpdateRun> runs(1);
  const LoadInst* counter = nullptr; // was loaded behind the last update
  for (Instruction& instruction : block) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (const auto update = store ? updateOf(*store) : std::nullopt;
        update && update->load == counter && runs.back().takes(*update)) {
      runs.back().add(*update);
      counter = nullptr;
      continue;
    }
    if (isIndependent(instruction))
      continue;
    auto* load = dyn_cast<LoadInst>(&instruction);
    const bool mayBegin = load && load->isSimple() && isSharedAddress(load->getPointerOperand());
    if (counter || !mayBegin)
      runs.emplace_back();
    counter = mayBegin ? load : nullptr;
  }
  return runs;
}

} // namespace

PreservedAnalyses RollUpdatesPass::run(Function& function, FunctionAnalysisManager&) {
  std::vector<UpdateRun> runs;
  for (BasicBlock& block : function)
    append_range(runs, findRuns(block));
  bool changed = false;
  for (UpdateRun& run : runs) {
    LanePlaces places;
    changed |= run.roll(places);
  }
  if (!changed)
    return PreservedAnalyses::all();
  function.addFnAttr(kScalarWork);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
