#include "simt/forward_shared_memory.h"

#include "ir/kernel_abi.h"
#include "simt/function_attributes.h"
#include "simt/shared_accesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// A load of a whole register is replaced by a shuffle of up to so many values, which is as quick; a
// gather by one of any number, since it takes at least as long.
constexpr unsigned kMostSourcesOfLoad = 2;

// An element of a vector, or a scalar.
struct Element {
  Value* value = nullptr; // null where it is poison
  unsigned index = 0;
};

// Makes a vector of elements of others. It takes registers for sources: vectors as long as the
// result, or parts of longer ones that begin at a multiple of its length.
class Assembly {
public:
  explicit Assembly(FixedVectorType* type) : type_(type) {}

  // Sets an element of the result. False if its source is a vector of another kind.
  bool add(unsigned place, Element element) {
    if (!element.value)
      return true;
    const unsigned length = type_->getNumElements();
    Source source{element.value, 0};
    if (auto* vector = dyn_cast<FixedVectorType>(element.value->getType())) {
      if (vector->getNumElements() % length != 0)
        return false;
      source.second = element.index / length;
    }
    SmallVector<int, 16>& mask = sources_[source];
    mask.resize(length, -1);
    mask[place] = static_cast<int>(element.index % length);
    return true;
  }

  unsigned countSources() const { return static_cast<unsigned>(sources_.size()); }
  // The source of each element. Assemblies with equal descriptions build equal vectors.
  std::vector<std::pair<const Value*, unsigned>> description() const {
    std::vector<std::pair<const Value*, unsigned>> elements(type_->getNumElements());
    for (const auto& [source, mask] : sources_)
      for (auto [place, index] : enumerate(mask))
        if (index >= 0)
          elements[place] = {source.first, source.second * mask.size() + index};
    return elements;
  }
  bool operator<(const Assembly& other) const { return countSources() < other.countSources(); }

  Value* build(IRBuilder<>& builder) const {
    SmallVector<Part, 16> parts;
    for (const auto& [source, mask] : sources_)
      parts.push_back({wholeRegister(builder, source), mask});
    if (parts.empty())
      return PoisonValue::get(type_);
    if (parts.size() == 1)
      return shuffled(builder, parts[0]);
    while (parts.size() > 1) {
      SmallVector<Part, 16> merged;
      for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
        merged.push_back(merge(builder, parts[i], parts[i + 1]));
      if (parts.size() % 2 != 0)
        merged.push_back(parts.back());
      parts = std::move(merged);
    }
    return parts[0].value;
  }

private:
  using Source = std::pair<Value*, unsigned>; // a vector and the part of it, or a scalar
  struct Part {
    Value* value = nullptr;
    SmallVector<int, 16> mask; // where the elements of the result are in it
  };

  Value* wholeRegister(IRBuilder<>& builder, const Source& source) const {
    auto* vector = dyn_cast<FixedVectorType>(source.first->getType());
    const unsigned length = type_->getNumElements();
    if (!vector)
      return builder.CreateVectorSplat(length, source.first);
    if (vector == type_)
      return source.first;
    return builder.CreateShuffleVector(source.first,
                                       createSequentialMask(source.second * length, length, 0));
  }

  static Value* shuffled(IRBuilder<>& builder, const Part& part) {
    for (auto [index, place] : enumerate(part.mask))
      if (place >= 0 && place != static_cast<int>(index))
        return builder.CreateShuffleVector(part.value, part.mask);
    return part.value;
  }

  static Part merge(IRBuilder<>& builder, const Part& left, const Part& right) {
    const auto length = static_cast<int>(left.mask.size());
    SmallVector<int, 16> mask;
    Part merged;
    for (auto [fromLeft, fromRight] : zip(left.mask, right.mask)) {
      mask.push_back(fromRight >= 0 ? fromRight + length : fromLeft);
      const auto index = static_cast<int>(merged.mask.size());
      merged.mask.push_back(mask.back() < 0 ? -1 : index);
    }
    merged.value = builder.CreateShuffleVector(left.value, right.value, mask);
    return merged;
  }

  FixedVectorType* type_;
  MapVector<Source, SmallVector<int, 16>> sources_; // with the places of the result's elements
};

