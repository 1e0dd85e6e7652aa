#include "simt/separate_updates.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"
#include "simt/gang_builder.h"
#include "simt/linearisation.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

CallInst* asCall(Value* value, ThreadOp op) {
  auto* call = dyn_cast<CallInst>(value);
  return call && threadOp(*call) == op ? call : nullptr;
}

// Which peers a lane's rank counts: those before it, with or without the lane itself.
enum class Rank { Inclusive, Exclusive };

std::optional<Rank> rankAmong(Value* value, Value* peers) {
  Value *left = nullptr, *right = nullptr;
  if (!match(value, m_Intrinsic<Intrinsic::ctpop>(m_And(m_Value(left), m_Value(right)))))
    return std::nullopt;
  if (right == peers)
    std::swap(left, right);
  if (left != peers)
    return std::nullopt;
  if (asCall(right, ThreadOp::LanemaskLe))
    return Rank::Inclusive;
  if (asCall(right, ThreadOp::LanemaskLt))
    return Rank::Exclusive;
  return std::nullopt;
}

// The instructions by which one lane updates the counter for its peers, and those by which the
// peers get their ranks.
struct SharedUpdate {
  CallInst* match = nullptr; // finds the peers, at the end of the block that elects the lane
  AtomicRMWInst* update = nullptr;
  CallInst* shuffle = nullptr;       // tells the peers what the counter was
  SmallVector<Instruction*, 2> sums; // of that and a lane's rank
  Value* rank = nullptr;
  Rank kind = Rank::Inclusive;
  // A uniform value that must be 0 for peers to have the same address; null if they have the same
  // address in any case.
  Value* excessBits = nullptr;
  APInt keyBits = APInt();

  BasicBlock* electing() const { return match->getParent(); }
  BasicBlock* updating() const { return update->getParent(); }
  BasicBlock* meeting() const { return shuffle->getParent(); }
};

class UpdateFinder {
public:
  UpdateFinder(const Shapes& shapes, const Linearisation& plan) : shapes_(shapes), plan_(plan) {}

  std::optional<SharedUpdate> find(CallInst& shuffle) {
    found_ = {};
    found_.shuffle = &shuffle;
    if (!match(shuffle.getArgOperand(2), m_SpecificInt(kWarpSize - 1)) ||
        !match(shuffle.getArgOperand(3), m_AllOnes()) || !findUpdate() || !findElection() ||
        !findSums() || !haveOneAddress(found_.update->getPointerOperand()) || !isSelfContained())
      return std::nullopt;
    return found_;
  }

private:
  // Finds the block that only the elected lane enters. It may contain nothing but the update.
  bool findUpdate() {
    auto* phi = dyn_cast<PHINode>(found_.shuffle->getArgOperand(0));
    if (!phi || phi->getParent() != found_.meeting() || !phi->hasOneUse() ||
        phi->getNumIncomingValues() != 2 ||
        std::next(found_.meeting()->phis().begin()) != found_.meeting()->phis().end())
      return false;
    for (Value* incoming : phi->incoming_values())
      if (auto* update = dyn_cast<AtomicRMWInst>(incoming); update && !found_.update)
        found_.update = update;
    AtomicRMWInst* update = found_.update;
    if (!update || !update->hasOneUse() || update->getOperation() != AtomicRMWInst::Add ||
        update->isVolatile() || !update->getMetadata(kBlockPrivate) ||
        phi->getIncomingValueForBlock(update->getParent()) != update)
      return false;
    return all_of(*update->getParent(), [&](const Instruction& instruction) {
      return &instruction == update || instruction.isTerminator() ||
             !instruction.mayReadOrWriteMemory();
    });
  }

  // Whether the elected lane is the last one with its key, and adds the number of all lanes with
  // that key.
  bool findElection() {
    BasicBlock* electing = found_.updating()->getSinglePredecessor();
    if (!electing || found_.updating()->getSingleSuccessor() != found_.meeting() ||
        !plan_.hasFullMask(electing) || !plan_.hasFullMask(found_.meeting()))
      return false;
    Value *lane = nullptr, *peers = nullptr;
    Value* last = found_.shuffle->getArgOperand(1);
    ICmpInst::Predicate predicate{};
    auto* branch = dyn_cast<BranchInst>(electing->getTerminator());
    if (!branch || !branch->isConditional() ||
        !match(branch->getCondition(), m_c_ICmp(predicate, m_Specific(last), m_Value(lane))) ||
        !match(last,
               m_Sub(m_SpecificInt(kWarpSize - 1), m_Intrinsic<Intrinsic::ctlz>(m_Value(peers)))))
      return false;
    const bool entersIfSo = branch->getSuccessor(0) == found_.updating();
    if (!passesBy(branch->getSuccessor(entersIfSo ? 1 : 0)) ||
        predicate != (entersIfSo ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE) || !isNumberOfLane(lane))
      return false;
    found_.match = asCall(peers, ThreadOp::MatchAny32);
    if (!found_.match || found_.electing() != electing ||
        !match(found_.match->getArgOperand(1), m_AllOnes()))
      return false;
    Value* count = found_.update->getValOperand();
    return rankAmong(count, peers) == Rank::Inclusive ||
           match(count, m_Intrinsic<Intrinsic::ctpop>(m_Specific(peers)));
  }

