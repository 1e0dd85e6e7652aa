#include "simt/merge_accesses.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"
#include "simt/execution_form.h"
#include "simt/uniformity_analysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// The most elements that one access gets. GPUs have no larger vectors, so gangs have shuffles for
// these numbers.
constexpr std::int64_t kMostElements = 4;
// Blocks with more accesses than this are left alone: each access is compared with those between it
// and its neighbours, which would take too long.
constexpr std::size_t kMostAccesses = 256;

// An address as the sum of two values and a constant.
struct Address {
  const Value* base = nullptr; // null if the address is a number
  const Value* index = nullptr;
  std::int64_t offset = 0;
};

// Takes constants off a sum.
const Value* stripConstants(const Value* number, std::int64_t& offset) {
  Value* rest = nullptr;
  const APInt* constant = nullptr;
  while (match(number, m_AddLike(m_Value(rest), m_APInt(constant)))) {
    offset += constant->getSExtValue();
    number = rest;
  }
  return number;
}

Address addressOf(const Value* pointer) {
  Address address;
  while (auto* gep = dyn_cast<GetElementPtrInst>(pointer)) {
    if (gep->getNumIndices() != 1 || !gep->getSourceElementType()->isIntegerTy(8))
      break;
    const Value* index = stripConstants(gep->getOperand(1), address.offset);
    if (auto* constant = dyn_cast<ConstantInt>(index))
      address.offset += constant->getSExtValue();
    else if (address.index)
      break;
    else
      address.index = index;
    pointer = gep->getPointerOperand();
  }
  if (auto* number = dyn_cast<IntToPtrInst>(pointer); number && !address.index)
    address.index = stripConstants(number->getOperand(0), address.offset);
  else
    address.base = pointer;
  return address;
}

bool isInSharedMemory(const Value* pointer) {
  auto* base = dyn_cast<Instruction>(getUnderlyingObject(pointer));
  return base && threadOp(*base) == ThreadOp::SharedBase;
}

// Accesses of one kind to neighbouring elements, by their places.
using Accesses = SmallVector<Instruction*, 4>;

class MergeInBlock {
public:
  MergeInBlock(BasicBlock& block, const Shapes& shapes, AAResults& aliases)
      : block_(block), shapes_(shapes), aliases_(aliases) {}

  bool run() {
    bool changed = false;
    for (const Accesses& accesses : find()) {
      if (!canMove(accesses))
        continue;
      isa<LoadInst>(accesses.front()) ? mergeLoads(accesses) : mergeStores(accesses);
      changed = true;
    }
    return changed;
  }

private:
  // What accesses that are merged have in common: whether they load, their type, the values that
  // their addresses are sums of, and how many of them there are.
  using Key = std::tuple<bool, Type*, const Value*, const Value*, std::int64_t>;

  // How many neighbouring elements there must be for lanes to leave no gap; nothing if the access
  // is not of that kind.
  std::optional<std::int64_t> elementsOf(Instruction& access) const {
    const bool isSimple = isa<LoadInst>(access)    ? cast<LoadInst>(access).isSimple()
                          : isa<StoreInst>(access) ? cast<StoreInst>(access).isSimple()
                                                   : false;
    if (!isSimple)
      return std::nullopt;
    const Type* type = getLoadStoreType(&access);
    const Value* pointer = getLoadStorePointerOperand(&access);
    const Shape shape = shapes_.of(pointer);
    const unsigned bits = type->getPrimitiveSizeInBits();
    if ((bits != 32 && bits != 64) || type->isVectorTy() || !shape.isAffine() ||
        shape.stride % (bits / 8) != 0 || isInSharedMemory(pointer))
      return std::nullopt;
    const std::int64_t elements = shape.stride / (bits / 8);
    return elements >= 2 && elements <= kMostElements ? std::optional(elements) : std::nullopt;
  }

  std::vector<Accesses> find() const {
    std::map<Key, std::map<std::int64_t, Accesses>> candidates;
    SmallVector<Key, 16> order; // so that the result does not depend on where values lie in memory
    std::size_t count = 0;
    for (Instruction& instruction : block_) {
      const std::optional<std::int64_t> elements = elementsOf(instruction);
      if (!elements)
        continue;
      if (++count > kMostAccesses)
        return {};
      const Address address = addressOf(getLoadStorePointerOperand(&instruction));
      const Key key{isa<LoadInst>(instruction), getLoadStoreType(&instruction), address.base,
                    address.index, *elements};
      if (!candidates.contains(key))
        order.push_back(key);
      candidates[key][address.offset].push_back(&instruction);
    }
    std::vector<Accesses> found;
    for (const Key& key : order)
      addRuns(candidates[key], std::get<Type*>(key)->getPrimitiveSizeInBits() / 8,
              std::get<std::int64_t>(key), found);
    return found;
  }

