#include "simt/lockstep_analysis.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <numeric>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// How many values are looked at to find the origin of an address, to bound the time.
constexpr unsigned kMostSteps = 64;

// An address, and what it is computed from: a variable, a pointer among the parameters, or one from
// memory.
struct Place {
  const Value* address;
  bool shared;
  SmallPtrSet<const Value*, 2> origins; // empty: not known
  bool ofThread;                        // depends on something that differs between threads
};

Place placeOf(const Value* address) {
  bool shared =
      address->getType()->isPointerTy() && address->getType()->getPointerAddressSpace() == 3;
  Place place{address, shared, {}, false};
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<std::pair<const Value*, bool>, 16> work = {
      {address, true}}; // value, may be the origin
  while (!work.empty() && seen.size() < kMostSteps) {
    auto [value, isAddress] = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (isa<GlobalVariable>(value)) {
      if (isAddress)
        place.origins.insert(value);
      continue;
    }
    if (auto* load = dyn_cast<LoadInst>(value)) {
      if (isAddress && load->getType()->getScalarSizeInBits() != 32)
        place.origins.insert(value);
      place.ofThread |= !load->hasMetadata(LLVMContext::MD_invariant_load);
      continue;
    }
    if (auto* call = dyn_cast<CallBase>(value)) {
      const ThreadOpInfo& info = threadOpInfo(*call);
      place.ofThread |= info.op != ThreadOp::None && !(info.flags & UniformResult);
      if (isAddress && info.op == ThreadOp::None)
        place.origins.insert(value);
    }
    if (auto* user = dyn_cast<User>(value);
        user && (isa<Instruction>(user) || isa<ConstantExpr>(user))) {
      bool adds = isa<GEPOperator>(user) || isa<PHINode>(user) || isa<SelectInst>(user) ||
                  isa<CastInst>(user) || isa<ConstantExpr>(user) || isa<CallBase>(user) ||
                  cast<Operator>(user)->getOpcode() == Instruction::Add ||
                  cast<Operator>(user)->getOpcode() == Instruction::Sub;
      for (const Use& operand : user->operands())
        work.push_back({operand, isAddress && adds &&
                                     !(isa<GEPOperator>(user) && operand.getOperandNo() > 0)});
    }
  }
  return place;
}

// A value and a constant distance from it.
struct ConstantOffset {
  const Value* from;
  std::int64_t bytes = 0;
};

ConstantOffset constantOffset(const Value* address, const DataLayout& layout) {
  ConstantOffset result{address};
  for (;;) {
    const auto* operation = dyn_cast<Operator>(result.from);
    if (!operation)
      return result;
    const unsigned opcode = operation->getOpcode();
    if (opcode == Instruction::IntToPtr || opcode == Instruction::PtrToInt) {
      result.from = operation->getOperand(0);
    } else if (const auto* addend = opcode == Instruction::Add
                                        ? dyn_cast<ConstantInt>(operation->getOperand(1))
                                        : nullptr) {
      result.bytes += addend->getSExtValue();
      result.from = operation->getOperand(0);
    } else if (const auto* element = dyn_cast<GEPOperator>(operation);
               element && element->hasAllConstantIndices()) {
      APInt bytes(layout.getIndexTypeSizeInBits(element->getType()), 0);
      element->accumulateConstantOffset(layout, bytes);
      result.bytes += bytes.getSExtValue();
      result.from = element->getPointerOperand();
    } else {
      return result;
    }
  }
}

// How many sums and products an address is taken apart into, to bound the time.
constexpr unsigned kDeepestSum = 6;