  // Whether lanes that go this way do nothing before they meet the one that updates.
  bool passesBy(const BasicBlock* way) const {
    return way == found_.meeting() ||
           (way->sizeWithoutDebug() == 1 && way->getSingleSuccessor() == found_.meeting());
  }

  // Whether the value is 0 in lane 0, 1 in lane 1 and so on.
  bool isNumberOfLane(const Value* value) const {
    const Shape shape = shapes_.of(value);
    const KnownBits known = computeKnownBits(value, found_.shuffle->getDataLayout());
    return shape.isExactlyAffine() && shape.stride == 1 && shape.modulus >= kWarpSize &&
           shape.residue % kWarpSize == 0 && known.getMaxValue().ult(kWarpSize);
  }

  bool findSums() {
    for (User* user : found_.shuffle->users()) {
      auto* before = dyn_cast<ExtractValueInst>(user);
      if (!before || before->getNumIndices() != 1 || *before->idx_begin() != 0 ||
          before->getParent() != found_.meeting())
        return false;
      for (User* sum : before->users())
        if (!addSum(*cast<Instruction>(sum), before))
          return false;
    }
    return found_.rank != nullptr;
  }

  bool addSum(Instruction& sum, Value* before) {
    Value* rank = nullptr;
    if (!match(&sum, m_c_Add(m_Specific(before), m_Value(rank))))
      return false;
    const std::optional<Rank> kind = rankAmong(rank, found_.match);
    if (!kind || (found_.rank && found_.rank != rank))
      return false;
    found_.rank = rank;
    found_.kind = *kind;
    found_.sums.push_back(&sum);
    return true;
  }

  // Whether lanes with the same key have the same address, if no excess bits are set.
  bool haveOneAddress(Value* value) {
    Value* key = found_.match->getArgOperand(0);
    if (value == key || shapes_.of(value).isUniform())
      return true;
    const APInt* keyBits = nullptr;
    Value *left = nullptr, *right = nullptr;
    if (match(key, m_And(m_Specific(value), m_APInt(keyBits))) &&
        match(value, m_And(m_Value(left), m_Value(right)))) {
      found_.excessBits = shapes_.of(left).isUniform() ? left : right;
      found_.keyBits = *keyBits;
      return shapes_.of(found_.excessBits).isUniform();
    }
    auto* instruction = dyn_cast<Instruction>(value);
    return instruction &&
           isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) &&
           all_of(instruction->operand_values(),
                  [&](Value* operand) { return haveOneAddress(operand); });
  }

  // Whether nothing else uses what the election computes, and whether the instructions that have
  // nothing to do with it can be moved out of its way.
  bool isSelfContained() const {
    SmallPtrSet<const Value*, 16> election{found_.match};
    for (const Instruction* i = found_.match->getNextNode(); i; i = i->getNextNode())
      if (any_of(i->operands(), [&](const Use& use) { return election.contains(use); }))
        election.insert(i);
      else if (!i->isTerminator() && i->mayReadOrWriteMemory())
        return false;
    for (const Value* value : election)
      for (const User* user : value->users())
        if (!election.contains(user) && user != found_.shuffle && user != found_.update &&
            !is_contained(found_.sums, user))
          return false;
    return all_of(make_range(found_.meeting()->getFirstNonPHIIt(), found_.shuffle->getIterator()),
                  [](const Instruction& i) { return !i.mayReadOrWriteMemory(); });
  }

  const Shapes& shapes_;
  const Linearisation& plan_;
  SharedUpdate found_;
};

