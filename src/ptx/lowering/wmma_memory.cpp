// wmma.load and wmma.store: matrix fragments to and from memory.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

#include <fmt/format.h>

namespace heddle::ptx {

// wmma.load.{a,b,c} and wmma.store.d. A lane reads or writes the elements that matrix.h gives it.
void FunctionLowering::lowerFragmentAccess(const Instruction& instruction) {
  bool isLoad = instruction.has(WmmaOp::Load);
  bool isA = instruction.has(WmmaFragment::A), isB = instruction.has(WmmaFragment::B);
  MatrixShape shape = matrixShape(instruction.required<MmaShape>());
  MatrixElement e = matrixElement(instruction.type);
  bool rowMajor = instruction.has(FragmentLayout::Row);
  const Operand& memory = instruction.operands[isLoad ? 1 : 0];
  const Operand& registers = instruction.operands[isLoad ? 0 : 1];
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();

  unsigned height = isB ? shape.k : shape.m, width = isA ? shape.k : shape.n;
  Value* stride = instruction.operands.size() > 2 ? read(instruction.operands[2], ScalarType::U32)
                                                  : constant(32, rowMajor ? width : height);
  Value* base = pointer(memory, instruction.modifier<SpaceModifier>());
  Value *g = nullptr, *t = nullptr; // lane / 4 and lane % 4, as in matrix.h
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
  // Calls `body` within the warp function for loads of this spelling.
  auto load = [&](std::size_t count, llvm::Type* type, auto body) {
    llvm::Type* space = base->getType();
    Value* arguments[] = {b_.CreatePtrToInt(base, i64), stride};
    std::vector<llvm::Type*> results(count, type);
    writeFragment(registers, inWarpFunction(
                                 instruction.fullName(), arguments, results,
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
    // Registers of an f16 fragment that the shape does not need are filled with copies.
    std::size_t count = instruction.type == ScalarType::F16
                            ? std::max<std::size_t>(needed, kHalfFragmentRegisters)
                            : needed;
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

} // namespace heddle::ptx
