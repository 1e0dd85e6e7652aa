// mma and wmma.mma. Each lane computes its elements of D. Shuffles bring the rows of A and columns
// of B that it needs from the other lanes. Products are exact, apart from those of f64; sums are
// rounded to the accumulator's type after each addition.
#include "ptx/lowering/matrix.h"

#include "ptx/lowering/lowering.h"

#include <array>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

using Kind = MatrixElement::Kind;

bool isIntegral(MatrixElement e) {
  return e.kind == Kind::Signed || e.kind == Kind::Unsigned || e.kind == Kind::Bit;
}

} // namespace

MatrixElement matrixElement(ScalarType type) {
  switch (type) {
  case ScalarType::F16:
    return {Kind::Half, 16};
  case ScalarType::Bf16:
    return {Kind::Brain, 16};
  case ScalarType::Tf32:
    return {Kind::Tensor32, 32};
  case ScalarType::F32:
    return {Kind::Float32, 32};
  case ScalarType::F64:
    return {Kind::Float64, 64};
  case ScalarType::S4:
  case ScalarType::S8:
  case ScalarType::S32:
    return {Kind::Signed, bitsOf(type)};
  case ScalarType::U4:
  case ScalarType::U8:
    return {Kind::Unsigned, bitsOf(type)};
  case ScalarType::B1:
    return {Kind::Bit, 1};
  case ScalarType::E4m3:
  case ScalarType::E5m2:
  case ScalarType::E3m2:
  case ScalarType::E2m3:
    return {Kind::Narrow, 8, type};
  case ScalarType::E2m1:
    return {Kind::Narrow, 4, type};
  default:
    throw LoweringError{
        ErrorKind::NotSupported, {}, fmt::format("matrix of type .{}", typeInfo(type).name)};
  }
}

MatrixElement factorElement(ScalarType type, std::optional<MmaKind> kind) {
  bool isPacked = kind == MmaKind::Mxf4 || kind == MmaKind::Mxf4nvf4;
  if (type == ScalarType::E2m1 && !isPacked)
    return {Kind::Narrow, 8, type, 2};
  return matrixElement(type);
}

MatrixShape matrixShape(MmaShape name) {
  return parseMatrixShape(spelling(name));
}

MatrixShape parseMatrixShape(std::string_view name) {
  MatrixShape shape;
  unsigned* side = nullptr;
  for (char c : name) {
    if (c == 'm' || c == 'n' || c == 'k')
      side = c == 'm' ? &shape.m : c == 'n' ? &shape.n : &shape.k;
    else if (side)
      *side = *side * 10 + static_cast<unsigned>(c - '0');
  }
  return shape;
}

// The registers of a fragment operand, as integers of `bits` bits.
std::vector<llvm::Value*> FunctionLowering::readFragment(const Operand& operand, unsigned bits,
                                                         std::size_t count) {
  std::size_t have = operand.kind == Operand::Kind::Vector ? operand.elements.size() : 1;
  if (have != count)
    throw LoweringError{ErrorKind::InvalidPtx, operand.location,
                        fmt::format("a fragment of {} registers is expected", count)};
  std::vector<Value*> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(read(operand.kind == Operand::Kind::Vector ? operand.elements[i] : operand,
                          bitsType(bits)));
  return values;
}

void FunctionLowering::writeFragment(const Operand& operand, llvm::ArrayRef<Value*> values) {
  std::size_t have = operand.kind == Operand::Kind::Vector ? operand.elements.size() : 1;
  if (have != values.size())
    throw LoweringError{ErrorKind::InvalidPtx, operand.location,
                        fmt::format("a fragment of {} registers is expected", values.size())};
  for (std::size_t i = 0; i < values.size(); ++i) {
    unsigned bits = static_cast<unsigned>(values[i]->getType()->getPrimitiveSizeInBits());
    write(operand.kind == Operand::Kind::Vector ? operand.elements[i] : operand,
          reinterpret(values[i], b_.getIntNTy(bits)), bitsType(bits));
  }
}