// What is known of shared memory at a point of a basic block.
class Forwarding {
public:
  bool run(BasicBlock& block) {
    bool changed = false;
    for (Instruction& instruction : make_early_inc_range(block)) {
      if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
        changed |= lookThroughLoads(*shuffle);
        continue;
      }
      SharedAccess access;
      switch (effectOnSharedMemory(instruction, access)) {
      case MemoryEffect::None:
        break;
      case MemoryEffect::Any:
        if (instruction.mayWriteToMemory())
          elements_.clear();
        break;
      case MemoryEffect::Shared:
        if (access.stored)
          noteStore(access);
        else
          changed |= forward(instruction, access);
        break;
      }
    }
    return changed;
  }

private:
  // Takes one step towards the vector that computed the element: from a shuffle, an insertion or a
  // load in `loaded_` to the operand or stored value that the element was taken from. Nothing if
  // this vector is that one; an Element without value where it is poison.
  std::optional<Element> source(const Element& element) const {
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(element.value)) {
      const int place = shuffle->getMaskValue(element.index);
      if (place < 0)
        return Element{};
      const auto length =
          cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      const auto number = static_cast<unsigned>(place);
      return Element{shuffle->getOperand(number < length ? 0 : 1), number % length};
    }
    if (auto* insert = dyn_cast<InsertElementInst>(element.value);
        insert && isa<ConstantInt>(insert->getOperand(2))) {
      if (cast<ConstantInt>(insert->getOperand(2))->equalsInt(element.index))
        return Element{insert->getOperand(1), 0};
      return Element{insert->getOperand(0), element.index};
    }
    if (auto stored = loaded_.find({element.value, element.index}); stored != loaded_.end())
      return stored->second;
    if (isa<PoisonValue>(element.value))
      return Element{};
    return std::nullopt;
  }

  Element origin(Element element) const {
    while (element.value) {
      const std::optional<Element> from = source(element);
      if (!from)
        break;
      element = *from;
    }
    return element;
  }

  // The first vector on the way to the origin that instructions compute with. It is in a register
  // anyway, so that taking the element from there costs nothing more.
  Element inRegister(Element element) const {
    while (element.value && !isComputedWith(*element.value)) {
      const std::optional<Element> from = source(element);
      if (!from)
        break;
      element = *from;
    }
    return element;
  }

  static bool isComputedWith(const Value& value) {
    return any_of(value.users(), [](const User* user) {
      return !isa<ShuffleVectorInst, InsertElementInst, StoreInst>(user) &&
             !isa<MemIntrinsic>(user) &&
             !(isa<CallBase>(user) && cast<CallBase>(user)->mayWriteToMemory());
    });
  }

  // Replaces a shuffle of loads by one of the values that were stored, if these are few. The code
  // for a strided access loads all lines that it touches and shuffles some elements of each
  // together. A line may come from too many values to be replaced itself, but the chosen elements
  // may not.
  bool lookThroughLoads(ShuffleVectorInst& shuffle) {
    auto* type = dyn_cast<FixedVectorType>(shuffle.getType());
    if (!type || none_of(shuffle.operands(),
                         [&](const Use& operand) { return ofSharedMemory_.contains(operand); }))
      return false;
    ofSharedMemory_.insert(&shuffle);
    Assembly separate(type), near(type);
    for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
      const Element from = *source({&shuffle, lane});
      if (!separate.add(lane, origin(from)) || !near.add(lane, inRegister(from)))
        return false;
    }
    const Assembly& best = std::min(near, separate);
    if (best.countSources() > kMostSourcesOfLoad)
      return false;
    IRBuilder<> builder(&shuffle);
    Value* assembled = build(builder, best, separate);
    ofSharedMemory_.insert(assembled);
    shuffle.replaceAllUsesWith(assembled);
    shuffle.eraseFromParent();
    return true;
  }

  // Addresses with another base may be the same.
  void rebase(const SharedAccess& access) {
    if (base_ != access.base)
      elements_.clear();
    base_ = access.base;
  }

  void noteStore(const SharedAccess& access) {
    rebase(access);
    for (unsigned lane = 0; lane < access.places.size(); ++lane)
      if (const std::optional<std::int64_t> place = access.places[lane]) {
        forget(*place, access.bytes);
        const Element stored{access.stored, lane};
        elements_[*place] = {origin(stored), access.element, access.bytes, stored};
      }
  }

  void forget(std::int64_t place, std::int64_t bytes) {
    constexpr std::int64_t kLargestElement = 16;
    auto found = elements_.lower_bound(place - kLargestElement + 1);
    while (found != elements_.end() && found->first < place + bytes)
      found =
          found->first + found->second.bytes > place ? elements_.erase(found) : std::next(found);
  }

  bool forward(Instruction& load, const SharedAccess& access) {
    if (base_ != access.base)
      return noteLoad(load, access);
    Value* value = load.getType()->isVectorTy() ? assembled(load, access) : single(load, access);
    if (!value)
      return noteLoad(load, access);
    ofSharedMemory_.insert(value);
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
    return true;
  }

  // Elements that have been loaded are as good as those that have been stored.
  bool noteLoad(Instruction& load, const SharedAccess& access) {
    rebase(access);
    for (unsigned lane = 0; lane < access.places.size(); ++lane)
      if (const std::optional<std::int64_t> place = access.places[lane]) {
        const Element loaded{&load, lane};
        if (const Known* at = known(access, *place)) {
          loaded_.insert({{&load, lane}, at->piece});
          ofSharedMemory_.insert(&load);
        } else if (!elements_.contains(*place)) {
          forget(*place, access.bytes);
          elements_[*place] = {loaded, access.element, access.bytes, loaded};
        }
      }
    return false;
  }

  struct Known {
    Element element; // through all shuffles
    Type* type = nullptr;
    std::int64_t bytes = 0;
    Element piece; // as it was stored
  };

  const Known* known(const SharedAccess& access, std::int64_t place) const {
    auto found = elements_.find(place);
    return found != elements_.end() && found->second.type == access.element ? &found->second
                                                                            : nullptr;
  }

  Value* single(Instruction& load, const SharedAccess& access) const {
    const Known* at = known(access, *access.places[0]);
    if (!at || !at->element.value)
      return nullptr;
    if (!at->element.value->getType()->isVectorTy())
      return at->element.value;
    return IRBuilder<>(&load).CreateExtractElement(at->element.value, at->element.index);
  }

  // The value of a load or gather, in the way that takes the fewest values: of the elements
  // wherever they come from, through all shuffles; of the largest piece that was stored and such
  // elements; or of all pieces as they were stored. Null if that are too many.
  Value* assembled(Instruction& load, const SharedAccess& access) {
    auto* type = cast<FixedVectorType>(load.getType());
    Assembly whole(type), separate(type), mixed(type), near(type);
    const Value* piece = mostCommonPiece(access);
    for (unsigned lane = 0; lane < access.places.size(); ++lane) {
      if (!access.places[lane])
        continue;
      const Known* at = known(access, *access.places[lane]);
      if (!at || !whole.add(lane, at->piece) || !separate.add(lane, at->element) ||
          !mixed.add(lane, at->piece.value == piece ? at->piece : at->element) ||
          !near.add(lane, inRegister(at->piece)))
        return nullptr;
    }
    const Assembly& best = std::min({near, separate, mixed, whole});
    const bool isLoad = isa<LoadInst>(load);
    if (isLoad && best.countSources() > kMostSourcesOfLoad)
      return nullptr;
    IRBuilder<> builder(&load);
    Value* value = build(builder, best, separate);
    return isLoad ? value : withPassedThrough(builder, cast<CallInst>(load), value);
  }

  // Builds each vector once. A kernel often loads the same elements twice with a store in between,
  // and inRegister() recognises only a vector that is stored and computed with, not its twin.
  Value* build(IRBuilder<>& builder, const Assembly& best, const Assembly& separate) {
    Value*& value = assembled_[separate.description()];
    if (!value)
      value = best.build(builder);
    return value;
  }

  const Value* mostCommonPiece(const SharedAccess& access) const {
    SmallMapVector<const Value*, unsigned, 4> lanes;
    for (const std::optional<std::int64_t>& place : access.places)
      if (const Known* at = place ? known(access, *place) : nullptr)
        ++lanes[at->piece.value];
    const auto* most =
        max_element(lanes, [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == lanes.end() ? nullptr : most->first;
  }

  // Lanes that are masked out have another value.
  static Value* withPassedThrough(IRBuilder<>& builder, const CallInst& call, Value* value) {
    constexpr unsigned kMask = 2, kPassedThrough = 3;
    Value* mask = call.getArgOperand(kMask);
    if (cast<Constant>(mask)->isAllOnesValue())
      return value;
    return builder.CreateSelect(mask, value, call.getArgOperand(kPassedThrough));
  }

  Value* base_ = nullptr;
  std::map<std::int64_t, Known> elements_; // by their distances from the base
  // For each element of a load: where its value comes from. Only loads that have not been replaced
  // are here, because other elements of theirs are unknown or come from too many values.
  DenseMap<std::pair<const Value*, unsigned>, Element> loaded_;
  std::map<std::vector<std::pair<const Value*, unsigned>>, Value*> assembled_; // by description
  // The vectors that hold what is known of shared memory: the loads in `loaded_`, the values that
  // other loads have been replaced with, and shuffles of both.
  DenseSet<const Value*> ofSharedMemory_;
};

// Whether the whole CUDA block has run when this instruction returns, so that nobody sees its
// shared memory any more. Other functions return while the block goes on, and so does a block
// function that yields.
bool endsBlock(const Instruction& instruction) {
  auto* ret = dyn_cast<ReturnInst>(&instruction);
  if (!ret || !ret->getFunction()->hasFnAttribute(kBlockFunction))
    return false;
  auto* status = dyn_cast<ConstantInt>(ret->getReturnValue());
  return status && status->equalsInt(static_cast<std::uint32_t>(BlockStatus::Done));
}

// Which bytes of shared memory nobody loads behind a point of a basic block.
class DeadBytes {
public:
  explicit DeadBytes(bool all) : all_(all) {}

  // To be called for code that may load any byte.
  void clear() {
    all_ = false;
    exceptions_.clear();
  }
  void store(std::int64_t byte) { set(byte, true); }
  void load(std::int64_t byte) { set(byte, false); }
  bool contains(std::int64_t byte) const { return exceptions_.contains(byte) != all_; }

private:
  void set(std::int64_t byte, bool isDead) {
    if (isDead == all_)
      exceptions_.erase(byte);
    else
      exceptions_.insert(byte);
  }

  bool all_; // but for the exceptions, or none but these
  std::set<std::int64_t> exceptions_;
};

// Drops each store whose elements nobody loads, because they are all stored again first or because
// the CUDA block ends. What was computed only for such a store is dropped as well, since it may be
// a load that keeps an earlier store.
bool dropStores(BasicBlock& block) {
  bool changed = false;
  Value* base = nullptr;
  DeadBytes dead(endsBlock(*block.getTerminator()));
  for (auto at = block.rbegin(); at != block.rend();) {
    Instruction& instruction = *at++;
    SharedAccess access;
    if (isInstructionTriviallyDead(&instruction)) {
      instruction.eraseFromParent();
      changed = true;
      continue;
    }
    const MemoryEffect effect = effectOnSharedMemory(instruction, access);
    if (effect == MemoryEffect::None)
      continue;
    if (effect == MemoryEffect::Any || (base && access.base != base))
      dead.clear();
    if (effect == MemoryEffect::Any)
      continue;
    base = access.base;
    bool isDead = access.stored != nullptr;
    for (const std::optional<std::int64_t>& place : access.places)
      for (std::int64_t byte = 0; place && byte < access.bytes; ++byte)
        isDead &= dead.contains(*place + byte);
    if (isDead) {
      instruction.eraseFromParent();
      changed = true;
      continue;
    }
    for (const std::optional<std::int64_t>& place : access.places)
      for (std::int64_t byte = 0; place && byte < access.bytes; ++byte)
        access.stored ? dead.store(*place + byte) : dead.load(*place + byte);
  }
  return changed;
}

} // namespace

PreservedAnalyses ForwardSharedMemoryPass::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (BasicBlock& block : function) {
    changed |= Forwarding().run(block);
    changed |= dropStores(block);
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
