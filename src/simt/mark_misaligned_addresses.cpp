#include "simt/mark_misaligned_addresses.h"

#include "ir/kernel_abi.h"
#include "simt/function_attributes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <map>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// An address modulo the size of an access, which decides about its alignment: the sum of the terms,
// each shifted to the left by so many bits, and the constant, modulo that size.
struct Residue {
  std::vector<std::pair<Value*, unsigned>> terms;
  std::uint64_t constant = 0;

  bool isZero() const { return terms.empty() && constant == 0; }
  auto operator<=>(const Residue& other) const = default;
};

// Marks the addresses of the accesses of one size, 2 to the power of `bits` bytes.
class AlignmentChecks {
public:
  AlignmentChecks(Function& function, DominatorTree& dominators, unsigned bits)
      : function_(function), layout_(function.getParent()->getDataLayout()),
        dominators_(dominators), bits_(bits) {}

  void mark(Use& address) {
    const Residue residue = residueOf(address);
    if (!residue.isZero())
      address.set(marked(address, residue, distance(residue)));
  }

private:
  // An address that is the sum of more terms is tested as a whole, and one is not taken apart any
  // further after so many steps: both bound the time for long chains of arithmetic.
  static constexpr std::size_t kMostTerms = 4;
  static constexpr unsigned kMostSteps = 200;

  Residue residueOf(Value* value) {
    auto [entry, fresh] = residues_.try_emplace(value);
    if (fresh) {
      steps_ = 0;
      entry->second = compute(value, 0);
    }
    return entry->second;
  }

  std::uint64_t reduce(std::uint64_t value) const {
    return value & maskTrailingOnes<std::uint64_t>(bits_);
  }

  Residue term(Value* value, unsigned shift) {
    termNumbers_.try_emplace(value, termNumbers_.size());
    return {{{value, shift}}, 0};
  }