// The value of another lane. The number of that lane has the bits of the reader's that `control`
// keeps (see keepLaneBits), and those of `lane` otherwise.
llvm::Value* FunctionLowering::fromLane(Value* value, Value* lane, unsigned control) {
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  llvm::Type* ty = value->getType();
  auto word = [&](Value* part) {
    Value* pair =
        threadOp(ThreadOp::ShflIdx, {part, lane, constant(32, control), constant(32, 0xffffffff)});
    return b_.CreateExtractValue(pair, 0);
  };
  if (ty->getPrimitiveSizeInBits() == 32)
    return reinterpret(word(reinterpret(value, i32)), ty);
  Value* bits = reinterpret(value, i64);
  Value* low = b_.CreateZExt(word(b_.CreateTrunc(bits, i32)), i64);
  Value* high = b_.CreateZExt(word(b_.CreateTrunc(b_.CreateLShr(bits, 32), i32)), i64);
  return reinterpret(b_.CreateOr(low, b_.CreateShl(high, 32)), ty);
}

llvm::Value* FunctionLowering::fromLane(Value* value, unsigned lane, unsigned control) {
  return fromLane(value, constant(32, lane), control);
}

llvm::Value* FunctionLowering::laneId() {
  return threadOp(ThreadOp::LaneId);
}

// Lane 4y + t gets the value of lane 8t + y. Afterwards shuffles whose source lane is a constant
// can fetch what consecutive lanes held before.
llvm::Value* FunctionLowering::turnLanes(Value* value) {
  Value* lane = laneId();
  Value* source = b_.CreateOr(b_.CreateShl(b_.CreateAnd(lane, 3), 3), b_.CreateLShr(lane, 2));
  return fromLane(value, source, kAnyLane);
}

// The elements of a register, in the type in which they are multiplied.
std::vector<llvm::Value*> FunctionLowering::unpackElements(Value* word, MatrixElement e) {
  auto* i32 = b_.getInt32Ty();
  auto part = [&](unsigned i) {
    return b_.CreateTrunc(b_.CreateLShr(word, i * e.bits), b_.getIntNTy(e.bits));
  };
  std::vector<Value*> values;
  switch (e.kind) {
  case Kind::Bit:
    return {word};
  case Kind::Float64:
    return {reinterpret(word, b_.getDoubleTy())};
  case Kind::Float32:
    return {reinterpret(word, b_.getFloatTy())};
  case Kind::Tensor32: // the multiplier ignores the low 13 bits
    return {reinterpret(b_.CreateAnd(word, 0xffffe000), b_.getFloatTy())};
  case Kind::Half:
  case Kind::Brain:
    for (unsigned i = 0; i < 2; ++i)
      values.push_back(
          halfToFloat(part(i), e.kind == Kind::Half ? ScalarType::F16 : ScalarType::Bf16));
    return values;
  case Kind::Narrow: {
    bool hasSixBits = e.narrow == ScalarType::E3m2 || e.narrow == ScalarType::E2m3;
    unsigned width = e.narrow == ScalarType::E2m1 ? 4 : hasSixBits ? 6 : 8;
    std::string convert = fmt::format("cvt.f32.{}", typeInfo(e.narrow).name);
    for (unsigned i = 0; i < e.perRegister(); ++i)
      values.push_back(helper(convert, b_.getFloatTy(),
                              {b_.CreateAnd(b_.CreateLShr(word, i * e.bits + e.shift),
                                            constant(32, (1U << width) - 1))}));
    return values;
  }
  case Kind::Signed:
  case Kind::Unsigned:
    for (unsigned i = 0; i < e.perRegister(); ++i)
      values.push_back(e.kind == Kind::Signed ? b_.CreateSExt(part(i), i32)
                                              : b_.CreateZExt(part(i), i32));
    return values;
  }
  return values;
}

