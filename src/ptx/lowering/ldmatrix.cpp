// ldmatrix, stmatrix and movmatrix: 8 x 8 matrices of 16-bit elements.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

namespace heddle::ptx {

unsigned matrixCount(const Instruction& instruction) {
  switch (instruction.required<MatrixCount>()) {
  case MatrixCount::X1:
    return 1;
  case MatrixCount::X2:
    return 2;
  case MatrixCount::X4:
    return 4;
  }
  llvm_unreachable("no such count");
}

// The address of a row that this lane gives to ldmatrix or stmatrix.
llvm::Value* FunctionLowering::matrixRows(const Instruction& instruction, const Operand& address) {
  Value* number = addressNumber(address);
  // Offsets in shared memory fit in 32 bits.
  return !instruction.modifier<SpaceModifier>() ? number : b_.CreateTrunc(number, b_.getInt32Ty());
}

llvm::Value* FunctionLowering::placeInRow(const Instruction& instruction, Value* row,
                                          Value* offset) {
  auto* i64 = b_.getInt64Ty();
  unsigned space =
      instruction.modifier<SpaceModifier>() ? kSharedAddressSpace : kGenericAddressSpace;
  Value* start =
      b_.CreateIntToPtr(b_.CreateZExt(row, i64), llvm::PointerType::get(parent_.context(), space));
  return b_.CreateGEP(b_.getInt8Ty(), start, b_.CreateZExt(offset, i64));
}

// Where in memory ldmatrix and stmatrix have the elements of this lane's registers: one place for a
// pair of neighbouring elements, or one for each when transposed. The rows of matrix i are at the
// addresses of lanes 8i …
std::vector<llvm::Value*> FunctionLowering::matrixPlaces(const Instruction& instruction,
                                                         const Operand& address, unsigned count) {
  bool transposed = instruction.has(Flag::Trans);
  Value* number = matrixRows(instruction, address);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *t = b_.CreateAnd(lane, 3);
  // The addresses are reordered once, so that the source lanes of the shuffles below are constants.
  Value* turned = nullptr;
  if (transposed)
    turned = fromLane(
        number,
        b_.CreateOr(b_.CreateAnd(lane, 0x18), b_.CreateOr(b_.CreateShl(t, 1), b_.CreateAnd(g, 1))),
        kAnyLane);
  else
    turned = turnLanes(number);
  std::vector<Value*> places;
  auto add = [&](Value* row, Value* column) {
    places.push_back(placeInRow(instruction, row, b_.CreateShl(column, 1)));
  };
  for (unsigned i = 0; i < count; ++i)
    for (unsigned h = 0; h < 2; ++h) {
      if (transposed)
        add(fromLane(turned, i << 3 | h << 2, keepLaneBits(0x03)), g);
      else if (h == 0)
        add(fromLane(turned, i, keepLaneBits(0x1c)), b_.CreateShl(t, 1));
    }
  return places;
}

void FunctionLowering::lowerLoadMatrix(const Instruction& instruction) {
  auto *i32 = b_.getInt32Ty(), *i16 = b_.getInt16Ty();
  std::vector<Value*> places =
      matrixPlaces(instruction, instruction.operands[1], matrixCount(instruction));
  std::vector<Value*> words;
  if (!instruction.has(Flag::Trans)) {
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
  bool transposed = instruction.has(Flag::Trans);
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

// movmatrix transposes an 8 x 8 matrix. The lane needs the elements (2t, g) and (2t + 1, g), each
// of which is one half of another lane's register.
void FunctionLowering::lowerMoveMatrix(const Instruction& instruction) {
  Value* word = read(instruction.operands[1], ScalarType::B32);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *t = b_.CreateAnd(lane, 3);
  Value* shift = b_.CreateShl(b_.CreateAnd(g, 1), 4);
  Value* first = b_.CreateOr(b_.CreateShl(t, 3), b_.CreateLShr(g, 1));
  auto element = [&](unsigned row) {
    Value* source = b_.CreateOr(first, constant(32, row << 2));
    return b_.CreateAnd(b_.CreateLShr(fromLane(word, source, kAnyLane), shift), 0xffff);
  };
  write(instruction.operands[0], b_.CreateOr(element(0), b_.CreateShl(element(1), 16)),
        ScalarType::B32);
}

} // namespace heddle::ptx
