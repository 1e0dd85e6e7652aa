#include "simt/mark_host_addresses.h"

#include "ir/kernel_abi.h"
#include "ir/kernel_access_range.h"
#include "ir/thread_operations.h"
#include "simt/address_marks.h"
#include "simt/function_attributes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// Numbers of at most this many bits, below 8 TiB, count as small and are not tested. A pointer that
// passes the test is at most as far from the memory of kernels, so even with a small number added
// it does not reach the host's.
constexpr unsigned kSmallBits = 43;
// The number of a block is taken to have no more bits than this, so that an index made of it counts
// as small. A grid may have 2^31 blocks; if its index leads terabytes away in a later block, the
// access is not found.
constexpr unsigned kBlockNumberBits = 24;
// Addresses that differ only in this many lower bits lie in one page, so all of them or none belong
// to the host.
constexpr unsigned kPageBits = 12;

// An address, or a number that one is computed from: the sum of terms that may be any number, each
// times a factor, possibly the address of memory that certainly belongs to the kernel, and a number
// below 2 to the power of `bits`.
struct Sum {
  std::vector<std::pair<Value*, std::uint64_t>> terms;
  bool hasKnownBase = false;
  unsigned bits = 0;

  bool isSmall() const { return terms.empty() && !hasKnownBase; }
};

Sum smallNumber(unsigned bits) {
  return {{}, false, bits};
}

class HostAddressChecks {
public:
  HostAddressChecks(Function& function, DominatorTree& dominators)
      : function_(function), layout_(function.getParent()->getDataLayout()),
        marks_(function, dominators) {}

  void mark(Use& address) {
    const Sum sum = sumOf(address);
    if (sum.terms.empty() && sum.hasKnownBase)
      return;
    // A number far from a known base, and a small number alone, are tested as a whole.
    const bool isWhole = sum.terms.empty() || sum.hasKnownBase;
    const Terms decisive = isWhole ? Terms{{address, 1}} : sum.terms;
    auto isAll = [&](Value* value) { return decisive == Terms{{value, 1}}; };
    auto isIn = [&](Value* value) {
      const Sum& other = sumOf(value);
      return !isWhole && !other.hasKnownBase && other.terms == decisive;
    };
    address.set(marks_.add(address, distance(decisive), {isIn, isAll}));
  }

private:
  using Terms = decltype(Sum::terms);

  // Both bound the time for long chains of arithmetic.
  static constexpr std::size_t kMostTerms = 4;
  static constexpr unsigned kMostSteps = 200;

  const Sum& sumOf(Value* value) {
    auto [entry, isNew] = sums_.try_emplace(value);
    if (isNew) {
      steps_ = 0;
      entry->second = compute(value);
    }
    return entry->second;
  }

  Sum itself(Value* value) {
    termNumbers_.try_emplace(value, termNumbers_.size());
    return {{{value, 1}}, false, 0};
  }