// The elements of C, from its registers.
std::vector<llvm::Value*> FunctionLowering::readAccumulators(const Operand& operand,
                                                             MatrixElement e, unsigned count) {
  std::vector<Value*> values;
  for (Value* word : readFragment(operand, e.registerBits(), count / e.sumsPerRegister()))
    for (Value* value : unpackElements(word, e))
      values.push_back(value);
  return values;
}

// The registers of D.
std::vector<llvm::Value*> FunctionLowering::packAccumulators(MatrixElement e,
                                                             llvm::ArrayRef<Value*> values) {
  std::vector<Value*> words;
  if (e.sumsPerRegister() == 1) {
    for (Value* value : values)
      words.push_back(reinterpret(value, b_.getIntNTy(e.registerBits())));
    return words;
  }
  auto* i32 = b_.getInt32Ty();
  auto half = [&](Value* value) { return b_.CreateZExt(floatToHalf(value, ScalarType::F16), i32); };
  for (std::size_t i = 0; i < values.size(); i += 2)
    words.push_back(b_.CreateOr(half(values[i]), b_.CreateShl(half(values[i + 1]), 16)));
  return words;
}

void FunctionLowering::writeAccumulators(const Operand& operand, MatrixElement e,
                                         llvm::ArrayRef<Value*> values) {
  writeFragment(operand, packAccumulators(e, values));
}

// Puts the work of an instruction into a function and calls it. A kernel has dozens of the same
// matrix instruction, and one function for each spelling keeps it small.
std::vector<llvm::Value*> FunctionLowering::inWarpFunction(llvm::StringRef spelling,
                                                           llvm::ArrayRef<Value*> arguments,
                                                           llvm::ArrayRef<llvm::Type*> results,
                                                           WarpBody body,
                                                           llvm::MemoryEffects memory) {
  llvm::Module& module = *function_->getParent();
  std::string name = "heddle.warp." + spelling.str();
  llvm::Function* function = module.getFunction(name);
  if (!function) {
    std::vector<llvm::Type*> types;
    for (Value* argument : arguments)
      types.push_back(argument->getType());
    auto* result = llvm::StructType::get(parent_.context(), results);
    function = llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                                      llvm::GlobalValue::InternalLinkage, name, module);
    function->addFnAttr("heddle-warp-function");
    function->addFnAttr(llvm::Attribute::Convergent);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->setMemoryEffects(memory);
    llvm::IRBuilderBase::InsertPointGuard back(b_);
    b_.SetInsertPoint(llvm::BasicBlock::Create(parent_.context(), "entry", function));
    b_.SetCurrentDebugLocation({});
    std::vector<Value*> inside;
    for (llvm::Argument& argument : function->args())
      inside.push_back(&argument);
    std::vector<Value*> words = body(inside);
    b_.CreateAggregateRet(words.data(), static_cast<unsigned>(words.size()));
  }
  llvm::CallInst* call = b_.CreateCall(function, arguments);
  call->setConvergent();
  std::vector<Value*> values;
  for (unsigned i = 0; i < results.size(); ++i)
    values.push_back(b_.CreateExtractValue(call, i));
  return values;
}

llvm::Value* FunctionLowering::combineBits(MatrixBitOp op, Value* a, Value* b) {
  switch (op) {
  case MatrixBitOp::And:
    return b_.CreateAnd(a, b);
  case MatrixBitOp::Xor:
    return b_.CreateXor(a, b);
  }
  llvm_unreachable("no such operation");
}

