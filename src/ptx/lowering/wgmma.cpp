// wgmma: a product of matrices by four warps. Each warp computes 16 rows of D as in mma, which
// matrix.h describes. B, and A where it is not in registers, are in shared memory, and each lane
// loads the rows of A and the columns of B that it needs. The product is there at once, so that
// fences, commits and waits have nothing to do.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

#include <array>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

using Kind = MatrixElement::Kind;

constexpr unsigned kRowsOfWarp = 16;
constexpr unsigned kWarps = 4;
constexpr unsigned kRowWords = 8; // of A: 32 bytes

// Where the immediate operands are, after the predicate: signs of A and B, then whether A and B
// are stored by columns and rows instead of rows and columns. A in registers has no such choice.
struct WgmmaOperands {
  bool aInRegisters = false, isSparse = false;
  bool negates = false, transposesA = false, transposesB = false;
  std::size_t predicate = 3;
};

WgmmaOperands operandsOf(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  WgmmaOperands found;
  found.aInRegisters = operands[1].kind == Operand::Kind::Vector;
  found.isSparse = instruction.modifier<Sparsity>().has_value();
  found.predicate = found.isSparse ? 5 : 3;
  std::size_t next = found.predicate + 1;
  auto immediate = [&] { return next < operands.size() ? operands[next++].value : 0; };
  if (next < operands.size())
    found.negates =
        static_cast<std::int64_t>(immediate()) * static_cast<std::int64_t>(immediate()) < 0;
  if (!found.aInRegisters)
    found.transposesA = immediate() != 0;
  found.transposesB = immediate() != 0;
  return found;
}

MatrixShape shapeOfWarp(WarpgroupShape name) {
  MatrixShape shape = parseMatrixShape(spelling(name));
  shape.m = kRowsOfWarp;
  return shape;
}

} // namespace

FunctionLowering::SharedMatrix FunctionLowering::readDescriptor(Value* descriptor) {
  auto* i32 = b_.getInt32Ty();
  // 14 bits each, in units of 16 bytes.
  auto field = [&](unsigned first) {
    Value* units = b_.CreateAnd(b_.CreateLShr(descriptor, first), 0x3fff);
    return b_.CreateTrunc(b_.CreateShl(units, 4), i32);
  };
  Value* mode = b_.CreateTrunc(b_.CreateLShr(descriptor, 62), i32);
  SharedMatrix matrix{field(0), field(16), field(32)};
  matrix.isSwizzled = b_.CreateICmpNE(mode, b_.getInt32(0));
  // Modes 1, 2 and 3 permute units of 16 bytes within 128, 64 and 32 bytes.
  Value* units = b_.CreateLShr(b_.getInt32(16), mode);
  matrix.units = b_.CreateSelect(matrix.isSwizzled, units, b_.getInt32(1));
  return matrix;
}

// A pointer to what would lie `offset` bytes behind the start of the matrix if units of 16 bytes
// had not changed places. They do so to spread rows over the banks of shared memory.
llvm::Value* FunctionLowering::swizzledPlace(const SharedMatrix& matrix, Value* offset) {
  Value* address = b_.CreateAdd(matrix.start, offset);
  Value* mask = b_.CreateSub(matrix.units, b_.getInt32(1));
  Value* moved = b_.CreateShl(b_.CreateAnd(b_.CreateLShr(address, 7), mask), 4);
  return b_.CreateIntToPtr(b_.CreateZExt(b_.CreateXor(address, moved), b_.getInt64Ty()),
                           llvm::PointerType::get(parent_.context(), kSharedAddressSpace));
}

// A row of A or a column of B, stored along its elements: groups of eight lines, each in units of
// 16 bytes.
std::vector<llvm::Value*> FunctionLowering::loadAlongLine(const SharedMatrix& matrix, Value* line,
                                                          unsigned words) {
  auto* unit = llvm::FixedVectorType::get(b_.getInt32Ty(), 4);
  Value* pitch = b_.CreateShl(matrix.units, 4);
  Value* start = b_.CreateAdd(b_.CreateMul(b_.CreateAnd(line, 7), pitch),
                              b_.CreateMul(b_.CreateLShr(line, 3), matrix.stride));
  Value* step = b_.CreateSelect(matrix.isSwizzled, b_.getInt32(16), matrix.leading);
  std::vector<Value*> loaded;
  for (unsigned q = 0; q < words / 4; ++q) {
    Value* offset = b_.CreateAdd(start, b_.CreateMul(step, b_.getInt32(q)));
    Value* part = b_.CreateAlignedLoad(unit, swizzledPlace(matrix, offset), llvm::Align(16));
    for (unsigned i = 0; i < 4; ++i)
      loaded.push_back(b_.CreateExtractElement(part, i));
  }
  return loaded;
}

