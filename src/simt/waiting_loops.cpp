#include "simt/waiting_loops.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"
#include "simt/execution_form.h"
#include "simt/uniformity_analysis.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// What a loop waits for another thread to do.
struct Waiting {
  bool forValue = false; // reads memory until it changes
  bool forLock = false;  // tries an exchange until it succeeds, and changes nothing meanwhile
};

// Has the value the same bits in every iteration, although it may be computed in each?
bool isSame(const Loop& loop, const Value* value, unsigned depth = 8) {
  if (loop.isLoopInvariant(value))
    return true;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0 || isa<PHINode>(instruction) ||
      instruction->mayReadOrWriteMemory())
    return false;
  return all_of(instruction->operands(),
                [&](const Use& operand) { return isSame(loop, operand, depth - 1); });
}

bool isBarrierOfAll(const Instruction& instruction) {
  switch (threadOp(instruction)) {
  case ThreadOp::Barrier:
  case ThreadOp::BarrierPopc:
  case ThreadOp::BarrierAnd:
  case ThreadOp::BarrierOr: {
    auto* threads = dyn_cast<ConstantInt>(instruction.getOperand(1));
    return threads && threads->isZero();
  }
  default:
    return false;
  }
}

bool isShared(const Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == 3 ||
         getUnderlyingObject(&pointer)->getType()->getPointerAddressSpace() == 3;
}

// Can this phi of the loop's header have the same value in two iterations? It can where an
// iteration leaves it as it was, and where it begins again, as the index of an inner loop that
// shares its header with this one.
bool mayRepeat(const Loop& loop, const PHINode& phi) {
  SmallPtrSet<const Value*, 8> seen;
  SmallVector<const Value*, 8> work;
  for (BasicBlock* from : phi.blocks())
    if (loop.contains(from))
      work.push_back(phi.getIncomingValueForBlock(from));
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (value == &phi || loop.isLoopInvariant(value))
      return true;
    if (!seen.insert(value).second)
      continue;
    if (auto* inner = dyn_cast<PHINode>(value); inner && loop.contains(inner))
      work.append(inner->op_begin(), inner->op_end());
    else if (auto* select = dyn_cast<SelectInst>(value))
      work.append({select->getTrueValue(), select->getFalseValue()});
  }
  return false;
}

// May two iterations read from the same address? They may where it is the same in all iterations,
// where an iteration can leave it as it is, and where inner loops go through the same addresses
// each time. An address that is loaded is the same if it is loaded from the same place.
bool comesBack(const Loop& loop, const Value* address) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> work = {address};
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (loop.isLoopInvariant(value) || !seen.insert(value).second)
      continue;
    auto* instruction = cast<Instruction>(value);
    if ((instruction->mayReadOrWriteMemory() && !isa<LoadInst>(instruction)) || seen.size() > 64)
      return false;
    auto* phi = dyn_cast<PHINode>(instruction);
    if (phi && phi->getParent() == loop.getHeader()) {
      if (!mayRepeat(loop, *phi))
        return false;
      continue;
    }
    work.append(instruction->op_begin(), instruction->op_end());
  }
  return true;
}

// Does the instruction read a value that another thread may have written since the last iteration?
// Local memory, also where it is volatile, is the thread's own.
bool polls(const Instruction& instruction, bool fenced) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return !isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())) &&
           (load->isVolatile() || load->isAtomic() ||
            (fenced && !load->hasMetadata(LLVMContext::MD_invariant_load)));
  // Programs read with updates that change nothing, such as atomicAdd(p, 0).
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    auto* constant = dyn_cast<ConstantInt>(update->getValOperand());
    return constant && constant->isZero() &&
           (update->getOperation() == AtomicRMWInst::Add ||
            update->getOperation() == AtomicRMWInst::Sub ||
            update->getOperation() == AtomicRMWInst::Or ||
            update->getOperation() == AtomicRMWInst::Xor);
  }
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getCompareOperand() == exchange->getNewValOperand();
  return false;
}

// Does the instruction try to take a lock, which another thread has to give back? It makes the same
// exchange in every iteration.
bool triesLock(const Loop& loop, const Instruction& instruction) {
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isSame(loop, exchange->getPointerOperand()) &&
           isSame(loop, exchange->getCompareOperand()) &&
           isSame(loop, exchange->getNewValOperand());
  auto* update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && update->getOperation() == AtomicRMWInst::Xchg &&
         isSame(loop, update->getPointerOperand()) && isSame(loop, update->getValOperand());
}