llvm::Value* FunctionLowering::multiplyAccumulate(const Instruction& instruction, MatrixElement e,
                                                  Value* a, Value* b, Value* sum) {
  if (e.kind == Kind::Bit) {
    Value* both = combineBits(instruction.required<MatrixBitOp>(), a, b);
    return b_.CreateAdd(sum, intrinsic(llvm::Intrinsic::ctpop, {both->getType()}, {both}));
  }
  if (isIntegral(e))
    return b_.CreateAdd(sum, b_.CreateMul(a, b));
  Rounding rounding = instruction.modifier<Rounding>().value_or(Rounding::Rn);
  if (rounding != Rounding::Rn)
    return helper(fmt::format("fma.{}.f64", spelling(rounding)), sum->getType(), {a, b, sum});
  return intrinsic(llvm::Intrinsic::fma, {sum->getType()}, {a, b, sum});
}

// D = A * B + C, see matrix.h.
void FunctionLowering::lowerMultiply(const Instruction& instruction, MatrixElement a,
                                     MatrixElement b, MatrixElement cElement, MatrixElement d,
                                     unsigned fragmentRegisters) {
  MatrixShape shape = matrixShape(instruction.required<MmaShape>());
  const std::vector<Operand>& operands = instruction.operands;
  auto fragment = [&](const Operand& operand, MatrixElement e, unsigned needed) {
    std::vector<Value*> words =
        readFragment(operand, e.registerBits(), fragmentRegisters ? fragmentRegisters : needed);
    words.resize(needed);
    return words;
  };
  std::vector<Value*> words = fragment(operands[1], a, shape.registersA(a));
  llvm::append_range(words, fragment(operands[2], b, shape.registersB(b)));
  llvm::append_range(words, readFragment(operands[3], cElement.registerBits(),
                                         shape.elementsC() / cElement.sumsPerRegister()));
  std::vector<llvm::Type*> results(shape.elementsC() / d.sumsPerRegister(),
                                   b_.getIntNTy(d.registerBits()));
  auto product = [&](llvm::ArrayRef<Value*> registers) {
    return multiply(instruction, shape, a, b, cElement, d, registers);
  };
  // The function has no arguments for scales.
  writeFragment(operands[0], instruction.has(Flag::BlockScale)
                                 ? product(words)
                                 : inWarpFunction(instruction.fullName(), words, results, product));
}

std::vector<llvm::Value*> FunctionLowering::multiply(const Instruction& instruction,
                                                     MatrixShape shape, MatrixElement a,
                                                     MatrixElement b, MatrixElement cElement,
                                                     MatrixElement d,
                                                     llvm::ArrayRef<Value*> registers) {
  unsigned rows = shape.m / 8, columns = shape.n / 8, depth = shape.registersAlongK(a);
  llvm::ArrayRef<Value*> wordsA = registers.take_front(shape.registersA(a));
  llvm::ArrayRef<Value*> wordsB = registers.slice(wordsA.size(), shape.registersB(b));
  std::vector<Value*> sums;
  for (Value* word : registers.drop_front(wordsA.size() + wordsB.size()))
    llvm::append_range(sums, unpackElements(word, cElement));
  bool saturates = instruction.has(Flag::Satfinite) && isIntegral(a);
  std::vector<Value*> before = sums;
  if (saturates)
    for (Value*& sum : sums)
      sum = constant(32, 0);
  BlockScales scales = readScales(instruction, shape.k, 4);
  widenSums(scales, sums);

  auto column = [&](unsigned q, unsigned t, std::size_t i) { // of A
    return (4 * q + t) * a.perRegister() + static_cast<unsigned>(i);
  };
  // The elements of A and B that one step along K multiplies: one for each row and one for each
  // column of the lane's elements of D.
  struct Step {
    std::vector<Value*> left;
    std::vector<std::array<Value*, 2>> right;
  };
  std::vector<Step> steps;
  for (unsigned q = 0; q < depth; ++q) {
    std::vector<std::vector<Value*>> elementsA, elementsB;
    for (unsigned r = 0; r < rows; ++r)
      elementsA.push_back(unpackElements(wordsA[q * rows + r], a));
    for (unsigned c = 0; c < columns; ++c)
      elementsB.push_back(unpackElements(turnLanes(wordsB[c * depth + q]), b));
    for (unsigned t = 0; t < 4; ++t)
      for (std::size_t i = 0; i < elementsA[0].size(); ++i) {
        Step& step = steps.emplace_back();
        for (unsigned r = 0; r < rows; ++r)
          step.left.push_back(scaled(scales, scales.rows, r, column(q, t, i),
                                     fromLane(elementsA[r][i], t, keepLaneBits(0x1c))));
        for (unsigned c = 0; c < columns; ++c) {
          auto& right = step.right.emplace_back();
          for (unsigned j = 0; j < 2; ++j)
            right[j] = scaled(scales, scales.columns, j, column(q, t, i),
                              fromLane(elementsB[c][i], (j << 2 | t) << 2, keepLaneBits(0x03)));
        }
      }
  }
  // The outer loops pick a few sums, and all steps are done for these before the next ones: the
  // sums of a whole warp would fill the registers of most CPUs several times over.
  for (unsigned c = 0; c < columns; ++c)
    for (unsigned r = 0; r < rows; ++r)
      for (const Step& step : steps)
        for (unsigned j = 0; j < 2; ++j) {
          Value*& sum = sums[(c * rows + r) * 2 + j];
          sum = multiplyAccumulate(instruction, a, step.left[r], step.right[c][j], sum);
        }
  if (saturates)
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = intrinsic(llvm::Intrinsic::sadd_sat, {b_.getInt32Ty()}, {before[i], sums[i]});
  narrowSums(scales, sums);
  return packAccumulators(d, sums);
}