// The same where neighbours in memory belong to neighbouring lines. Elements have 16 bits.
std::vector<llvm::Value*> FunctionLowering::loadAcrossLines(const SharedMatrix& matrix, Value* line,
                                                            unsigned words) {
  auto* i32 = b_.getInt32Ty();
  Value* pitch = b_.CreateShl(matrix.units, 4); // bytes, of units * 8 lines
  Value* lines = b_.CreateShl(matrix.units, 3);
  Value* across = b_.CreateSelect(matrix.isSwizzled, matrix.leading, matrix.stride);
  Value* along = b_.CreateSelect(matrix.isSwizzled, matrix.stride, matrix.leading);
  Value* start =
      b_.CreateAdd(b_.CreateShl(b_.CreateAnd(line, b_.CreateSub(lines, b_.getInt32(1))), 1),
                   b_.CreateMul(b_.CreateUDiv(line, lines), across));
  auto element = [&](unsigned k) {
    Value* offset = b_.CreateAdd(start, b_.CreateAdd(b_.CreateMul(pitch, b_.getInt32(k % 8)),
                                                     b_.CreateMul(along, b_.getInt32(k / 8))));
    Value* half =
        b_.CreateAlignedLoad(b_.getInt16Ty(), swizzledPlace(matrix, offset), llvm::Align(2));
    return b_.CreateZExt(half, i32);
  };
  std::vector<Value*> loaded;
  for (unsigned i = 0; i < words; ++i)
    loaded.push_back(b_.CreateOr(element(2 * i), b_.CreateShl(element(2 * i + 1), 16)));
  return loaded;
}

std::vector<llvm::Value*> FunctionLowering::unpackWords(llvm::ArrayRef<Value*> words,
                                                        MatrixElement element) {
  std::vector<Value*> elements;
  for (Value* word : words)
    llvm::append_range(elements, unpackElements(word, element));
  return elements;
}

// Multiplies a row of A, of which only some elements are stored, with a column of B.
llvm::Value* FunctionLowering::multiplySparse(const Instruction& instruction, MatrixElement a,
                                              unsigned row, llvm::ArrayRef<Value*> left,
                                              llvm::ArrayRef<Value*> right,
                                              llvm::ArrayRef<Value*> metadata, Value* sum) {
  bool isTensor32 = a.kind == Kind::Tensor32;
  unsigned indices = isTensor32 ? 1 : 2, width = isTensor32 ? 2 : 4;
  auto bitOf = [&](Value* word, unsigned bit) {
    return b_.CreateTrunc(b_.CreateLShr(word, bit), b_.getInt1Ty());
  };
  for (unsigned group = 0; group < right.size() / width; ++group) {
    MetadataPlace place = metadataPlace(a, row, group);
    for (unsigned index = 0; index < indices; ++index) {
      Value* low = bitOf(metadata[place.lane], place.bit + 2 * index);
      Value* high = bitOf(metadata[place.lane], place.bit + 2 * index + 1);
      auto at = [&](unsigned n) { return right[group * width + n]; };
      Value* factor = isTensor32 ? b_.CreateSelect(high, at(1), at(0))
                                 : b_.CreateSelect(high, b_.CreateSelect(low, at(3), at(2)),
                                                   b_.CreateSelect(low, at(1), at(0)));
      sum = multiplyAccumulate(instruction, a, left[group * indices + index], factor, sum);
    }
  }
  return sum;
}

void FunctionLowering::lowerWgmma(const Instruction& instruction) {
  switch (instruction.required<WgmmaOp>()) {
  case WgmmaOp::Fence:
  case WgmmaOp::CommitGroup:
  case WgmmaOp::WaitGroup:
    return;
  case WgmmaOp::MmaAsync:
    break;
  }
  const std::vector<Operand>& operands = instruction.operands;
  WgmmaOperands given = operandsOf(instruction);
  MatrixElement d = matrixElement(instruction.dtype);
  MatrixShape shape = shapeOfWarp(instruction.required<WarpgroupShape>());
  unsigned sums = shape.elementsC() / d.sumsPerRegister();

  std::vector<Value*> arguments = readFragment(operands[0], d.registerBits(), sums);
  arguments.push_back(read(operands[given.predicate], ScalarType::Pred));
  Value* warp = b_.CreateAnd(threadOp(ThreadOp::WarpId), kWarps - 1);
  arguments.push_back(b_.CreateMul(warp, b_.getInt32(kRowsOfWarp)));
  arguments.push_back(read(operands[2], ScalarType::B64));
  if (given.isSparse)
    arguments.push_back(read(operands[3], ScalarType::B32));
  if (given.aInRegisters)
    llvm::append_range(arguments, readFragment(operands[1], 32, kRowWords / 2));
  else
    arguments.push_back(read(operands[1], ScalarType::B64));
  std::vector<llvm::Type*> results(sums, b_.getIntNTy(d.registerBits()));
  std::string name = fmt::format("{}.{}{}{}{}.{}", instruction.fullName(), int{given.aInRegisters},
                                 int{given.negates}, int{given.transposesA}, int{given.transposesB},
                                 given.isSparse ? operands[4].value : 0);
  auto body = [&](llvm::ArrayRef<Value*> inside) { return multiplyWarpgroup(instruction, inside); };
  writeFragment(operands[0],
                inWarpFunction(name, arguments, results, body, llvm::MemoryEffects::unknown()));
}

