#include "simt/insert_steps.h"

#include "simt/warp_synchronous.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// Numbers the blocks so that lanes which have parted come together again if those with the lower
// number go first: both sides of a branch come before what follows them, and the blocks of a loop
// before what follows the loop.
DenseMap<const BasicBlock*, unsigned> positions(Function& function, const LoopInfo& loops) {
  DenseMap<const BasicBlock*, unsigned> result;
  struct Visit {
    BasicBlock* block;
    SmallVector<BasicBlock*, 2> rest;
  };
  SmallPtrSet<const BasicBlock*, 16> seen;
  std::vector<Visit> stack;
  auto enter = [&](BasicBlock* block) {
    if (!seen.insert(block).second)
      return;
    SmallVector<BasicBlock*, 2> next(successors(block));
    // The depth-first search visits the last successor first, and what it leaves last gets the
    // lowest number: exits of a loop are visited before its inside.
    sort(next, [&](BasicBlock* a, BasicBlock* b) {
      return loops.getLoopDepth(a) > loops.getLoopDepth(b);
    });
    stack.push_back({block, std::move(next)});
  };
  unsigned position = static_cast<unsigned>(function.size());
  enter(&function.getEntryBlock());
  while (!stack.empty()) {
    if (!stack.back().rest.empty()) {
      enter(stack.back().rest.pop_back_val());
      continue;
    }
    result[stack.back().block] = position--;
    stack.pop_back();
  }
  return result;
}

bool needsStep(const Instruction& instruction) {
  if (isWarpSynchronous(instruction))
    return true;
  const Value* address = getLoadStorePointerOperand(&instruction);
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    address = update->getPointerOperand();
  else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    address = exchange->getPointerOperand();
  return address && address->getType()->getPointerAddressSpace() == 3;
}

// What the lanes of a warp agree on has at most this many bits.
constexpr unsigned kMostBits = 64;

void agree(LoadInst& load, std::uint64_t position) {
  const DataLayout& layout = load.getModule()->getDataLayout();
  Type* type = load.getType();
  const auto bits = static_cast<unsigned>(layout.getTypeSizeInBits(type));
  if (!type->isSingleValueType() || bits > kMostBits)
    return;
  SmallVector<Use*, 4> uses;
  for (Use& use : load.uses())
    uses.push_back(&use);
  IRBuilder<> builder(load.getParent(), std::next(load.getIterator()));
  Type* asInteger = builder.getIntNTy(bits);
  Value* loaded = builder.CreateBitOrPointerCast(&load, asInteger);
  Value* agreed =
      callThreadOp(builder, ThreadOp::Agree,
                   {builder.CreateZExt(loaded, builder.getInt64Ty()),
                    builder.CreateAddrSpaceCast(load.getPointerOperand(), builder.getPtrTy()),
                    builder.getInt64(position)});
  Value* value = builder.CreateBitOrPointerCast(builder.CreateTrunc(agreed, asInteger), type);
  for (Use* use : uses)
    use->set(value);
}

void insertSteps(Function& function, const LoopInfo& loops) {
  DenseMap<const BasicBlock*, unsigned> order = positions(function, loops);
  SmallVector<std::pair<LoadInst*, std::uint64_t>, 8> loads;
  for (BasicBlock& block : function) {
    unsigned within = 0;
    for (Instruction& instruction : block) {
      const bool agrees = mustAgree(instruction), steps = needsStep(instruction);
      if (!agrees && !steps)
        continue;
      const std::uint64_t position = std::uint64_t{order.lookup(&block)} << 32 | within++;
      if (agrees)
        loads.push_back({cast<LoadInst>(&instruction), position});
      if (!steps)
        continue;
      IRBuilder<> builder(&instruction);
      callThreadOp(builder, ThreadOp::Step, builder.getInt64(position));
    }
  }
  for (auto [load, position] : loads)
    agree(*load, position);
}

} // namespace

PreservedAnalyses InsertStepsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (none_of(instructions(function), [](const Instruction& instruction) {
        return isWarpSynchronous(instruction) || mustAgree(instruction);
      }))
    return PreservedAnalyses::all();
  insertSteps(function, analyses.getResult<LoopAnalysis>(function));
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
