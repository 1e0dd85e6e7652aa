// setp and set (comparison), selp and slct (selection).
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

using Predicate = llvm::CmpInst::Predicate;

// The BAD predicates stand for comparisons that the type does not have.
struct Predicates {
  Predicate ofSigned, ofUnsigned, ofFloat;
};

Predicates predicatesOf(Comparison comparison) {
  constexpr Predicate kNoInteger = Predicate::BAD_ICMP_PREDICATE;
  constexpr Predicate kNoFloat = Predicate::BAD_FCMP_PREDICATE;
  switch (comparison) {
  case Comparison::Eq:
    return {Predicate::ICMP_EQ, Predicate::ICMP_EQ, Predicate::FCMP_OEQ};
  case Comparison::Ne:
    return {Predicate::ICMP_NE, Predicate::ICMP_NE, Predicate::FCMP_ONE};
  case Comparison::Lt:
    return {Predicate::ICMP_SLT, Predicate::ICMP_ULT, Predicate::FCMP_OLT};
  case Comparison::Le:
    return {Predicate::ICMP_SLE, Predicate::ICMP_ULE, Predicate::FCMP_OLE};
  case Comparison::Gt:
    return {Predicate::ICMP_SGT, Predicate::ICMP_UGT, Predicate::FCMP_OGT};
  case Comparison::Ge:
    return {Predicate::ICMP_SGE, Predicate::ICMP_UGE, Predicate::FCMP_OGE};
  case Comparison::Lo:
    return {Predicate::ICMP_ULT, Predicate::ICMP_ULT, kNoFloat};
  case Comparison::Ls:
    return {Predicate::ICMP_ULE, Predicate::ICMP_ULE, kNoFloat};
  case Comparison::Hi:
    return {Predicate::ICMP_UGT, Predicate::ICMP_UGT, kNoFloat};
  case Comparison::Hs:
    return {Predicate::ICMP_UGE, Predicate::ICMP_UGE, kNoFloat};
  case Comparison::Equ:
    return {kNoInteger, kNoInteger, Predicate::FCMP_UEQ};
  case Comparison::Neu:
    return {kNoInteger, kNoInteger, Predicate::FCMP_UNE};
  case Comparison::Ltu:
    return {kNoInteger, kNoInteger, Predicate::FCMP_ULT};
  case Comparison::Leu:
    return {kNoInteger, kNoInteger, Predicate::FCMP_ULE};
  case Comparison::Gtu:
    return {kNoInteger, kNoInteger, Predicate::FCMP_UGT};
  case Comparison::Geu:
    return {kNoInteger, kNoInteger, Predicate::FCMP_UGE};
  case Comparison::Num:
    return {kNoInteger, kNoInteger, Predicate::FCMP_ORD};
  case Comparison::Nan:
    return {kNoInteger, kNoInteger, Predicate::FCMP_UNO};
  }
  llvm_unreachable("no such comparison");
}

} // namespace

llvm::Value* FunctionLowering::compare(const Instruction& instruction, ScalarType t, Value* a,
                                       Value* b) {
  bool isFloating = isFloat(t);
  if (isFloating && bitsOf(t) == 16) {
    if (instruction.has(Flag::Ftz)) {
      a = flushHalf(a, t);
      b = flushHalf(b, t);
    }
    a = halfToFloat(a, t);
    b = halfToFloat(b, t);
  } else if (t == ScalarType::F32 && instruction.has(Flag::Ftz)) {
    a = flush(a);
    b = flush(b);
  }
  Predicates predicates = predicatesOf(instruction.required<Comparison>());
  Predicate predicate = isFloating    ? predicates.ofFloat
                        : isSigned(t) ? predicates.ofSigned
                                      : predicates.ofUnsigned;
  if (predicate != Predicate::BAD_FCMP_PREDICATE && predicate != Predicate::BAD_ICMP_PREDICATE)
    return b_.CreateCmp(predicate, a, b);
  throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                      "Illegal comparison in '" + instruction.fullName() + "'"};
}

