#include "simt/merge_accesses.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"
#include "simt/execution_form.h"
#include "simt/row_access.h"
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
// Lanes that are no further apart, in elements, access shared memory as well one element at a time,
// because the memory around all lanes is then loaded whole (memory_access.cpp).
constexpr std::int64_t kMostSharedWindow = 4;
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

// Neighbours that are accessed so many at a time. Where they are no multiple of that, the last
// access has some elements of the one before it as well.
struct Run {
  Accesses accesses;
  std::size_t elements = 0;
};

// Whether accesses before the instruction and behind it are never merged: a barrier, or another
// call that writes to memory.
bool endsRuns(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->mayWriteToMemory() && !call->onlyAccessesInaccessibleMemory();
}

class MergeInBlock {
public:
  MergeInBlock(BasicBlock& block, const Shapes& shapes, AAResults& aliases)
      : block_(block), shapes_(shapes), aliases_(aliases) {}

  bool run() {
    bool changed = false;
    for (const Run& run : find()) {
      if (!canMove(run.accesses))
        continue;
      isa<LoadInst>(run.accesses.front()) ? mergeLoads(run) : mergeStores(run);
      changed = true;
    }
    return changed;
  }

private:
  // What accesses that are merged have in common: whether they load, their type, the values that
  // their addresses are sums of, how many elements lanes are apart, whether they are in shared
  // memory, and how many instructions before them end runs.
  using Key = std::tuple<bool, Type*, const Value*, const Value*, std::int64_t, bool, unsigned>;

  // How many elements the lanes of an access are apart; nothing if it is not to be merged. In
  // global memory its neighbours must leave no gap between lanes. In shared memory they are rows of
  // the lanes (row_access.h).
  std::optional<std::int64_t> distanceOf(Instruction& access, bool isShared) const {
    const bool isSimple = isa<LoadInst>(access)    ? cast<LoadInst>(access).isSimple()
                          : isa<StoreInst>(access) ? cast<StoreInst>(access).isSimple()
                                                   : false;
    if (!isSimple)
      return std::nullopt;
    const Type* type = getLoadStoreType(&access);
    const Shape shape = shapes_.of(getLoadStorePointerOperand(&access));
    const unsigned bits = type->getPrimitiveSizeInBits();
    if ((bits != 32 && bits != 64) || type->isVectorTy() || !shape.isAffine() ||
        shape.stride % (bits / 8) != 0)
      return std::nullopt;
    const std::int64_t distance = shape.stride / (bits / 8);
    const bool fits =
        isShared ? distance > kMostSharedWindow : distance >= 2 && distance <= kMostElements;
    return fits ? std::optional(distance) : std::nullopt;
  }

  std::vector<Run> find() const {
    std::map<Key, std::map<std::int64_t, Accesses>> candidates;
    SmallVector<Key, 16> order; // so that the result does not depend on where values lie in memory
    std::size_t count = 0;
    unsigned interval = 0;
    for (Instruction& instruction : block_) {
      interval += endsRuns(instruction);
      if (!isa<LoadInst, StoreInst>(instruction))
        continue;
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      const bool isShared = isInSharedMemory(pointer);
      const std::optional<std::int64_t> distance = distanceOf(instruction, isShared);
      if (!distance)
        continue;
      if (++count > kMostAccesses)
        return {};
      const Address address = addressOf(pointer);
      const Key key{isa<LoadInst>(instruction),
                    getLoadStoreType(&instruction),
                    address.base,
                    address.index,
                    *distance,
                    isShared,
                    interval};
      if (!candidates.contains(key))
        order.push_back(key);
      candidates[key][address.offset].push_back(&instruction);
    }
    std::vector<Run> found;
    for (const Key& key : order) {
      const auto& [isLoad, type, base, index, distance, isShared, intervalOfKey] = key;
      const std::int64_t bytes = type->getPrimitiveSizeInBits() / 8;
      addRuns(candidates[key], bytes, isShared ? kRowBytes / bytes : distance, distance, found);
    }
    return found;
  }

  // Cuts accesses, ordered by their offsets, into runs of neighbours: at least so many that they
  // become one access, and at most so many that lanes do not overlap.
  static void addRuns(const std::map<std::int64_t, Accesses>& byOffset, std::int64_t bytes,
                      std::int64_t fewest, std::int64_t most, std::vector<Run>& found) {
    Accesses run;
    std::int64_t next = 0;
    const auto end = [&] {
      if (static_cast<std::int64_t>(run.size()) >= fewest)
        found.push_back({run, static_cast<std::size_t>(fewest)});
      run.clear();
    };
    for (const auto& [offset, accesses] : byOffset) {
      // The same place twice may be two values at two times.
      if (accesses.size() != 1 || (!run.empty() && offset != next))
        end();
      if (accesses.size() != 1)
        continue;
      run.push_back(accesses.front());
      next = offset + bytes;
      if (static_cast<std::int64_t>(run.size()) == most)
        end();
    }
    end();
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

  // The address of one of the accesses, computed from the pointer of `at`, which is another one.
  static Value* addressFrom(IRBuilder<>& builder, const Accesses& accesses, std::size_t access,
                            Instruction* at) {
    const auto place = llvm::find(accesses, at) - accesses.begin();
    const auto bytes =
        static_cast<std::int64_t>(at->getDataLayout().getTypeStoreSize(getLoadStoreType(at)));
    const auto distance = static_cast<std::int64_t>(access) - place;
    Value* pointer = getLoadStorePointerOperand(at);
    return distance == 0 ? pointer
                         : builder.CreateGEP(builder.getInt8Ty(), pointer,
                                             builder.getInt64(bytes * distance));
  }

  // The first access of each merged one.
  static SmallVector<std::size_t, 4> startsOf(const Run& run) {
    SmallVector<std::size_t, 4> starts;
    for (std::size_t start = 0; start < run.accesses.size(); start += run.elements)
      starts.push_back(std::min(start, run.accesses.size() - run.elements));
    return starts;
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

  static Type* vectorOf(const Run& run) {
    return FixedVectorType::get(getLoadStoreType(run.accesses.front()),
                                static_cast<unsigned>(run.elements));
  }

  static void mergeLoads(const Run& run) {
    Instruction* first = *std::min_element(
        run.accesses.begin(), run.accesses.end(),
        [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    IRBuilder<> builder(first);
    for (const std::size_t start : startsOf(run)) {
      LoadInst* merged =
          builder.CreateAlignedLoad(vectorOf(run), addressFrom(builder, run.accesses, start, first),
                                    cast<LoadInst>(run.accesses[start])->getAlign());
      keepMetadata(*merged, run.accesses);
      for (std::size_t i = 0; i < run.elements; ++i)
        run.accesses[start + i]->replaceAllUsesWith(builder.CreateExtractElement(merged, i));
    }
    for (Instruction* access : run.accesses)
      access->eraseFromParent();
  }

  static void mergeStores(const Run& run) {
    Instruction* last = *std::max_element(
        run.accesses.begin(), run.accesses.end(),
        [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    IRBuilder<> builder(last);
    for (const std::size_t start : startsOf(run)) {
      Value* values = PoisonValue::get(vectorOf(run));
      for (std::size_t i = 0; i < run.elements; ++i)
        values = builder.CreateInsertElement(
            values, cast<StoreInst>(run.accesses[start + i])->getValueOperand(), i);
      StoreInst* merged =
          builder.CreateAlignedStore(values, addressFrom(builder, run.accesses, start, last),
                                     cast<StoreInst>(run.accesses[start])->getAlign());
      keepMetadata(*merged, run.accesses);
    }
    for (Instruction* access : run.accesses)
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