// A number that divides the distance between the addresses, or integers, of any two threads: the
// size of an element when each thread has its own. Zero if the value is the same for all threads.
// Casts between integers are not looked through: what is behind them may have wrapped around.
std::uint64_t distanceOfThreads(const Value* value, unsigned depth = 0) {
  const auto* operation = depth < kDeepestSum ? dyn_cast<Operator>(value) : nullptr;
  auto operand = [&](unsigned i) { return distanceOfThreads(operation->getOperand(i), depth + 1); };
  const auto* factor = operation && operation->getNumOperands() == 2
                           ? dyn_cast<ConstantInt>(operation->getOperand(1))
                           : nullptr;
  switch (operation ? operation->getOpcode() : 0) {
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    return operand(0);
  case Instruction::Add:
    return std::gcd(operand(0), operand(1));
  case Instruction::Mul:
    if (factor && factor->getValue().isStrictlyPositive() && factor->getValue().isIntN(31))
      return operand(0) * factor->getZExtValue();
    break;
  case Instruction::Shl:
    if (factor && factor->getValue().ult(31))
      return operand(0) << factor->getZExtValue();
    break;
  default:
    break;
  }
  return !isa<Constant>(value) && placeOf(value).ofThread ? 1 : 0;
}

// Are both accesses within the element of an array that belongs to the thread, as those to two
// members of a structure are? Their addresses are the same one plus constants, and closer than the
// elements of two threads.
bool areInOwnElement(const StoreInst& store, const LoadInst& load) {
  const DataLayout& layout = store.getModule()->getDataLayout();
  const ConstantOffset stored = constantOffset(store.getPointerOperand(), layout);
  const ConstantOffset loaded = constantOffset(load.getPointerOperand(), layout);
  if (stored.from != loaded.from)
    return false;
  auto size = [&](Type* type) { return std::int64_t(layout.getTypeStoreSize(type)); };
  const std::int64_t end = std::max(stored.bytes + size(store.getValueOperand()->getType()),
                                    loaded.bytes + size(load.getType()));
  return std::uint64_t(end - std::min(stored.bytes, loaded.bytes)) <=
         distanceOfThreads(stored.from);
}

// May the load read what another thread has stored? Addresses that are the same value are taken for
// the thread's own element, unless they are the same for all threads.
bool mayBeOthers(const Place& stored, const Place& loaded) {
  if (stored.shared != loaded.shared)
    return false;
  if (stored.address == loaded.address)
    return stored.shared && !stored.ofThread;
  // Addresses with different origins are in different objects.
  auto common = [&] {
    return any_of(stored.origins,
                  [&](const Value* origin) { return loaded.origins.contains(origin); });
  };
  bool known = !stored.origins.empty() && !loaded.origins.empty();
  return stored.shared ? !known || common() : common();
}

bool isBlockBarrier(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call && (threadOpInfo(*call).flags & BlockLevel);
}

bool isCalledByGangs(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->hasFnAttribute(kCalledByGangs);
}

// The arguments and global variables that the addresses are computed from.
SmallPtrSet<const Value*, 8> originsOf(SmallVector<const Value*, 16> work) {
  SmallPtrSet<const Value*, 8> origins;
  SmallPtrSet<const Value*, 32> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second || isa<LoadInst>(value))
      continue;
    if (isa<Argument>(value) || isa<GlobalVariable>(value))
      origins.insert(value);
    else if (auto* user = dyn_cast<User>(value))
      work.append(user->op_begin(), user->op_end());
  }
  return origins;
}

// The arguments and variables through which a function that gangs call stores and loads.
struct Reached {
  SmallPtrSet<const Value*, 8> stored, loaded;
};

