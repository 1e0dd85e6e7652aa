#include "simt/prefetch_scattered_stores.h"

#include "ir/kernel_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include <cstddef>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// How many scattered stores of a gang ahead lines are prefetched. CUB's radix sort of 2^24 keys
// takes four fifths of its processor time with two stores of 32 lanes, on a Xeon with AVX-512, a
// little more with one and no less with three or four (2026-11).
constexpr std::size_t kStoresAhead = 2;
// One lane of so many is prefetched: twice as many lanes were no quicker there.
constexpr unsigned kLanesForEachPrefetch = 4;
constexpr unsigned kDeepestExpression = 32;

class ScatteredStores {
public:
  explicit ScatteredStores(Function& function)
      : context_(function.getArg(0)), layout_(function.getParent()->getDataLayout()) {}

  bool prefetchIn(BasicBlock& block) {
    SmallVector<IntrinsicInst*> stores; // those that nothing but loads stands between
    bool changed = false;
    for (Instruction& instruction : make_early_inc_range(block)) {
      if (!mayPass(instruction)) {
        stores.clear();
      } else if (isScatter(instruction)) {
        stores.push_back(cast<IntrinsicInst>(&instruction));
        if (stores.size() > kStoresAhead)
          changed |= prefetchAt(*stores[stores.size() - 1 - kStoresAhead], *stores.back());
      }
    }
    return changed;
  }

private:
  static bool isScatter(const Instruction& instruction) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == Intrinsic::masked_scatter;
  }

  // Whether what reads the memory of the block may be moved to the front of this instruction.
  bool mayPass(const Instruction& instruction) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::prefetch)
      return true;
    if (isScatter(instruction))
      return match(call->getArgOperand(3), m_AllOnes()) &&
             stemsFromParameter(call->getArgOperand(1));
    return !instruction.mayWriteToMemory();
  }

  // Whether an address is a parameter, or a sum of one and offsets.
  bool stemsFromParameter(const Value* address, unsigned depth = 0) const {
    if (const Value* element = getSplatValue(address))
      return stemsFromParameter(element, depth + 1);
    if (auto* load = dyn_cast<LoadInst>(address))
      return contextOffset(getUnderlyingObject(load->getPointerOperand(), 0)) ==
             offsetof(BlockContext, params);
    auto* sum = dyn_cast<Instruction>(address);
    if (!sum || depth > kDeepestExpression)
      return false;
    if (isa<CastInst, GetElementPtrInst>(sum))
      return stemsFromParameter(sum->getOperand(0), depth + 1);
    const Value *left = nullptr, *right = nullptr;
    return match(sum, m_AddLike(m_Value(left), m_Value(right))) &&
           ((isOffset(left, depth) && stemsFromParameter(right, depth + 1)) ||
            (isOffset(right, depth) && stemsFromParameter(left, depth + 1)));
  }

  // Whether a number cannot be an address of the block's memory itself, to which the parameter is
  // added: offsets are indices of fewer bits and multiples of an element's size. The wall adds bits
  // of the parameter (mark_host_addresses.h).
  bool isOffset(const Value* number, unsigned depth) const {
    if (const Value* element = getSplatValue(number))
      number = element;
    const Value *left = nullptr, *right = nullptr;
    if (match(number, m_AddLike(m_Value(left), m_Value(right))))
      return depth < kDeepestExpression && isOffset(left, depth + 1) && isOffset(right, depth + 1);
    if (match(number, m_Select(m_Value(), m_Value(left), m_Zero())))
      number = left;
    const APInt* constant = nullptr;
    if (match(number, m_And(m_Value(left), m_APInt(constant))))
      return match(left, m_Not(m_Value(right))) ? stemsFromParameter(right, depth + 1)
                                                : stemsFromParameter(left, depth + 1);
    return isa<ConstantInt, ConstantDataVector, SExtInst, ZExtInst>(number) ||
           match(number, m_Shl(m_Value(), m_APInt(constant))) ||
           match(number, m_Mul(m_Value(), m_APInt(constant)));
  }

  // The place in the block's context that a pointer has been loaded from.
  std::optional<std::uint64_t> contextOffset(const Value* object) const {
    auto* load = dyn_cast<LoadInst>(object);
    if (!load)
      return std::nullopt;
    APInt offset(64, 0);
    const Value* base =
        load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return base == context_ ? std::optional(offset.getZExtValue()) : std::nullopt;
  }

  // Whether an instruction reads nothing, or only what the stores that it passes cannot change.
  bool isMovable(const Instruction& instruction) const {
    if (isa<PHINode>(instruction) || instruction.mayHaveSideEffects())
      return false;
    if (!instruction.mayReadFromMemory())
      return true;
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() && isOfBlock(load->getPointerOperand());
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == Intrinsic::masked_gather &&
           isOfBlock(call->getArgOperand(0));
  }

  bool isOfBlock(const Value* address) const {
    while (auto* place = dyn_cast<GetElementPtrInst>(address))
      address = place->getPointerOperand();
    if (const Value* element = getSplatValue(address))
      address = element;
    return contextOffset(getUnderlyingObject(address, 0)).has_value();
  }

  // Finds the instructions behind `first` that compute the value; nothing if one has to stay.
  std::optional<SmallVector<Instruction*>> computationOf(Value* value, Instruction& first) const {
    SetVector<Instruction*> found;
    const auto add = [&](Value* operand) {
      auto* instruction = dyn_cast<Instruction>(operand);
      if (instruction && instruction->getParent() == first.getParent() &&
          first.comesBefore(instruction))
        found.insert(instruction);
    };
    add(value);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!isMovable(*found[i]))
        return std::nullopt;
      for (Value* operand : found[i]->operands())
        add(operand);
    }
    SmallVector<Instruction*> inOrder(found.begin(), found.end());
    llvm::sort(inOrder,
               [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    return inOrder;
  }

  bool prefetchAt(Instruction& earlier, IntrinsicInst& store) {
    Value* addresses = store.getArgOperand(1);
    const auto computation = computationOf(addresses, earlier);
    if (!computation)
      return false;
    for (Instruction* instruction : *computation)
      instruction->moveBefore(&earlier);
    constexpr unsigned kToWrite = 1, kKeepInAllCaches = 3, kData = 1;
    IRBuilder<> builder(&earlier);
    const unsigned lanes = cast<FixedVectorType>(addresses->getType())->getNumElements();
    for (unsigned lane = 0; lane < lanes; lane += kLanesForEachPrefetch) {
      Value* address = builder.CreateExtractElement(addresses, lane);
      builder.CreateIntrinsic(Intrinsic::prefetch, {address->getType()},
                              {address, builder.getInt32(kToWrite),
                               builder.getInt32(kKeepInAllCaches), builder.getInt32(kData)});
    }
    return true;
  }

  const Value* context_;
  const DataLayout& layout_;
};

} // namespace

PreservedAnalyses PrefetchScatteredStoresPass::run(Function& function, FunctionAnalysisManager&) {
  if (function.arg_empty())
    return PreservedAnalyses::all();
  ScatteredStores stores(function);
  bool changed = false;
  for (BasicBlock& block : function)
    changed |= stores.prefetchIn(block);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