  // Cuts accesses, ordered by their offsets, into runs of so many neighbours.
  static void addRuns(const std::map<std::int64_t, Accesses>& byOffset, std::int64_t bytes,
                      std::int64_t elements, std::vector<Accesses>& found) {
    Accesses run;
    std::int64_t next = 0;
    for (const auto& [offset, accesses] : byOffset) {
      // The same place twice may be two values at two times.
      if (accesses.size() != 1 || (!run.empty() && offset != next))
        run.clear();
      if (accesses.size() != 1)
        continue;
      run.push_back(accesses.front());
      next = offset + bytes;
      if (static_cast<std::int64_t>(run.size()) == elements)
        found.push_back(std::exchange(run, {}));
    }
  }

  // Whether nothing between the accesses touches their memory in a way that their order shows:
  // loads move to the first of them, stores to the last.
  bool canMove(const Accesses& accesses) const {
    const auto [first, last] = std::minmax_element(
        accesses.begin(), accesses.end(),
        [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    for (Instruction* between = (*first)->getNextNode(); between != *last;
         between = between->getNextNode()) {
      if (is_contained(accesses, between) || !between->mayReadOrWriteMemory())
        continue;
      for (const Instruction* access : accesses) {
        const ModRefInfo effect = aliases_.getModRefInfo(between, MemoryLocation::get(access));
        if (isa<LoadInst>(access) ? isModSet(effect) : isModOrRefSet(effect))
          return false;
      }
    }
    return true;
  }

  static Value* startOf(IRBuilder<>& builder, const Accesses& accesses, const Instruction* at) {
    const auto place = find_if(accesses, [&](const Instruction* access) { return access == at; });
    const auto bytes = static_cast<std::int64_t>(
        at->getDataLayout().getTypeStoreSize(getLoadStoreType(const_cast<Instruction*>(at))));
    Value* pointer = const_cast<Value*>(getLoadStorePointerOperand(at));
    if (place == accesses.begin())
      return pointer;
    return builder.CreateGEP(builder.getInt8Ty(), pointer,
                             builder.getInt64(-bytes * (place - accesses.begin())));
  }

  // What LLVM knows of all of the accesses.
  static void keepMetadata(Instruction& merged, const Accesses& accesses) {
    AAMDNodes nodes = accesses.front()->getAAMetadata();
    for (const Instruction* access : accesses)
      nodes = nodes.merge(access->getAAMetadata());
    merged.setAAMetadata(nodes);
    if (all_of(accesses, [](const Instruction* access) {
          return access->hasMetadata(LLVMContext::MD_invariant_load);
        }))
      merged.copyMetadata(*accesses.front(), {LLVMContext::MD_invariant_load});
  }

  static Type* vectorOf(const Accesses& accesses) {
    return FixedVectorType::get(getLoadStoreType(accesses.front()),
                                static_cast<unsigned>(accesses.size()));
  }

  static void mergeLoads(const Accesses& accesses) {
    Instruction* first = *std::min_element(
        accesses.begin(), accesses.end(),
        [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    IRBuilder<> builder(first);
    LoadInst* merged =
        builder.CreateAlignedLoad(vectorOf(accesses), startOf(builder, accesses, first),
                                  cast<LoadInst>(accesses.front())->getAlign());
    keepMetadata(*merged, accesses);
    for (const auto& [i, access] : enumerate(accesses))
      access->replaceAllUsesWith(builder.CreateExtractElement(merged, i));
    for (Instruction* access : accesses)
      access->eraseFromParent();
  }

  static void mergeStores(const Accesses& accesses) {
    Instruction* last = *std::max_element(
        accesses.begin(), accesses.end(),
        [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    IRBuilder<> builder(last);
    Value* values = PoisonValue::get(vectorOf(accesses));
    for (const auto& [i, access] : enumerate(accesses))
      values = builder.CreateInsertElement(values, cast<StoreInst>(access)->getValueOperand(), i);
    StoreInst* merged = builder.CreateAlignedStore(values, startOf(builder, accesses, last),
                                                   cast<StoreInst>(accesses.front())->getAlign());
    keepMetadata(*merged, accesses);
    for (Instruction* access : accesses)
      access->eraseFromParent();
  }

  BasicBlock& block_;
  const Shapes& shapes_;
  AAResults& aliases_;
};

} // namespace

PreservedAnalyses MergeAccessesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool becomesGang =
      function.hasFnAttribute(kKernel) || function.hasFnAttribute(kCalledByGangs);
  if (!becomesGang || gangWidth(function) == 1)
    return PreservedAnalyses::all();
  const Shapes& shapes = analyses.getResult<UniformityAnalysis>(function);
  AAResults& aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (BasicBlock& block : function)
    changed |= MergeInBlock(block, shapes, aliases).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