class ReachedByCalls {
public:
  // What the call stores to and loads from, in terms of values of the caller.
  Reached of(const CallBase& call) {
    auto given = [&](const SmallPtrSetImpl<const Value*>& origins) {
      SmallPtrSet<const Value*, 8> result;
      for (const Value* origin : origins)
        if (auto* argument = dyn_cast<Argument>(origin); !argument)
          result.insert(origin);
        else if (argument->getType()->isPointerTy() || argument->getType()->isIntegerTy(64))
          result.insert(call.getArgOperand(argument->getArgNo()));
      return result;
    };
    const Reached& callee = inside(*call.getCalledFunction());
    return {given(callee.stored), given(callee.loaded)};
  }

private:
  const Reached& inside(const Function& function) {
    if (auto found = known_.find(&function); found != known_.end())
      return found->second;
    SmallVector<const Value*, 16> stored, loaded;
    for (const Instruction& instruction : instructions(function)) {
      if (isCalledByGangs(instruction)) {
        Reached further = of(cast<CallBase>(instruction));
        stored.append(further.stored.begin(), further.stored.end());
        loaded.append(further.loaded.begin(), further.loaded.end());
      } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        stored.push_back(store->getPointerOperand());
      } else if (auto* load = dyn_cast<LoadInst>(&instruction);
                 load && !load->hasMetadata(LLVMContext::MD_invariant_load)) {
        loaded.push_back(load->getPointerOperand());
      }
    }
    return known_[&function] = {originsOf(stored), originsOf(loaded)};
  }

  std::map<const Function*, Reached> known_;
};

bool readsOtherLanesStoresIn(Function& kernel) {
  // The accesses and barriers of each block, in order.
  struct Event {
    const Instruction* instruction;
    bool isBarrier = false;
    const Place* stored = nullptr;
    const Place* loaded = nullptr;
  };
  DenseMap<const BasicBlock*, std::vector<Event>> events;
  DenseMap<const Value*, std::unique_ptr<Place>> places;
  auto place = [&](const Value* address) -> const Place* {
    std::unique_ptr<Place>& known = places[address];
    if (!known)
      known = std::make_unique<Place>(placeOf(address));
    return known.get();
  };
  SmallVector<std::pair<const BasicBlock*, std::size_t>, 16> stores;
  ReachedByCalls calls;
  for (BasicBlock& block : kernel) {
    std::vector<Event>& own = events[&block];
    for (Instruction& instruction : block) {
      if (isBlockBarrier(instruction)) {
        own.push_back({&instruction, true});
      } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        stores.push_back({&block, own.size()});
        own.push_back({&instruction, false, place(store->getPointerOperand())});
      } else if (auto* load = dyn_cast<LoadInst>(&instruction);
                 load && !load->hasMetadata(LLVMContext::MD_invariant_load)) {
        own.push_back({&instruction, false, nullptr, place(load->getPointerOperand())});
      } else if (isCalledByGangs(instruction)) {
        Reached reached = calls.of(cast<CallBase>(instruction));
        for (const Value* address : reached.stored) {
          stores.push_back({&block, own.size()});
          own.push_back({&instruction, false, place(address), nullptr});
        }
        for (const Value* address : reached.loaded)
          own.push_back({&instruction, false, nullptr, place(address)});
      }
    }
  }
  for (auto [block, index] : stores) {
    const Place& stored = *events[block][index].stored;
    SmallPtrSet<const BasicBlock*, 16> seen;
    SmallVector<std::pair<const BasicBlock*, std::size_t>, 16> work = {{block, index + 1}};
    while (!work.empty()) {
      auto [at, from] = work.pop_back_val();
      bool met = false;
      const std::vector<Event>& own = events[at];
      for (std::size_t i = from; i < own.size() && !met; ++i) {
        met = own[i].isBarrier;
        const auto* store = dyn_cast<StoreInst>(events[block][index].instruction);
        const auto* load = dyn_cast<LoadInst>(own[i].instruction);
        if (own[i].loaded && mayBeOthers(stored, *own[i].loaded) &&
            !(store && load && areInOwnElement(*store, *load)))
          return true;
      }
      if (!met)
        for (const BasicBlock* next : successors(at))
          if (seen.insert(next).second)
            work.push_back({next, 0});
    }
  }
  return false;
}

} // namespace

bool readsOtherLanesStores(Function& kernel) {
  return readsOtherLanesStoresIn(kernel) ||
         any_of(functionsCalledByGangs(kernel),
                [](Function* function) { return readsOtherLanesStoresIn(*function); });
}

} // namespace heddle::simt