// mma.m8n8k4 of f16, the shape of sm_70: four products at once, each by the eight lanes 4q + x and
// 16 + 4q + x of one q. With h = lane / 16 a lane holds
//   A: row x + 4h, four columns; or column x, rows 4h … of a column-major A. B the same,
//   transposed.
//   C: row x + 4h, eight columns in f16; in f32, elements spread over 2 x 2 squares.
void FunctionLowering::lowerQuadMultiply(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  MatrixElement half = matrixElement(ScalarType::F16);
  MatrixElement c = matrixElement(instruction.ctype);
  MatrixElement d = matrixElement(instruction.dtype);
  bool rowsA = instruction.hasOfTwo(LayoutA::Row);
  bool columnsB = instruction.hasOfTwo(LayoutB::Col);
  auto elements = [&](const Operand& operand) {
    std::vector<Value*> values;
    for (Value* word : readFragment(operand, 32, 2))
      for (Value* value : unpackElements(word, half))
        values.push_back(value);
    return values;
  };
  std::vector<Value*> a = elements(operands[1]), b = elements(operands[2]);
  std::vector<Value*> sums = readAccumulators(operands[3], c, 8);
  bool wide = d.kind == Kind::Float32;
  Value* lane = laneId();
  auto bit = [&](unsigned mask) {
    return b_.CreateICmpNE(b_.CreateAnd(lane, mask), constant(32, 0));
  };
  if (wide && c.kind == Kind::Half) { // moves the elements of C from rows to squares
    std::vector<Value*> rows = sums;
    for (unsigned e = 0; e < 8; ++e) {
      unsigned column = (e & 4) | (e & 1);
      sums[e] = b_.CreateSelect(bit(2), fromLane(rows[column | 2], e & 2, keepLaneBits(0x1d)),
                                fromLane(rows[column], e & 2, keepLaneBits(0x1d)));
    }
  }
  for (unsigned e = 0; e < 8; ++e)
    for (unsigned k = 0; k < 4; ++k) {
      Value *left = nullptr, *right = nullptr;
      unsigned rowBase = e & 2, columnBase = (e & 4) | (e & 1);
      if (rowsA)
        left = wide ? fromLane(a[k], rowBase, keepLaneBits(0x1d)) : a[k];
      else if (wide) // the lane that is read has the reader's row in one of its elements
        left = b_.CreateSelect(bit(1), fromLane(a[rowBase + 1], k, keepLaneBits(0x1c)),
                               fromLane(a[rowBase], k, keepLaneBits(0x1c)));
      else
        left = b_.CreateSelect(bit(2),
                               b_.CreateSelect(bit(1), fromLane(a[3], k, keepLaneBits(0x1c)),
                                               fromLane(a[2], k, keepLaneBits(0x1c))),
                               b_.CreateSelect(bit(1), fromLane(a[1], k, keepLaneBits(0x1c)),
                                               fromLane(a[0], k, keepLaneBits(0x1c))));
      unsigned upper = (e & 4) << 2; // columns 4 … 7 are in lanes 16 …
      if (columnsB)
        right = wide ? fromLane(b[k], upper | (e & 1), keepLaneBits(0x0e))
                     : fromLane(b[k], upper | (e & 3), keepLaneBits(0x0c));
      else if (wide)
        right = b_.CreateSelect(bit(2),
                                fromLane(b[(columnBase & 1) + 2], upper | k, keepLaneBits(0x0c)),
                                fromLane(b[columnBase & 1], upper | k, keepLaneBits(0x0c)));
      else
        right = fromLane(b[e & 3], upper | k, keepLaneBits(0x0c));
      sums[e] = multiplyAccumulate(instruction, half, left, right, sums[e]);
    }
  writeAccumulators(operands[0], d, sums);
}