// The body of the function for one spelling of wgmma; see lowerWgmma for its arguments.
std::vector<llvm::Value*> FunctionLowering::multiplyWarpgroup(const Instruction& instruction,
                                                              llvm::ArrayRef<Value*> inside) {
  WgmmaOperands given = operandsOf(instruction);
  MatrixElement a = matrixElement(instruction.atype), b = matrixElement(instruction.btype);
  MatrixElement d = matrixElement(instruction.dtype);
  MatrixShape shape = shapeOfWarp(instruction.required<WarpgroupShape>());
  std::size_t registers = shape.elementsC() / d.sumsPerRegister();
  std::vector<Value*> before = unpackWords(inside.take_front(registers), d);
  inside = inside.drop_front(registers);
  Value *accumulates = inside[0], *firstRow = inside[1];
  SharedMatrix right = readDescriptor(inside[2]);
  inside = inside.drop_front(3);
  Value* lane = laneId();
  Value *group = b_.CreateLShr(lane, 2), *pair = b_.CreateShl(b_.CreateAnd(lane, 3), 1);
  std::vector<Value*> metadata;
  if (given.isSparse) {
    // Groups of four lanes hold the metadata of their rows; the selector says where it begins.
    auto selector = static_cast<unsigned>(instruction.operands[4].value);
    unsigned lanes = a.bits <= 8 ? 4 : 2;
    for (unsigned i = 0; i < lanes; ++i)
      metadata.push_back(fromLane(inside[0], (selector * lanes + i) & 3, keepLaneBits(0x1c)));
    inside = inside.drop_front();
  }

  std::array<std::vector<Value*>, 2> rows;
  for (unsigned r = 0; r < rows.size(); ++r) {
    std::vector<Value*> words;
    if (given.aInRegisters) {
      for (unsigned i = 0; i < kRowWords; ++i)
        words.push_back(fromLane(inside[i / 4 * 2 + r], i % 4, keepLaneBits(0x1c)));
    } else {
      SharedMatrix left = readDescriptor(inside[0]);
      Value* row = b_.CreateAdd(firstRow, b_.CreateAdd(group, b_.getInt32(8 * r)));
      words = given.transposesA ? loadAcrossLines(left, row, kRowWords)
                                : loadAlongLine(left, row, kRowWords);
    }
    rows[r] = unpackWords(words, a);
    if (given.negates)
      for (Value*& element : rows[r])
        element = b_.CreateFNeg(element);
  }

  std::vector<Value*> sums(before.size());
  bool saturates = instruction.has(Flag::Satfinite);
  unsigned columnWords = given.isSparse ? 2 * kRowWords : kRowWords;
  for (unsigned c = 0; c < shape.n / 8; ++c)
    for (unsigned j = 0; j < 2; ++j) {
      Value* column = b_.CreateAdd(pair, b_.getInt32(8 * c + j));
      std::vector<Value*> elements =
          unpackWords(given.transposesB ? loadAcrossLines(right, column, columnWords)
                                        : loadAlongLine(right, column, columnWords),
                      b);
      for (unsigned r = 0; r < rows.size(); ++r) {
        unsigned at = (c * 2 + r) * 2 + j;
        Value* zero = llvm::Constant::getNullValue(before[at]->getType());
        Value* start = b_.CreateSelect(accumulates, before[at], zero);
        Value* sum = saturates ? zero : start;
        if (given.isSparse)
          sum = multiplySparse(instruction, a, r, rows[r], elements, metadata, sum);
        else
          for (std::size_t k = 0; k < elements.size(); ++k)
            sum = multiplyAccumulate(instruction, a, rows[r][k], elements[k], sum);
        sums[at] =
            saturates ? intrinsic(llvm::Intrinsic::sadd_sat, {b_.getInt32Ty()}, {start, sum}) : sum;
      }
    }
  return packAccumulators(d, sums);
}

} // namespace heddle::ptx
