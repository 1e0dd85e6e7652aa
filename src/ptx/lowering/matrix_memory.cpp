// Matrix fragments to and from memory: wmma.load, wmma.store, ldmatrix, stmatrix; and movmatrix.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

constexpr unsigned keep(unsigned laneBits) {
  return laneBits << 8 | 0x1f;
}

} // namespace

// wmma.load.{a,b,c} and wmma.store.d. A lane reads or writes the elements that matrix.h gives it.
void FunctionLowering::lowerFragmentAccess(const Instruction& instruction) {
  bool isLoad = instruction.has("load");
  bool isA = instruction.has("a"), isB = instruction.has("b");
  MatrixShape shape = matrixShape(instruction.modifier("shape"));
  std::string_view typeName = instruction.modifier("T");
  MatrixElement e = matrixElement(typeName);
  bool rowMajor = instruction.modifier("layout") == "row";
  const Operand& memory = instruction.operands[isLoad ? 1 : 0];
  const Operand& registers = instruction.operands[isLoad ? 0 : 1];
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();

  unsigned height = isB ? shape.k : shape.m, width = isA ? shape.k : shape.n;
  Value* stride = instruction.operands.size() > 2 ? read(instruction.operands[2], ScalarType::U32)
                                                  : constant(32, rowMajor ? width : height);
  Value* base = pointer(memory, spaceOf(instruction));
  Value *g = nullptr, *t = nullptr; // the lane's group and its place there
  auto begin = [&] {
    stride = b_.CreateZExt(stride, i64);
    Value* lane = laneId();
    g = b_.CreateLShr(lane, 2), t = b_.CreateAnd(lane, 3);
  };
  auto place = [&](Value* row, Value* column) {
    Value *major = rowMajor ? row : column, *minor = rowMajor ? column : row;
    Value* index =
        b_.CreateAdd(b_.CreateMul(b_.CreateZExt(major, i64), stride), b_.CreateZExt(minor, i64));
    Value* offset = e.bits < 8 ? b_.CreateLShr(index, e.bits == 4 ? 1 : 3)
                               : b_.CreateMul(index, b_.getInt64(e.bits / 8));
    return b_.CreateGEP(b_.getInt8Ty(), base, offset);
  };
  auto plus = [&](Value* value, unsigned amount) {
    return b_.CreateAdd(value, constant(32, amount));
  };
  llvm::Type* element = b_.getIntNTy(std::max(e.bits, 8U));
  llvm::Align elementAlign(std::max(e.bits / 8, 1U));
  // Within the function for all loads of the kind.
  auto load = [&](std::size_t count, llvm::Type* type, auto body) {
    llvm::Type* space = base->getType();
    Value* arguments[] = {b_.CreatePtrToInt(base, i64), stride};
    std::vector<llvm::Type*> results(count, type);
    writeFragment(registers, inWarpFunction(
                                 instruction, arguments, results,
                                 [&](llvm::ArrayRef<Value*> inside) {
                                   base = b_.CreateIntToPtr(inside[0], space);
                                   stride = inside[1];
                                   begin();
                                   return body();
                                 },
                                 llvm::MemoryEffects::readOnly()));
  };

  if (isA || isB) {
    unsigned pack = e.perRegister(), depth = shape.registersAlongK(e);
    bool contiguous = isA == rowMajor;
    if (!contiguous && e.bits < 8)
      throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                          fmt::format("Layout of '{}' is not possible", instruction.fullName())};
    unsigned outer = (isA ? shape.m : shape.n) / 8;
    std::size_t needed = std::size_t{outer} * depth;
    // f16 fragments have eight registers whatever the shape; the rest are copies.
    std::size_t count = typeName == "f16" ? std::max<std::size_t>(needed, 8) : needed;
    llvm::Type* ty = b_.getIntNTy(e.registerBits());
    return load(count, ty, [&] {
      std::vector<Value*> words(needed);
      for (unsigned q = 0; q < depth; ++q)
        for (unsigned o = 0; o < outer; ++o) {
          Value* across = plus(g, 8 * o);
          Value* along = plus(b_.CreateMul(t, constant(32, pack)), 4 * pack * q);
          auto at = [&](Value* k) { return isA ? place(across, k) : place(k, across); };
          Value* word = nullptr;
          if (contiguous) {
            word = b_.CreateAlignedLoad(ty, at(along), llvm::Align(e.registerBits() / 8));
          } else {
            for (unsigned i = 0; i < pack; ++i) {
              Value* part = b_.CreateZExt(
                  b_.CreateAlignedLoad(element, at(plus(along, i)), elementAlign), ty);
              word = i == 0 ? part : b_.CreateOr(word, b_.CreateShl(part, i * e.bits));
            }
          }
          words[isA ? q * outer + o : o * depth + q] = word;
        }
      for (std::size_t i = 0; words.size() < count; ++i)
        words.push_back(words[i]);
      return words;
    });
  }

  unsigned rows = shape.m / 8, count = shape.elementsC();
  auto at = [&](unsigned i) {
    unsigned j = i & 1, r = i / 2 % rows, c = i / 2 / rows;
    return place(plus(g, 8 * r), plus(b_.CreateShl(t, 1), 8 * c + j));
  };
  bool packed = e.bits == 16;
  if (isLoad)
    return load(packed ? count / 2 : count, packed ? i32 : element, [&] {
      std::vector<Value*> values, words;
      for (unsigned i = 0; i < count; ++i)
        values.push_back(b_.CreateAlignedLoad(element, at(i), elementAlign));
      if (!packed)
        return values;
      for (unsigned i = 0; i < count; i += 2)
        words.push_back(b_.CreateOr(b_.CreateZExt(values[i], i32),
                                    b_.CreateShl(b_.CreateZExt(values[i + 1], i32), 16)));
      return words;
    });
  begin();
  std::vector<Value*> words = readFragment(registers, e.registerBits(), packed ? count / 2 : count);
  for (unsigned i = 0; i < count; ++i) {
    Value* value =
        packed ? b_.CreateTrunc(b_.CreateLShr(words[i / 2], 16 * (i & 1)), element) : words[i];
    b_.CreateAlignedStore(value, at(i), elementAlign);
  }
}