void FunctionLowering::lowerMma(const Instruction& instruction) {
  if (instruction.modifier<Sparsity>())
    return lowerSparseMultiply(instruction);
  if (instruction.has(MmaShape::M8n8k4) && instruction.atype == ScalarType::F16)
    return lowerQuadMultiply(instruction);
  std::optional<MmaKind> kind = instruction.modifier<MmaKind>();
  lowerMultiply(instruction, factorElement(instruction.atype, kind),
                factorElement(instruction.btype, kind), matrixElement(instruction.ctype),
                matrixElement(instruction.dtype), 0);
}

void FunctionLowering::lowerWmma(const Instruction& instruction) {
  switch (instruction.required<WmmaOp>()) {
  case WmmaOp::Load:
    return lowerFragmentLoad(instruction);
  case WmmaOp::Store:
    return lowerFragmentStore(instruction);
  case WmmaOp::Mma:
    break;
  }
  MatrixElement c = matrixElement(instruction.ctype), d = matrixElement(instruction.dtype);
  // The first form of the instruction, f16, names no types for A and B, and its fragments have
  // eight registers whatever the shape.
  if (instruction.atype == ScalarType::None) {
    MatrixElement half = matrixElement(ScalarType::F16);
    return lowerMultiply(instruction, half, half, c, d, kHalfFragmentRegisters);
  }
  lowerMultiply(instruction, matrixElement(instruction.atype), matrixElement(instruction.btype), c,
                d, 0);
}

// Elements of 16 bits have a lowering of their own.
bool FunctionLowering::movesBytes(const Instruction& instruction) {
  switch (instruction.required<MatrixTile>()) {
  case MatrixTile::M8n8:
    return false;
  case MatrixTile::M8n16:
  case MatrixTile::M16n16:
  case MatrixTile::M16n8:
    return true;
  }
  llvm_unreachable("no such tile");
}

void FunctionLowering::lowerMatrix(const Instruction& instruction) {
  switch (instruction.opcode()) {
  case Opcode::Mma:
    return lowerMma(instruction);
  case Opcode::Wmma:
    return lowerWmma(instruction);
  case Opcode::Ldmatrix:
    return movesBytes(instruction) ? lowerLoadBytes(instruction) : lowerLoadMatrix(instruction);
  case Opcode::Stmatrix:
    return movesBytes(instruction) ? lowerStoreBytes(instruction) : lowerStoreMatrix(instruction);
  case Opcode::Movmatrix:
    return lowerMoveMatrix(instruction);
  case Opcode::Wgmma:
    return lowerWgmma(instruction);
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
