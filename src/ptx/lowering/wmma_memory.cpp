// wmma.load and wmma.store: matrix fragments to and from memory. A lane reads or writes the
// elements that matrix.h gives it.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

#include <fmt/format.h>

namespace heddle::ptx {

// A matrix in memory, and the place of the lane in its fragment.
struct FunctionLowering::FragmentAccess {
  WmmaFragment fragment;
  MatrixShape shape;
  MatrixElement element;
  bool isRowMajor;
  Value* base;
  Value* stride; // from one row, or column, to the next, in elements
  Value* g = nullptr;
  Value* t = nullptr; // lane / 4 and lane % 4, as in matrix.h

  bool isA() const { return fragment == WmmaFragment::A; }
  bool isSum() const {
    switch (fragment) {
    case WmmaFragment::A:
    case WmmaFragment::B:
      return false;
    case WmmaFragment::C:
    case WmmaFragment::D:
      return true;
    }
    llvm_unreachable("no such fragment");
  }
  unsigned height() const { return fragment == WmmaFragment::B ? shape.k : shape.m; }
  unsigned width() const { return isA() ? shape.k : shape.n; }
  // The bits of one element in memory.
  unsigned memoryBits() const { return std::max(element.bits, 8U); }
  llvm::Align align() const { return llvm::Align(memoryBits() / 8); }
};

void FunctionLowering::placeLane(FragmentAccess& access) {
  access.stride = b_.CreateZExt(access.stride, b_.getInt64Ty());
  Value* lane = laneId();
  access.g = b_.CreateLShr(lane, 2);
  access.t = b_.CreateAnd(lane, 3);
}

llvm::Value* FunctionLowering::elementAddress(const FragmentAccess& access, Value* row,
                                              Value* column) {
  auto* i64 = b_.getInt64Ty();
  Value *major = access.isRowMajor ? row : column, *minor = access.isRowMajor ? column : row;
  Value* index = b_.CreateAdd(b_.CreateMul(b_.CreateZExt(major, i64), access.stride),
                              b_.CreateZExt(minor, i64));
  unsigned bits = access.element.bits;
  Value* offset = bits < 8 ? b_.CreateLShr(index, bits == 4 ? 1 : 3)
                           : b_.CreateMul(index, b_.getInt64(bits / 8));
  return b_.CreateGEP(b_.getInt8Ty(), access.base, offset);
}

// Calls `body` within the warp function for loads of this spelling. It returns the registers of the
// fragment.
void FunctionLowering::loadFragment(const Instruction& instruction, FragmentAccess& access,
                                    std::size_t count, llvm::Type* type,
                                    llvm::function_ref<std::vector<Value*>()> body) {
  llvm::Type* space = access.base->getType();
  Value* arguments[] = {b_.CreatePtrToInt(access.base, b_.getInt64Ty()), access.stride};
  std::vector<llvm::Type*> results(count, type);
  auto inside = [&](llvm::ArrayRef<Value*> parameters) {
    access.base = b_.CreateIntToPtr(parameters[0], space);
    access.stride = parameters[1];
    placeLane(access);
    return body();
  };
  writeFragment(instruction.operands[0], inWarpFunction(instruction.fullName(), arguments, results,
                                                        inside, llvm::MemoryEffects::readOnly()));
}

// Loads a register of A or B. Rows of A, or columns of B, come in groups of eight, of which `o` is
// the number; `q` is the number of the register along K.
llvm::Value* FunctionLowering::loadFactorRegister(const FragmentAccess& access, unsigned o,
                                                  unsigned q) {
  const MatrixElement& e = access.element;
  const unsigned pack = e.perRegister();
  llvm::Type* ty = b_.getIntNTy(e.registerBits());
  auto at = [&](Value* g, Value* t, unsigned i) {
    Value* across = b_.CreateAdd(g, constant(32, std::uint64_t{8} * o));
    Value* along = b_.CreateAdd(b_.CreateMul(t, constant(32, pack)),
                                constant(32, std::uint64_t{4} * pack * q + i));
    return access.isA() ? elementAddress(access, across, along)
                        : elementAddress(access, along, across);
  };
  if (access.isA() == access.isRowMajor) // the elements lie next to each other
    return b_.CreateAlignedLoad(ty, at(access.g, access.t, 0), llvm::Align(e.registerBits() / 8));
  // In memory the elements of different g lie next to each other. So lane 8t + g loads them, where
  // eight lanes read contiguous memory, and turnLanes() brings them to lane 4g + t.
  Value* g = b_.CreateAnd(laneId(), 7);
  Value* t = b_.CreateLShr(laneId(), 3);
  llvm::Type* element = b_.getIntNTy(access.memoryBits());
  Value* word = nullptr;
  for (unsigned i = 0; i < pack; ++i) {
    Value* part = b_.CreateZExt(b_.CreateAlignedLoad(element, at(g, t, i), access.align()), ty);
    word = i == 0 ? part : b_.CreateOr(word, b_.CreateShl(part, i * e.bits));
  }
  return turnLanes(word);
}

void FunctionLowering::loadFactor(const Instruction& instruction, FragmentAccess& access) {
  const MatrixElement& e = access.element;
  if (access.isA() != access.isRowMajor && e.bits < 8)
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        fmt::format("Layout of '{}' is not possible", instruction.fullName())};
  unsigned depth = access.shape.registersAlongK(e);
  unsigned outer = (access.isA() ? access.shape.m : access.shape.n) / 8;
  std::size_t needed = std::size_t{outer} * depth;
  // Registers of an f16 fragment that the shape does not need are filled with copies.
  std::size_t count = instruction.type == ScalarType::F16
                          ? std::max<std::size_t>(needed, kHalfFragmentRegisters)
                          : needed;
  loadFragment(instruction, access, count, b_.getIntNTy(e.registerBits()), [&] {
    std::vector<Value*> words(needed);
    for (unsigned q = 0; q < depth; ++q)
      for (unsigned o = 0; o < outer; ++o)
        words[access.isA() ? q * outer + o : o * depth + q] = loadFactorRegister(access, o, q);
    for (std::size_t i = 0; words.size() < count; ++i)
      words.push_back(words[i]);
    return words;
  });
}