// Emits the update of each lane at the end of a block.
Value* updateInAllLanes(const SharedUpdate& shared, BasicBlock& block) {
  IRBuilder<> builder(block.getTerminator());
  ValueToValueMapTy copies;
  for (Instruction& instruction : *shared.updating()) {
    if (instruction.isTerminator())
      break;
    Instruction* copy = builder.Insert(instruction.clone());
    RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    copies[&instruction] = copy;
  }
  auto* update = cast<AtomicRMWInst>(copies[shared.update]);
  update->setOperand(1, ConstantInt::get(update->getType(), 1));
  return shared.kind == Rank::Inclusive ? builder.CreateAdd(update, builder.getInt32(1)) : update;
}

// Moves what has nothing to do with the election before it, and what stands before the shuffle
// behind it.
void setApart(const SharedUpdate& shared) {
  SmallPtrSet<const Value*, 16> election{shared.match};
  for (Instruction& i : make_early_inc_range(
           make_range(std::next(shared.match->getIterator()), shared.electing()->end())))
    if (i.isTerminator() ||
        any_of(i.operands(), [&](const Use& use) { return election.contains(use); }))
      election.insert(&i);
    else
      i.moveBefore(shared.match);
  shared.shuffle->moveBefore(*shared.meeting(), shared.meeting()->getFirstNonPHIIt());
}

void separate(const SharedUpdate& shared) {
  setApart(shared);
  // Keeps the original sum for the case that the key does not tell all addresses apart, in a block
  // that ends behind the shuffle.
  IRBuilder<> builder(shared.shuffle->getNextNode());
  Value* before = builder.CreateExtractValue(shared.shuffle, 0);
  Value* elected = builder.CreateAdd(before, shared.rank);
  BasicBlock* electing = shared.electing();
  BasicBlock* meeting = shared.meeting();
  BasicBlock* after = meeting->splitBasicBlock(builder.GetInsertPoint(), "after.updates");
  BasicBlock* election = electing->splitBasicBlock(shared.match, "election");
  BasicBlock* separate =
      BasicBlock::Create(electing->getContext(), "updates", electing->getParent(), election);
  BranchInst::Create(after, separate);
  Value* apart = updateInAllLanes(shared, *separate);
  builder.SetInsertPoint(electing->getTerminator());
  Value* condition =
      shared.excessBits
          ? builder.CreateIsNull(builder.CreateAnd(
                shared.excessBits, ConstantInt::get(shared.excessBits->getType(), ~shared.keyBits)))
          : builder.getTrue();
  builder.CreateCondBr(condition, separate, election);
  electing->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(after, after->begin());
  PHINode* sum = builder.CreatePHI(elected->getType(), 2);
  sum->addIncoming(apart, separate);
  sum->addIncoming(elected, meeting);
  for (Instruction* old : shared.sums) {
    old->replaceAllUsesWith(sum);
    RecursivelyDeleteTriviallyDeadInstructions(old);
  }
}

// Replaces ballots in which all lanes vote yes by a constant where all lanes run, so that the
// election is recognised.
bool foldFullBallots(Function& function, const Linearisation& plan) {
  SmallVector<CallInst*, 16> ballots;
  for (Instruction& instruction : instructions(function))
    if (CallInst* ballot = asCall(&instruction, ThreadOp::VoteBallot);
        ballot && plan.hasFullMask(ballot->getParent()) &&
        match(ballot->getArgOperand(0), m_One()) && match(ballot->getArgOperand(1), m_AllOnes()))
      ballots.push_back(ballot);
  for (CallInst* ballot : ballots) {
    replaceAndRecursivelySimplify(ballot, Constant::getAllOnesValue(ballot->getType()));
    if (ballot->getParent())
      ballot->eraseFromParent();
  }
  return !ballots.empty();
}

} // namespace

PreservedAnalyses SeparateUpdatesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool isOfWarps = function.hasFnAttribute(kKernel) && gangWidth(function) == kWarpSize;
  if (!isOfWarps)
    return PreservedAnalyses::all();
  const Linearisation& plan = analyses.getResult<LinearisationAnalysis>(function);
  const bool folded = foldFullBallots(function, plan);
  UpdateFinder finder(analyses.getResult<UniformityAnalysis>(function), plan);
  std::vector<SharedUpdate> updates;
  for (Instruction& instruction : instructions(function))
    if (CallInst* shuffle = asCall(&instruction, ThreadOp::ShflIdx))
      if (std::optional<SharedUpdate> update = finder.find(*shuffle))
        updates.push_back(std::move(*update));
  for (const SharedUpdate& update : updates)
    separate(update);
  return updates.empty() && !folded ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::simt