  Sum compute(Value* value) {
    if (!value->getType()->isPointerTy() && !value->getType()->isIntegerTy(64))
      return itself(value);
    if (auto* constant = dyn_cast<Constant>(value))
      return computeConstant(*constant);
    if (isKnownBase(*value))
      return {{}, true, 0};
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || ++steps_ > kMostSteps)
      return itself(value);
    Sum sum = computeInstruction(*instruction);
    return sum.bits > kSmallBits || sum.terms.size() > kMostTerms ? itself(value) : sum;
  }

  Sum computeConstant(Constant& constant) {
    if (auto* number = dyn_cast<ConstantInt>(&constant)) {
      const APInt magnitude = number->getValue().abs();
      return magnitude.getActiveBits() > kSmallBits ? itself(&constant)
                                                    : smallNumber(magnitude.getActiveBits());
    }
    if (constant.isNullValue() || isa<UndefValue>(constant))
      return smallNumber(0);
    if (isa<GlobalValue>(constant))
      return {{}, true, 0};
    // Expressions with the address of a variable add to it.
    auto* expression = dyn_cast<ConstantExpr>(&constant);
    const bool hasKnownBase = expression && any_of(expression->operands(), [&](Use& operand) {
                                return compute(operand).hasKnownBase;
                              });
    return hasKnownBase ? Sum{{}, true, 0} : itself(&constant);
  }

  bool isKnownBase(Value& value) const {
    if (auto* argument = dyn_cast<Argument>(&value))
      return function_.hasFnAttribute(kKernel) && argument->getArgNo() == 0;
    if (auto* instruction = dyn_cast<Instruction>(&value))
      return isa<AllocaInst>(instruction) ||
             (instruction->getType()->isPointerTy() && threadOp(*instruction) != ThreadOp::None);
    return false;
  }

  Sum computeInstruction(Instruction& instruction) {
    auto operand = [&](unsigned index) { return compute(instruction.getOperand(index)); };
    auto constant = [&](unsigned index) {
      return dyn_cast<ConstantInt>(instruction.getOperand(index));
    };
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      return add(operand(0), operand(1));
    case Instruction::Sub:
      return add(operand(0), computeScaled(*instruction.getOperand(1), ~std::uint64_t{0}));
    case Instruction::Shl:
      return constant(1) && constant(1)->getValue().ult(kSmallBits)
                 ? computeScaled(*instruction.getOperand(0),
                                 std::uint64_t{1} << constant(1)->getZExtValue())
                 : itself(&instruction);
    case Instruction::Mul:
      return computeProduct(instruction);
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::And:
      return computeBitwise(instruction);
    case Instruction::LShr:
      if (constant(1) && constant(1)->getValue().uge(64 - kSmallBits))
        return smallNumber(kSmallBits);
      [[fallthrough]];
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem: {
      Sum sum = operand(0);
      return sum.isSmall() ? sum : itself(&instruction);
    }
    case Instruction::ZExt:
    case Instruction::SExt:
      return smallNumber(bitsOfNumber(*instruction.getOperand(0)));
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::Freeze:
      return operand(0);
    case Instruction::GetElementPtr:
      return computeGep(cast<GEPOperator>(instruction));
    case Instruction::Select: {
      auto& select = cast<SelectInst>(instruction);
      return common({select.getTrueValue(), select.getFalseValue()}, instruction);
    }
    case Instruction::PHI:
      return computePhi(cast<PHINode>(instruction));
    case Instruction::Call:
      if (auto* limit = dyn_cast<MinMaxIntrinsic>(&instruction))
        return common({limit->getLHS(), limit->getRHS()}, instruction);
      return itself(&instruction);
    default:
      return itself(&instruction);
    }
  }

  unsigned bitsOfNumber(const Value& number) const {
    if (auto* instruction = dyn_cast<Instruction>(&number))
      if (const ThreadOp op = threadOp(*instruction);
          op == ThreadOp::CtaidX || op == ThreadOp::NctaidX)
        return kBlockNumberBits;
    // The number of a warp, for example, has five bits, however wide its type is.
    return computeKnownBits(&number, layout_).countMaxActiveBits();
  }

  Sum computeProduct(Instruction& product) {
    if (auto* factor = dyn_cast<ConstantInt>(product.getOperand(1)))
      return computeScaled(*product.getOperand(0), factor->getZExtValue());
    const Sum a = compute(product.getOperand(0)), b = compute(product.getOperand(1));
    return a.isSmall() && b.isSmall() ? smallNumber(a.bits + b.bits) : itself(&product);
  }

  Sum computeBitwise(Instruction& operation) {
    Sum a = compute(operation.getOperand(0)), b = compute(operation.getOperand(1));
    if (a.isSmall() && b.isSmall())
      return add(std::move(a), b);
    auto* mask = dyn_cast<ConstantInt>(operation.getOperand(1));
    if (operation.getOpcode() == Instruction::And && b.isSmall() && !(mask && mask->isNegative()))
      return b;
    // Pointers are aligned by bits that are cleared or set in their lower part.
    return b.isSmall() && b.bits <= kPageBits ? add(std::move(a), b) : itself(&operation);
  }

  Sum computeGep(GEPOperator& gep) {
    Sum sum = compute(gep.getPointerOperand());
    for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
      if (it.getStructTypeOrNull())
        continue; // a struct is small
      const std::uint64_t stride = it.getSequentialElementStride(layout_).getFixedValue();
      sum = add(std::move(sum), computeScaled(*it.getOperand(), stride));
    }
    return sum;
  }

  // Loops that add to a number are taken to add little, as long as it is in use.
  Sum computePhi(PHINode& phi) {
    if (!open_.insert(&phi).second)
      return itself(&phi);
    SmallVector<Value*, 4> values(phi.incoming_values());
    Sum sum = common(values, phi);
    open_.erase(&phi);
    return sum;
  }

  // The sum that all of the values are, but for small numbers.
  Sum common(ArrayRef<Value*> values, Instruction& result) {
    std::optional<Sum> first;
    for (Value* value : values) {
      Sum next = compute(value);
      if (any_of(next.terms, [&](const auto& term) { return term.first == &result; }))
        continue;
      if (!first) {
        first = std::move(next);
        continue;
      }
      if (next.terms != first->terms || next.hasKnownBase != first->hasKnownBase)
        return itself(&result);
      first->bits = std::max(first->bits, next.bits);
    }
    return first ? *first : itself(&result);
  }

  // A number times a factor.
  Sum computeScaled(Value& number, std::uint64_t factor) {
    Sum sum =
        number.getType()->isIntegerTy(64) ? compute(&number) : smallNumber(bitsOfNumber(number));
    if (sum.hasKnownBase)
      sum = itself(&number);
    for (auto& term : sum.terms)
      term.second *= factor;
    const auto magnitude = static_cast<std::uint64_t>(std::abs(static_cast<std::int64_t>(factor)));
    sum.bits += magnitude > 1 ? Log2_64_Ceil(magnitude) : 0;
    return sum;
  }

  Sum add(Sum a, const Sum& b) const {
    a.terms.insert(a.terms.end(), b.terms.begin(), b.terms.end());
    // The terms are sorted by the order in which they were found, so that the code does not depend
    // on where values lie in memory.
    std::ranges::sort(a.terms, {}, [&](const auto& term) {
      return std::pair(termNumbers_.lookup(term.first), term.second);
    });
    a.hasKnownBase |= b.hasKnownBase;
    a.bits = std::max(a.bits, b.bits);
    return a;
  }

  // What is added to addresses with these terms: zero, or if their sum is outside of the range of
  // kernels, what sets all bits of kMisalignedDistance in it.
  Value* distance(const Terms& terms) {
    Value*& made = distances_[terms];
    if (made)
      return made;
    const auto [begin, bytes] = accessRange();
    Instruction* place = bytes->getNextNode();
    for (auto [value, factor] : terms)
      place = marks_.later(place, marks_.placeAfter(value));
    IRBuilder<> builder(place);
    Value* total = nullptr;
    for (auto [value, factor] : terms) {
      Value* number = value->getType()->isPointerTy()
                          ? builder.CreatePtrToInt(value, builder.getInt64Ty())
                          : value;
      if (factor != 1)
        number = builder.CreateMul(number, builder.getInt64(factor));
      total = total ? builder.CreateAdd(total, number) : number;
    }
    Value* outside = builder.CreateICmpUGE(builder.CreateSub(total, begin), bytes, "outside");
    Value* missing =
        builder.CreateAnd(builder.CreateNot(total), builder.getInt64(kMisalignedDistance));
    return made = builder.CreateSelect(outside, missing, builder.getInt64(0));
  }

  // The range of addresses that kernels may access, which is read at the start of the function.
  std::pair<Instruction*, Instruction*> accessRange() {
    if (range_.first)
      return range_;
    Module& module = *function_.getParent();
    IRBuilder<> builder(marks_.placeAfter(nullptr));
    Type* number = builder.getInt64Ty();
    Type* type = ArrayType::get(number, 2);
    Value* symbol = module.getOrInsertGlobal(kKernelAccessRange, type);
    auto load = [&](unsigned index) {
      LoadInst* loaded = builder.CreateAlignedLoad(
          number, builder.CreateConstInBoundsGEP2_64(type, symbol, 0, index), Align(8));
      loaded->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
      return loaded;
    };
    range_.first = load(0);
    range_.second = load(1);
    return range_;
  }

  Function& function_;
  const DataLayout& layout_;
  AddressMarks marks_;
  unsigned steps_ = 0;
  SmallPtrSet<PHINode*, 8> open_;
  DenseMap<Value*, unsigned> termNumbers_;
  std::map<Value*, Sum> sums_;
  std::map<Terms, Value*> distances_;
  std::pair<Instruction*, Instruction*> range_{};
};

// The addresses of an instruction that accesses memory.
void addAddresses(Instruction& instruction, std::vector<Use*>& addresses) {
  if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    addresses.push_back(&instruction.getOperandUse(0));
  else if (isa<StoreInst>(instruction))
    addresses.push_back(&instruction.getOperandUse(StoreInst::getPointerOperandIndex()));
  else if (auto* memory = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    addresses.push_back(&memory->getRawDestUse());
    if (auto* transfer = dyn_cast<AnyMemTransferInst>(memory))
      addresses.push_back(&transfer->getRawSourceUse());
  }
}

} // namespace

PreservedAnalyses MarkHostAddressesPass::run(Function& function,
                                             FunctionAnalysisManager& analyses) {
  std::vector<Use*> addresses;
  for (Instruction& instruction : instructions(function))
    addAddresses(instruction, addresses);
  HostAddressChecks checks(function, analyses.getResult<DominatorTreeAnalysis>(function));
  for (Use* address : addresses)
    checks.mark(*address);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