// Is the value computed from `sources`, inside the loop?
bool dependsOn(const Loop& loop, const Value* value, const SmallPtrSetImpl<const Value*>& sources) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> work = {value};
  while (!work.empty()) {
    auto* instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (sources.contains(instruction))
      return true;
    for (const Use& operand : instruction->operands())
      work.push_back(operand);
    // The value of a phi also depends on the branches that lead to it.
    if (auto* phi = dyn_cast<PHINode>(instruction))
      for (BasicBlock* from : phi->blocks())
        if (loop.contains(from) && from->getTerminator()->getNumSuccessors() > 1)
          work.push_back(from->getTerminator()->getOperand(0));
  }
  return false;
}

// Does every iteration come to this block of the loop?
bool isInEachIteration(const Loop& loop, const BasicBlock* block) {
  SmallPtrSet<const BasicBlock*, 16> seen = {block};
  SmallVector<const BasicBlock*, 16> work = {loop.getHeader()};
  while (!work.empty()) {
    const BasicBlock* next = work.pop_back_val();
    if (!loop.contains(next) || !seen.insert(next).second)
      continue;
    if (is_contained(successors(next), loop.getHeader()))
      return false;
    work.append(succ_begin(next), succ_end(next));
  }
  return true;
}

// Is the value computed from `reads` by arithmetic, whichever way the iteration takes? And and Or
// do not count: done again, they change nothing.
bool isComputedFrom(const Loop& loop, const Value* value,
                    const SmallPtrSetImpl<const Value*>& reads, unsigned depth = 8) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || depth == 0)
    return false;
  auto isComputed = [&](const Value* alternative) {
    return isComputedFrom(loop, alternative, reads, depth - 1);
  };
  if (auto* phi = dyn_cast<PHINode>(instruction))
    return phi->getParent() != loop.getHeader() && all_of(phi->incoming_values(), isComputed);
  if (auto* select = dyn_cast<SelectInst>(instruction))
    return isComputed(select->getTrueValue()) && isComputed(select->getFalseValue());
  if (isa<CastInst>(instruction))
    return isComputed(instruction->getOperand(0));
  return isa<BinaryOperator>(instruction) && instruction->getOpcode() != Instruction::And &&
         instruction->getOpcode() != Instruction::Or && dependsOn(loop, instruction, reads);
}

// Does each iteration overwrite what is at this address with a value that it computes from it, as a
// counter in memory? The word of another thread would be lost there, so the loop does not wait for
// one: it gets on by itself.
bool advances(const Loop& loop, const Value* pointer) {
  SmallPtrSet<const Value*, 8> reads;
  for (const User* user : pointer->users())
    if (auto* load = dyn_cast<LoadInst>(user); load && loop.contains(load))
      reads.insert(load);
  return any_of(pointer->users(), [&](const User* user) {
    auto* store = dyn_cast<StoreInst>(user);
    return store && store->getPointerOperand() == pointer && loop.contains(store) &&
           isComputedFrom(loop, store->getValueOperand(), reads) &&
           isInEachIteration(loop, store->getParent());
  });
}

// Does every way round the loop change this phi of its header by an arithmetic operation on its old
// value?
bool isCounter(const Loop& loop, const PHINode& phi) {
  if (!phi.getType()->isIntegerTy())
    return false;
  SmallSet<std::pair<const Value*, bool>, 16> seen; // value, and whether an operation follows it
  SmallVector<std::pair<const Value*, bool>, 16> work;
  for (BasicBlock* from : phi.blocks())
    if (loop.contains(from))
      work.push_back({phi.getIncomingValueForBlock(from), false});
  while (!work.empty()) {
    auto [value, moved] = work.pop_back_val();
    if (value == &phi) {
      if (!moved)
        return false;
      continue;
    }
    if (!seen.insert({value, moved}).second)
      continue;
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    if (auto* inner = dyn_cast<PHINode>(instruction)) {
      for (const Use& incoming : inner->incoming_values())
        work.push_back({incoming, moved});
    } else if (auto* select = dyn_cast<SelectInst>(instruction)) {
      work.append({{select->getTrueValue(), moved}, {select->getFalseValue(), moved}});
    } else if (isa<BinaryOperator>(instruction)) {
      const Value *a = instruction->getOperand(0), *b = instruction->getOperand(1);
      work.push_back({b == &phi || isSame(loop, a) ? b : a, true});
    } else {
      return false;
    }
  }
  return true;
}