llvm::Value* FunctionLowering::combine(BoolOp op, Value* a, Value* b) {
  switch (op) {
  case BoolOp::And:
    return b_.CreateAnd(a, b);
  case BoolOp::Or:
    return b_.CreateOr(a, b);
  case BoolOp::Xor:
    return b_.CreateXor(a, b);
  }
  llvm_unreachable("no such operation");
}

void FunctionLowering::lowerCompare(const Instruction& instruction) {
  ScalarType t = instruction.type;
  std::size_t first = instruction.paired ? 2 : 1;
  Opcode opcode = instruction.opcode();
  if (opcode == Opcode::Selp) {
    Value* condition = read(instruction.operands[3], ScalarType::Pred);
    return result(instruction,
                  b_.CreateSelect(condition, source(instruction, 1), source(instruction, 2)));
  }
  if (opcode == Opcode::Slct) {
    Value* a = read(instruction.operands[1], instruction.dtype);
    Value* b = read(instruction.operands[2], instruction.dtype);
    Value* c = source(instruction, 3);
    Value* condition = nullptr;
    if (t == ScalarType::F32) {
      if (instruction.has(Flag::Ftz))
        c = flush(c);
      condition = b_.CreateFCmpOGE(c, llvm::ConstantFP::get(b_.getFloatTy(), 0.0));
    } else {
      condition = b_.CreateICmpSGE(c, constant(32, 0));
    }
    return write(instruction.operands[0], b_.CreateSelect(condition, a, b), instruction.dtype);
  }

  Value* a = source(instruction, first);
  Value* b = source(instruction, first + 1);
  std::optional<BoolOp> op = instruction.modifier<BoolOp>();
  Value* other = op ? read(instruction.operands[first + 2], ScalarType::Pred) : nullptr;
  auto withOther = [&](Value* condition) {
    return op ? combine(*op, condition, other) : condition;
  };
  bool isPacked = typeInfo(t).kind == TypeKind::PackedFloat;
  Value *low = nullptr, *high = nullptr;
  if (isPacked) {
    ScalarType laneType = t == ScalarType::F16x2 ? ScalarType::F16 : ScalarType::Bf16;
    auto lane = [&](unsigned i) {
      auto part = [&](Value* value) {
        return b_.CreateTrunc(b_.CreateLShr(value, 16 * i), b_.getInt16Ty());
      };
      return compare(instruction, laneType, part(a), part(b));
    };
    low = lane(0);
    high = lane(1);
  } else {
    low = compare(instruction, t, a, b);
  }

  if (opcode == Opcode::Setp) {
    write(instruction.operands[0], withOther(low), ScalarType::Pred);
    if (instruction.paired)
      write(instruction.operands[1], withOther(isPacked ? high : b_.CreateNot(low)),
            ScalarType::Pred);
    return;
  }
  // set writes all ones for true, or 1.0 where the destination is a float.
  ScalarType d = instruction.dtype;
  auto truth = [&](Value* condition, unsigned bits, std::uint64_t one) -> Value* {
    return b_.CreateSelect(withOther(condition), constant(bits, one), constant(bits, 0));
  };
  auto oneOf = [](ScalarType type) -> std::uint64_t {
    switch (type) {
    case ScalarType::F32:
      return 0x3f800000;
    case ScalarType::F16:
    case ScalarType::F16x2:
      return 0x3c00;
    case ScalarType::Bf16:
    case ScalarType::Bf16x2:
      return 0x3f80;
    default:
      return ~std::uint64_t{0};
    }
  };
  if (isPacked) {
    auto* i32 = b_.getInt32Ty();
    Value* lowBits = b_.CreateZExt(truth(low, 16, oneOf(d)), i32);
    Value* highBits = b_.CreateZExt(truth(high, 16, oneOf(d)), i32);
    return write(instruction.operands[0], b_.CreateOr(lowBits, b_.CreateShl(highBits, 16)),
                 ScalarType::B32);
  }
  write(instruction.operands[0], reinterpret(truth(low, bitsOf(d), oneOf(d)), type(d)), d);
}

} // namespace heddle::ptx
