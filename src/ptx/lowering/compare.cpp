// Comparison and selection.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

using Predicate = llvm::CmpInst::Predicate;

struct Comparison {
  std::string_view name;
  Predicate isSigned, isUnsigned, isFloat;
};
constexpr Comparison kComparisons[] = {
    {"eq", Predicate::ICMP_EQ, Predicate::ICMP_EQ, Predicate::FCMP_OEQ},
    {"ne", Predicate::ICMP_NE, Predicate::ICMP_NE, Predicate::FCMP_ONE},
    {"lt", Predicate::ICMP_SLT, Predicate::ICMP_ULT, Predicate::FCMP_OLT},
    {"le", Predicate::ICMP_SLE, Predicate::ICMP_ULE, Predicate::FCMP_OLE},
    {"gt", Predicate::ICMP_SGT, Predicate::ICMP_UGT, Predicate::FCMP_OGT},
    {"ge", Predicate::ICMP_SGE, Predicate::ICMP_UGE, Predicate::FCMP_OGE},
    {"lo", Predicate::ICMP_ULT, Predicate::ICMP_ULT, Predicate::BAD_FCMP_PREDICATE},
    {"ls", Predicate::ICMP_ULE, Predicate::ICMP_ULE, Predicate::BAD_FCMP_PREDICATE},
    {"hi", Predicate::ICMP_UGT, Predicate::ICMP_UGT, Predicate::BAD_FCMP_PREDICATE},
    {"hs", Predicate::ICMP_UGE, Predicate::ICMP_UGE, Predicate::BAD_FCMP_PREDICATE},
    {"equ", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_UEQ},
    {"neu", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_UNE},
    {"ltu", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_ULT},
    {"leu", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_ULE},
    {"gtu", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_UGT},
    {"geu", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_UGE},
    {"num", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_ORD},
    {"nan", Predicate::BAD_ICMP_PREDICATE, Predicate::BAD_ICMP_PREDICATE, Predicate::FCMP_UNO},
};

} // namespace

llvm::Value* FunctionLowering::compare(const Instruction& instruction, ScalarType t, Value* a,
                                       Value* b) {
  bool isFloating = isFloat(t);
  if (isFloating && bitsOf(t) == 16) {
    if (instruction.has("ftz")) {
      a = flushHalf(a, t);
      b = flushHalf(b, t);
    }
    a = halfToFloat(a, t);
    b = halfToFloat(b, t);
  } else if (t == ScalarType::F32 && instruction.has("ftz")) {
    a = flush(a);
    b = flush(b);
  }
  std::string_view name;
  for (std::string_view item : {"cmpbits", "cmpint", "cmpunsigned", "cmpfloat"})
    if (std::string_view text = instruction.modifier(item); !text.empty())
      name = text;
  for (const Comparison& comparison : kComparisons) {
    if (comparison.name != name)
      continue;
    Predicate predicate = isFloating    ? comparison.isFloat
                          : isSigned(t) ? comparison.isSigned
                                        : comparison.isUnsigned;
    if (predicate == Predicate::BAD_FCMP_PREDICATE || predicate == Predicate::BAD_ICMP_PREDICATE)
      break;
    return b_.CreateCmp(predicate, a, b);
  }
  throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                      "Illegal comparison in '" + instruction.fullName() + "'"};
}

llvm::Value* FunctionLowering::combine(std::string_view op, Value* a, Value* b) {
  return op == "and" ? b_.CreateAnd(a, b) : op == "or" ? b_.CreateOr(a, b) : b_.CreateXor(a, b);
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
      if (instruction.has("ftz"))
        c = flush(c);
      condition = b_.CreateFCmpOGE(c, llvm::ConstantFP::get(b_.getFloatTy(), 0.0));
    } else {
      condition = b_.CreateICmpSGE(c, constant(32, 0));
    }
    return write(instruction.operands[0], b_.CreateSelect(condition, a, b), instruction.dtype);
  }

  Value* a = source(instruction, first);
  Value* b = source(instruction, first + 1);
  std::string_view op = instruction.modifier("bool");
  Value* other = op.empty() ? nullptr : read(instruction.operands[first + 2], ScalarType::Pred);
  auto withOther = [&](Value* condition) {
    return other ? combine(op, condition, other) : condition;
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
  // set: true is all ones, or 1.0 for a floating-point destination
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