// The address of an element of C or D, by its number in the fragment.
llvm::Value* FunctionLowering::sumAddress(const FragmentAccess& access, unsigned number) {
  unsigned rows = access.shape.m / 8;
  unsigned j = number & 1, r = number / 2 % rows, c = number / 2 / rows;
  return elementAddress(access, b_.CreateAdd(access.g, constant(32, 8 * r)),
                        b_.CreateAdd(b_.CreateShl(access.t, 1), constant(32, 8 * c + j)));
}

void FunctionLowering::loadSums(const Instruction& instruction, FragmentAccess& access) {
  unsigned count = access.shape.elementsC(), pack = access.element.sumsPerRegister();
  auto *i32 = b_.getInt32Ty(), *element = b_.getIntNTy(access.memoryBits());
  loadFragment(instruction, access, count / pack, pack == 2 ? i32 : element, [&] {
    std::vector<Value*> values, words;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(b_.CreateAlignedLoad(element, sumAddress(access, i), access.align()));
    if (pack == 1)
      return values;
    for (unsigned i = 0; i < count; i += 2)
      words.push_back(b_.CreateOr(b_.CreateZExt(values[i], i32),
                                  b_.CreateShl(b_.CreateZExt(values[i + 1], i32), 16)));
    return words;
  });
}

void FunctionLowering::storeSums(const Instruction& instruction, FragmentAccess& access) {
  unsigned count = access.shape.elementsC(), pack = access.element.sumsPerRegister();
  llvm::Type* element = b_.getIntNTy(access.memoryBits());
  placeLane(access);
  std::vector<Value*> words =
      readFragment(instruction.operands[1], access.element.registerBits(), count / pack);
  for (unsigned i = 0; i < count; ++i) {
    Value* value =
        pack == 1 ? words[i] : b_.CreateTrunc(b_.CreateLShr(words[i / 2], 16 * (i & 1)), element);
    b_.CreateAlignedStore(value, sumAddress(access, i), access.align());
  }
}

FunctionLowering::FragmentAccess FunctionLowering::fragmentAccess(const Instruction& instruction,
                                                                  const Operand& memory) {
  FragmentAccess access{.fragment = instruction.required<WmmaFragment>(),
                        .shape = matrixShape(instruction.required<MmaShape>()),
                        .element = matrixElement(instruction.type),
                        .isRowMajor = instruction.hasOfTwo(FragmentLayout::Row),
                        .base = nullptr,
                        .stride = nullptr};
  access.stride = instruction.operands.size() > 2
                      ? read(instruction.operands[2], ScalarType::U32)
                      : constant(32, access.isRowMajor ? access.width() : access.height());
  access.base = pointer(memory, instruction.modifier<SpaceModifier>());
  return access;
}

void FunctionLowering::lowerFragmentLoad(const Instruction& instruction) {
  FragmentAccess access = fragmentAccess(instruction, instruction.operands[1]);
  if (access.isSum())
    loadSums(instruction, access);
  else
    loadFactor(instruction, access);
}

void FunctionLowering::lowerFragmentStore(const Instruction& instruction) {
  FragmentAccess access = fragmentAccess(instruction, instruction.operands[0]);
  storeSums(instruction, access);
}

} // namespace heddle::ptx