// Does the comparison hold a counter against an end that is the same in every iteration?
bool countsToEnd(const Loop& loop, const ICmpInst& compare) {
  for (unsigned side : {0u, 1u}) {
    if (!isSame(loop, compare.getOperand(1 - side)))
      continue;
    // The value that is compared may depend on nothing else that changes.
    SmallPtrSet<const Value*, 8> seen;
    SmallVector<const Value*, 8> work = {compare.getOperand(side)};
    bool counts = true;
    while (counts && !work.empty()) {
      const Value* value = work.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      auto* instruction = dyn_cast<Instruction>(value);
      auto* phi = dyn_cast<PHINode>(value);
      if (!instruction || !loop.contains(instruction))
        counts = false;
      else if (phi && phi->getParent() == loop.getHeader())
        counts = isCounter(loop, *phi);
      else if (phi)
        work.append(phi->op_begin(), phi->op_end());
      else if (isa<BinaryOperator, CastInst>(instruction))
        work.push_back(instruction->getOperand(0));
      else
        counts = false;
    }
    if (counts)
      return true;
  }
  return false;
}

// Does a counter end the loop here, alone or as one of several conditions?
bool isCounted(const Loop& loop, const BasicBlock& exiting) {
  using namespace PatternMatch;
  auto* branch = dyn_cast<BranchInst>(exiting.getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  const bool leavesIfTrue = !loop.contains(branch->getSuccessor(0));
  SmallVector<const Value*, 4> work = {branch->getCondition()};
  for (unsigned seen = 0; !work.empty() && seen < 16; ++seen) {
    const Value* condition = work.pop_back_val();
    const Value *a = nullptr, *b = nullptr;
    if (auto* compare = dyn_cast<ICmpInst>(condition)) {
      if (countsToEnd(loop, *compare))
        return true;
    } else if (leavesIfTrue ? match(condition, m_LogicalOr(m_Value(a), m_Value(b)))
                            : match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))) {
      work.append({a, b});
    }
  }
  return false;
}

Waiting classify(const Loop& loop) {
  bool fenced = false, changes = false, sleeps = false, meets = false;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block) {
      fenced |= isa<FenceInst>(instruction);
      sleeps |= threadOp(instruction) == ThreadOp::NanoSleep;
      meets |= isBarrierOfAll(instruction);
    }
  SmallPtrSet<const Value*, 8> reads, locks;
  for (BasicBlock* block : loop.blocks())
    for (Instruction& instruction : *block) {
      if (polls(instruction, fenced)) {
        const Value* pointer = getLoadStorePointerOperand(&instruction);
        if (!pointer)
          pointer = instruction.getOperand(0);
        if (advances(loop, pointer))
          continue;
        // Threads that meet in the loop read behind the barrier what the others have written to
        // shared memory. Other memory that they read by volatile or atomic loads may be for another
        // block to write.
        if (isSame(loop, pointer) ||
            (meets ? (instruction.isVolatile() || instruction.isAtomic()) && !isShared(*pointer) &&
                         comesBack(loop, pointer)
                   : sleeps || comesBack(loop, pointer)))
          reads.insert(&instruction);
      } else if (triesLock(loop, instruction)) {
        locks.insert(&instruction);
      } else if (isa<StoreInst>(instruction) || instruction.isAtomic()) {
        changes |= !isa<FenceInst>(instruction) && !instruction.hasMetadata(kShadowAccess);
      }
    }
  if (reads.empty() && locks.empty())
    return {};
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  bool onRead = false, onLock = false, counted = false;
  for (BasicBlock* block : exiting) {
    const Value* condition = block->getTerminator()->getOperand(0);
    onRead |= dependsOn(loop, condition, reads);
    onLock |= dependsOn(loop, condition, locks);
    counted |= isCounted(loop, *block);
  }
  Waiting result;
  result.forLock = onLock && !changes;
  result.forValue = !reads.empty() && (onRead || !counted);
  return result;
}

// Must all lanes that are in the loop come to a warp operation behind its exits before one of them
// goes on? They must if its members are the whole warp, or those lanes that the ballots of a loop
// around this one have left.
bool areAllOfLoop(const Loop& loop, const Value* members) {
  auto isWarp = [](const Value* value) {
    auto* constant = dyn_cast<ConstantInt>(value);
    return constant && constant->isMinusOne();
  };
  if (isWarp(members))
    return true;
  auto* phi = dyn_cast<PHINode>(members);
  for (const Loop* outer = loop.getParentLoop(); phi && outer; outer = outer->getParentLoop())
    if (phi->getParent() == outer->getHeader())
      return all_of(phi->incoming_values(), [&](const Use& incoming) {
        auto* ballot = dyn_cast<Instruction>(incoming.get());
        return isWarp(incoming) || (ballot && threadOp(*ballot) == ThreadOp::VoteBallot &&
                                    ballot->getOperand(1) == phi);
      });
  return false;
}