// The address that each lane gives ldmatrix or stmatrix.
llvm::Value* FunctionLowering::matrixRows(const Instruction& instruction, const Operand& address) {
  Value* number = addressNumber(address);
  // Offsets in shared memory fit in 32 bits.
  return spaceOf(instruction).empty() ? number : b_.CreateTrunc(number, b_.getInt32Ty());
}

llvm::Value* FunctionLowering::placeInRow(const Instruction& instruction, Value* row,
                                          Value* offset) {
  auto* i64 = b_.getInt64Ty();
  unsigned space = spaceOf(instruction).empty() ? 0 : 3;
  Value* start =
      b_.CreateIntToPtr(b_.CreateZExt(row, i64), llvm::PointerType::get(parent_.context(), space));
  return b_.CreateGEP(b_.getInt8Ty(), start, b_.CreateZExt(offset, i64));
}

// Where ldmatrix and stmatrix find, for a lane, the two halves of its register: matrix i's rows are
// at the addresses of lanes 8i …
std::vector<llvm::Value*> FunctionLowering::matrixPlaces(const Instruction& instruction,
                                                         const Operand& address, unsigned count) {
  bool transposed = instruction.has("trans");
  Value* number = matrixRows(instruction, address);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *t = b_.CreateAnd(lane, 3);
  // Reordered once, so that the shuffles after it have constant lanes.
  Value* turned = nullptr;
  if (transposed)
    turned = fromLane(
        number,
        b_.CreateOr(b_.CreateAnd(lane, 0x18), b_.CreateOr(b_.CreateShl(t, 1), b_.CreateAnd(g, 1))),
        keep(0));
  else
    turned = turnLanes(number);
  std::vector<Value*> places;
  auto add = [&](Value* row, Value* column) {
    places.push_back(placeInRow(instruction, row, b_.CreateShl(column, 1)));
  };
  for (unsigned i = 0; i < count; ++i)
    for (unsigned h = 0; h < 2; ++h) {
      if (transposed)
        add(fromLane(turned, i << 3 | h << 2, keep(0x03)), g);
      else if (h == 0)
        add(fromLane(turned, i, keep(0x1c)), b_.CreateShl(t, 1));
    }
  return places;
}

namespace {

unsigned matrixCount(const Instruction& instruction) {
  return static_cast<unsigned>(instruction.modifier("num")[1] - '0');
}

} // namespace

void FunctionLowering::lowerLoadMatrix(const Instruction& instruction) {
  auto *i32 = b_.getInt32Ty(), *i16 = b_.getInt16Ty();
  std::vector<Value*> places =
      matrixPlaces(instruction, instruction.operands[1], matrixCount(instruction));
  std::vector<Value*> words;
  if (!instruction.has("trans")) {
    for (Value* place : places)
      words.push_back(b_.CreateAlignedLoad(i32, place, llvm::Align(4)));
  } else {
    for (std::size_t i = 0; i < places.size(); i += 2) {
      Value* low = b_.CreateZExt(b_.CreateAlignedLoad(i16, places[i], llvm::Align(2)), i32);
      Value* high = b_.CreateZExt(b_.CreateAlignedLoad(i16, places[i + 1], llvm::Align(2)), i32);
      words.push_back(b_.CreateOr(low, b_.CreateShl(high, 16)));
    }
  }
  writeFragment(instruction.operands[0], words);
}

void FunctionLowering::lowerStoreMatrix(const Instruction& instruction) {
  auto* i16 = b_.getInt16Ty();
  unsigned count = matrixCount(instruction);
  std::vector<Value*> words = readFragment(instruction.operands[1], 32, count);
  std::vector<Value*> places = matrixPlaces(instruction, instruction.operands[0], count);
  bool transposed = instruction.has("trans");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!transposed) {
      b_.CreateAlignedStore(words[i], places[i], llvm::Align(4));
      continue;
    }
    b_.CreateAlignedStore(b_.CreateTrunc(words[i], i16), places[2 * i], llvm::Align(2));
    b_.CreateAlignedStore(b_.CreateTrunc(b_.CreateLShr(words[i], 16), i16), places[2 * i + 1],
                          llvm::Align(2));
  }
}

// The transpose of an 8 x 8 matrix: elements (2t, g) and (2t+1, g), each one half of another lane's
// register.
void FunctionLowering::lowerMoveMatrix(const Instruction& instruction) {
  Value* word = read(instruction.operands[1], ScalarType::B32);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *t = b_.CreateAnd(lane, 3);
  Value* shift = b_.CreateShl(b_.CreateAnd(g, 1), 4);
  Value* first = b_.CreateOr(b_.CreateShl(t, 3), b_.CreateLShr(g, 1));
  auto element = [&](unsigned row) {
    Value* source = b_.CreateOr(first, constant(32, row << 2));
    return b_.CreateAnd(b_.CreateLShr(fromLane(word, source, keep(0)), shift), 0xffff);
  };
  write(instruction.operands[0], b_.CreateOr(element(0), b_.CreateShl(element(1), 16)),
        ScalarType::B32);
}

} // namespace heddle::ptx
