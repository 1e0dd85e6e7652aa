#include "simt/mark_misaligned_addresses.h"

#include "ir/kernel_abi.h"
#include "simt/address_marks.h"
#include "simt/function_attributes.h"

#include "llvm/Analysis/ValueTracking.h"
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
      : layout_(function.getParent()->getDataLayout()), marks_(function, dominators), bits_(bits) {}

  void mark(Use& address) {
    const Residue residue = residueOf(address);
    if (residue.isZero())
      return;
    auto isIn = [&](Value* value) { return residueOf(value) == residue; };
    auto isAll = [&](Value* value) { return residue == Residue{{{value, 0}}, 0}; };
    address.set(marks_.add(address, distance(residue), {isIn, isAll}));
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

  // The number that is added to the address: zero, or kMisalignedDistance if it is misaligned.
  Value* distance(const Residue& residue) {
    Value*& made = distances_[residue];
    if (made)
      return made;
    Instruction* place = marks_.placeAfter(nullptr);
    for (auto [value, shift] : residue.terms)
      place = marks_.later(place, marks_.placeAfter(value));
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

  const DataLayout& layout_;
  AddressMarks marks_;
  const unsigned bits_;
  unsigned steps_ = 0;
  SmallPtrSet<PHINode*, 8> open_;
  DenseMap<Value*, unsigned> termNumbers_;
  DenseMap<Value*, Residue> residues_;
  std::map<Residue, Value*> distances_;
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
