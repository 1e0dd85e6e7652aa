// ldmatrix and stmatrix of 8-bit elements, and of narrower ones in memory. A row has 16 bytes, of
// which elements of 6 or 4 bits take the first 12 or 8; in registers each has a byte to itself.
// With g = lane / 4, t = lane % 4:
//   m8n16:  register i holds columns 4t … of row g of matrix i
//   m16n16: registers 2i and 2i + 1 hold bytes g and g + 8 of rows 4t … of matrix i, which are the
//           columns of what is loaded
//   m16n8:  register i holds bytes g, of rows 2t and 2t + 1 of matrix i, and then bytes g + 8
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

namespace heddle::ptx {
namespace {

// The bits of an element in memory.
unsigned elementBits(const Instruction& instruction) {
  std::optional<TilePacking> packing = instruction.modifier<TilePacking>();
  if (!packing)
    return 8;
  switch (*packing) {
  case TilePacking::B6x16P32:
    return 6;
  case TilePacking::B4x16P64:
    return 4;
  }
  llvm_unreachable("no such packing");
}

} // namespace

void FunctionLowering::lowerLoadBytes(const Instruction& instruction) {
  auto* i32 = b_.getInt32Ty();
  Value* rows = matrixRows(instruction, instruction.operands[1]);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *t = b_.CreateAnd(lane, 3);
  unsigned bits = elementBits(instruction);
  auto byteAt = [&](Value* row, Value* offset) {
    Value* place = placeInRow(instruction, row, offset);
    return b_.CreateZExt(b_.CreateAlignedLoad(b_.getInt8Ty(), place, llvm::Align(1)), i32);
  };
  // An element of 6 bits can lie in two bytes. The row is longer than its elements, so that the
  // byte behind the last one can be read.
  auto elementAt = [&](Value* row, Value* column) {
    Value* bit = b_.CreateMul(column, constant(32, bits));
    Value* offset = b_.CreateLShr(bit, 3);
    Value* word = byteAt(row, offset);
    if (bits == 8)
      return word;
    if (bits == 6) {
      Value* next = byteAt(row, b_.CreateAdd(offset, constant(32, 1)));
      word = b_.CreateOr(word, b_.CreateShl(next, 8));
    }
    return b_.CreateAnd(b_.CreateLShr(word, b_.CreateAnd(bit, 7)), (1U << bits) - 1);
  };
  auto plus = [&](Value* value, unsigned amount) {
    return b_.CreateAdd(value, constant(32, amount));
  };
  Value* first = b_.CreateShl(t, 2);
  std::vector<Value*> words;
  bool turned = instruction.has(Flag::Trans);
  for (unsigned matrix = 0; matrix < matrixCount(instruction); ++matrix) {
    std::array<Value*, 4> places;
    for (unsigned i = 0; i < 4; ++i)
      places[i] = turned   ? fromLane(rows, plus(first, 16 * matrix + i), kAnyLane)
                  : i == 0 ? fromLane(rows, plus(g, 8 * matrix), kAnyLane)
                           : places[0];
    for (unsigned half = 0; half < (turned ? 2U : 1U); ++half) {
      Value* word = constant(32, 0);
      for (unsigned i = 0; i < 4; ++i) {
        Value* element = elementAt(places[i], turned ? plus(g, 8 * half) : plus(first, i));
        word = b_.CreateOr(word, b_.CreateShl(element, 8 * i));
      }
      words.push_back(word);
    }
  }
  writeFragment(instruction.operands[0], words);
}

void FunctionLowering::lowerStoreBytes(const Instruction& instruction) {
  std::vector<Value*> words = readFragment(instruction.operands[1], 32, matrixCount(instruction));
  Value* rows = matrixRows(instruction, instruction.operands[0]);
  Value* lane = laneId();
  Value *g = b_.CreateLShr(lane, 2), *column = b_.CreateShl(b_.CreateAnd(lane, 3), 1);
  for (unsigned matrix = 0; matrix < words.size(); ++matrix)
    for (unsigned i = 0; i < 4; ++i) {
      Value* from = b_.CreateAdd(column, constant(32, 8 * matrix + (i & 1)));
      Value* row = fromLane(rows, from, kAnyLane);
      Value* offset = b_.CreateAdd(g, constant(32, i < 2 ? 0 : 8));
      Value* byte = b_.CreateTrunc(b_.CreateLShr(words[matrix], 8 * i), b_.getInt8Ty());
      b_.CreateAlignedStore(byte, placeInRow(instruction, row, offset), llvm::Align(1));
    }
}

} // namespace heddle::ptx