  // The residue of `value << shift`.
  Residue compute(Value* value, unsigned shift) {
    if (shift >= bits_ || isa<UndefValue>(value))
      return {};
    if (auto* constant = dyn_cast<ConstantInt>(value))
      return {{}, reduce(constant->getValue().zextOrTrunc(64).getZExtValue() << shift)};
    Residue itself = term(value, shift);
    if (++steps_ > kMostSteps)
      return itself;
    if (!isa<PHINode>(value) &&
        computeKnownBits(value, layout_).countMinTrailingZeros() + shift >= bits_)
      return {};
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return itself;
    auto operand = [&](unsigned index, unsigned more = 0) {
      return compute(instruction->getOperand(index), shift + more);
    };
    auto constant = [&](unsigned index) {
      return dyn_cast<ConstantInt>(instruction->getOperand(index));
    };
    switch (instruction->getOpcode()) {
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(instruction)->isDisjoint())
        return itself;
      [[fallthrough]];
    case Instruction::Add:
      return sum(operand(0), operand(1), itself);
    case Instruction::Sub: {
      Residue less = operand(1);
      less.constant = reduce(0 - less.constant);
      return less.terms.empty() ? sum(operand(0), less, itself) : itself;
    }
    case Instruction::Shl:
      return constant(1) ? operand(0, constant(1)->getLimitedValue(bits_)) : itself;
    case Instruction::Mul: {
      if (!constant(1) || constant(1)->isZero())
        return itself;
      // Multiplying by an odd factor keeps a zero residue zero, but changes any other one.
      unsigned zeros = constant(1)->getValue().countTrailingZeros();
      bool isPower = constant(1)->getValue().isPowerOf2();
      Residue factor = operand(0, zeros);
      return isPower || factor.isZero() ? factor : itself;
    }
    case Instruction::GetElementPtr:
      return computeGep(cast<GEPOperator>(*instruction), shift, itself);
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::Freeze:
      return keepsLowBits(*instruction) ? operand(0) : itself;
    case Instruction::PHI:
      return computePhi(cast<PHINode>(*instruction), shift, itself);
    default:
      return itself;
    }
  }

  static bool keepsLowBits(const Instruction& cast) {
    auto isWide = [](const Type* type) {
      return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() >= 8);
    };
    return isWide(cast.getType()) && isWide(cast.getOperand(0)->getType());
  }

  // The residue of a phi is that of its incoming values if they all have the same; a loop that adds
  // multiples of the size leaves the residue as it is.
  Residue computePhi(PHINode& phi, unsigned shift, const Residue& itself) {
    if (!(phi.getType()->isIntegerTy() || phi.getType()->isPointerTy()) ||
        !open_.insert(&phi).second)
      return itself;
    std::optional<Residue> common;
    bool agree = true;
    for (Value* incoming : phi.incoming_values()) {
      Residue next = compute(incoming, shift);
      if (next == itself)
        continue;
      if (!common)
        common = std::move(next);
      else
        agree &= next == *common;
      agree &= none_of(common->terms, [&](const auto& term) { return term.first == &phi; });
      if (!agree)
        break;
    }
    open_.erase(&phi);
    return agree && common ? *common : itself;
  }

  Residue computeGep(GEPOperator& gep, unsigned shift, const Residue& itself) {
    if (gep.getType()->isVectorTy())
      return itself;
    Residue result = compute(gep.getPointerOperand(), shift);
    for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
      if (StructType* type = it.getStructTypeOrNull()) {
        unsigned field = cast<ConstantInt>(it.getOperand())->getZExtValue();
        result.constant += layout_.getStructLayout(type)->getElementOffset(field) << shift;
        continue;
      }
      std::uint64_t stride = it.getSequentialElementStride(layout_).getFixedValue();
      if (stride == 0)
        continue;
      Residue index = compute(it.getOperand(), shift + Log2_64(stride & -stride));
      if (!isPowerOf2_64(stride) && !index.isZero())
        return itself;
      result = sum(std::move(result), index, itself);
    }
    result.constant = reduce(result.constant);
    return result;
  }

  Residue sum(Residue a, const Residue& b, const Residue& itself) const {
    a.terms.insert(a.terms.end(), b.terms.begin(), b.terms.end());
    a.constant = reduce(a.constant + b.constant);
    // The terms are sorted by the order in which they were found, so that the code does not depend
    // on where values lie in memory.
    std::ranges::sort(a.terms, {}, [&](const auto& term) {
      return std::pair(termNumbers_.lookup(term.first), term.second);
    });
    return a.terms.size() > kMostTerms ? itself : a;
  }

  // The first place where the value can be used; for null the start of the function.
  Instruction* placeAfter(Value* value) {
    auto* instruction = dyn_cast_or_null<Instruction>(value);
    if (!instruction)
      return &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    if (isa<PHINode>(instruction))
      return &*instruction->getParent()->getFirstInsertionPt();
    return instruction->getNextNode();
  }

  // Of two places that both dominate the access, the later one.
  Instruction* later(Instruction* a, Instruction* b) {
    return a == b || dominators_.dominates(a, b) ? b : a;
  }

  // The number that is added to the address: zero, or kMisalignedDistance if it is misaligned.
  Value* distance(const Residue& residue) {
    Value*& made = distances_[residue];
    if (made)
      return made;
    Instruction* place = placeAfter(nullptr);
    for (auto [value, shift] : residue.terms)
      place = later(place, placeAfter(value));
    IRBuilder<> builder(place);
    Type* i32 = builder.getInt32Ty();
    Value* total = builder.getInt32(static_cast<std::uint32_t>(residue.constant));
    for (auto [value, shift] : residue.terms) {
      Value* number = value->getType()->isPointerTy()
                          ? builder.CreatePtrToInt(value, builder.getInt64Ty())
                          : value;
      number = builder.CreateShl(builder.CreateZExtOrTrunc(number, i32), shift);
      total = builder.CreateAdd(total, number);
    }
    Value* low = builder.CreateAnd(total, builder.getInt32((1u << bits_) - 1));
    Value* misaligned = builder.CreateICmpNE(low, builder.getInt32(0), "misaligned");
    return made = builder.CreateSelect(misaligned, builder.getInt64(kMisalignedDistance),
                                       builder.getInt64(0));
  }

  // The value with the distance added. It is added to the operand that decides about the alignment,
  // as early as possible, and the computation from there on is repeated with the sum.
  Value* marked(Value* value, const Residue& residue, Value* distance) {
    if (auto found = marked_.find({value, distance}); found != marked_.end())
      return found->second;
    auto* instruction = dyn_cast<Instruction>(value);
    // Does this operand alone decide about the alignment?
    auto decides = [&](unsigned index) {
      Value* operand = instruction->getOperand(index);
      return layout_.getTypeSizeInBits(operand->getType()) ==
                 layout_.getTypeSizeInBits(instruction->getType()) &&
             residueOf(operand) == residue;
    };
    std::optional<unsigned> from;
    switch (instruction ? instruction->getOpcode() : 0) {
    case Instruction::Add:
      if (decides(0))
        from = 0;
      else if (decides(1))
        from = 1;
      break;
    case Instruction::Sub:
    case Instruction::GetElementPtr:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
      if (decides(0))
        from = 0;
      break;
    case Instruction::PHI: {
      auto* phi = cast<PHINode>(instruction);
      if (residueOf(phi) != residue || residue == term(phi, 0))
        break;
      PHINode* copy = PHINode::Create(phi->getType(), phi->getNumIncomingValues(), phi->getName(),
                                      phi->getIterator());
      marked_[{value, distance}] = copy;
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        copy->addIncoming(marked(phi->getIncomingValue(i), residue, distance),
                          phi->getIncomingBlock(i));
      return copy;
    }
    default:
      break;
    }
    if (from) {
      Value* operand = marked(instruction->getOperand(*from), residue, distance);
      Instruction* copy = instruction->clone();
      copy->setOperand(*from, operand);
      // No-wrap flags of the sum do not hold with the distance in it.
      copy->dropPoisonGeneratingFlags();
      copy->setName(instruction->getName());
      copy->insertAfter(instruction);
      return marked_[{value, distance}] = copy;
    }
    Instruction* place = placeAfter(value);
    if (auto* made = dyn_cast<Instruction>(distance))
      place = later(place, made->getNextNode());
    IRBuilder<> builder(place);
    Value* sum = value->getType()->isPointerTy()
                     ? builder.CreateGEP(builder.getInt8Ty(), value, distance)
                     : builder.CreateAdd(value, distance);
    return marked_[{value, distance}] = sum;
  }

  Function& function_;
  const DataLayout& layout_;
  DominatorTree& dominators_;
  const unsigned bits_;
  unsigned steps_ = 0;
  SmallPtrSet<PHINode*, 8> open_;
  DenseMap<Value*, unsigned> termNumbers_;
  DenseMap<Value*, Residue> residues_;
  std::map<Residue, Value*> distances_;
  std::map<std::pair<Value*, Value*>, Value*> marked_;
};