// May lanes of one gang wait in this loop for a store that other lanes of it make later, while
// these wait for the former, since a gang runs in step?
bool waitsForOwnGang(const Loop& loop, const Shapes& shapes, PostDominatorTree& postDominators) {
  auto publishes = [](const Instruction& instruction) {
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      return !isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
    return isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction);
  };
  // Do the lanes that wait have to come along before others pass this instruction?
  auto needsWaiting = [&](const Instruction& instruction, bool behindExits) {
    auto* call = dyn_cast<CallBase>(&instruction);
    return isBarrierOfAll(instruction) ||
           (behindExits && call && threadOpInfo(*call).flags & WarpLevel && call->arg_size() > 0 &&
            areAllOfLoop(loop, call->getArgOperand(call->arg_size() - 1)));
  };
  SmallPtrSet<BasicBlock*, 16> seen;
  auto anyPublishes = [&](SmallVector<BasicBlock*, 16> work, const BasicBlock* join,
                          bool behindExits) {
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (block == join || loop.contains(block) || !seen.insert(block).second)
        continue;
      auto end = find_if(*block, [&](const Instruction& instruction) {
        return needsWaiting(instruction, behindExits);
      });
      if (any_of(make_range(block->begin(), end), publishes))
        return true;
      if (end == block->end())
        work.append(succ_begin(block), succ_end(block));
    }
    return false;
  };
  if (shapes.isDivergentLoop(&loop)) {
    SmallVector<BasicBlock*, 16> exits;
    loop.getExitBlocks(exits);
    if (anyPublishes(exits, nullptr, true))
      return true;
  }
  for (BasicBlock& block : *loop.getHeader()->getParent()) {
    if (loop.contains(&block) || !shapes.isDivergentBranch(&block))
      continue;
    auto* node = postDominators.getNode(&block);
    BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    // Does one successor lead to the loop, and another one, which does not, publish something?
    SmallVector<BasicBlock*, 2> past;
    bool leads = false;
    for (BasicBlock* successor : successors(&block)) {
      SmallPtrSet<BasicBlock*, 16> reached;
      SmallVector<BasicBlock*, 16> work = {successor};
      bool found = false;
      while (!work.empty() && !found) {
        BasicBlock* next = work.pop_back_val();
        if (next == join || !reached.insert(next).second)
          continue;
        found = loop.contains(next);
        work.append(succ_begin(next), succ_end(next));
      }
      leads |= found;
      if (!found)
        past.push_back(successor);
    }
    seen.clear();
    if (leads && anyPublishes(SmallVector<BasicBlock*, 16>(past.begin(), past.end()), join, false))
      return true;
  }
  return false;
}

} // namespace

bool isWaiting(const Loop& loop) {
  Waiting waiting = classify(loop);
  return waiting.forLock || waiting.forValue;
}

bool waitsInLoops(const LoopInfo& loops) {
  return any_of(loops.getLoopsInPreorder(), [](const Loop* loop) { return isWaiting(*loop); });
}

bool waitsForOtherLanes(Function& kernel, LoopInfo& loops, PostDominatorTree& postDominators) {
  SmallVector<Loop*, 4> forValue;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    Waiting waiting = classify(*loop);
    if (waiting.forLock)
      return true;
    if (waiting.forValue)
      forValue.push_back(loop);
  }
  if (forValue.empty())
    return false;
  // No gang that has to run in step is wider than a warp.
  const Shapes shapes(kernel, blockDim(kernel), kWarpSize, postDominators, loops);
  return any_of(forValue,
                [&](Loop* loop) { return waitsForOwnGang(*loop, shapes, postDominators); });
}

PreservedAnalyses WaitingLoopsPrinterPass::run(Function& function,
                                               FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& postDominators = analyses.getResult<PostDominatorTreeAnalysis>(function);
  stream_ << function.getName() << (waitsInLoops(loops) ? " waits" : " does not wait") << ", for "
          << (waitsForOtherLanes(function, loops, postDominators) ? "other lanes" : "no lanes")
          << "\n";
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