void markMisalignedAddresses(Function& function, DominatorTree& dominators) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  std::map<unsigned, std::vector<Use*>> addresses; // by the logarithm of the access's size
  for (Instruction& instruction : instructions(function)) {
    Align align;
    Type* type = nullptr;
    unsigned pointer = 0;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      align = load->getAlign();
      type = load->getType();
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      align = store->getAlign();
      type = store->getValueOperand()->getType();
      pointer = 1;
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      align = update->getAlign();
      type = update->getType();
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      align = exchange->getAlign();
      type = exchange->getCompareOperand()->getType();
    } else {
      continue;
    }
    // An access with a smaller alignment than its size is allowed to have that alignment.
    std::uint64_t bytes =
        std::min(align.value(), PowerOf2Ceil(layout.getTypeStoreSize(type).getFixedValue()));
    if (bytes > 1)
      addresses[Log2_64(bytes)].push_back(&instruction.getOperandUse(pointer));
  }
  for (auto& [bits, uses] : addresses) {
    AlignmentChecks checks(function, dominators, bits);
    for (Use* address : uses)
      checks.mark(*address);
  }
}

} // namespace

PreservedAnalyses MarkMisalignedAddressesPass::run(Function& function,
                                                   FunctionAnalysisManager& analyses) {
  if (function.hasFnAttribute(kKernel))
    function.addParamAttr(
        0, Attribute::getWithAlignment(function.getContext(), Align(kParameterAlignment)));
  markMisalignedAddresses(function, analyses.getResult<DominatorTreeAnalysis>(function));
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
