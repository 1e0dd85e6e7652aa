// Block-scaled mma. Each row of A and each column of B is cut into as many blocks as .scale_vec
// says, and the elements of a block share a scale. Scales are bytes in registers of their own. Of
// four consecutive lanes, two hold those of rows g and g + 8 of A, and one those of column g of B;
// a selector says which lanes, and from which byte on. The products are summed in double, where
// almost all sums are exact, and rounded once.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

namespace heddle::ptx {

llvm::Value* FunctionLowering::scaleOf(Value* byte, ScaleType type) {
  switch (type) {
  case ScaleType::Ue4m3: {
    Value* magnitude = b_.CreateAnd(byte, constant(32, 0x7f)); // there is no sign
    return b_.CreateFPExt(helper("cvt.f32.e4m3", b_.getFloatTy(), {magnitude}), b_.getDoubleTy());
  }
  case ScaleType::Ue8m0:
    return powerOfTwo(byte);
  }
  llvm_unreachable("no such type");
}

// What a byte of type ue8m0, which is an exponent alone, stands for.
llvm::Value* FunctionLowering::powerOfTwo(Value* byte) {
  auto* i64 = b_.getInt64Ty();
  constexpr std::uint64_t kBias = 1023 - 127;
  Value* exponent = b_.CreateAdd(b_.CreateZExt(byte, i64), constant(64, kBias));
  Value* power = b_.CreateBitCast(b_.CreateShl(exponent, 52), b_.getDoubleTy());
  return b_.CreateSelect(b_.CreateICmpEQ(byte, constant(32, 0xff)),
                         llvm::ConstantFP::getNaN(b_.getDoubleTy()), power);
}

BlockScales FunctionLowering::readScales(const Instruction& instruction, unsigned depth,
                                         std::size_t first) {
  BlockScales scales;
  if (!instruction.has(Flag::BlockScale))
    return scales;
  unsigned blocks = scalesPerRow(instruction);
  scales.length = depth / blocks;
  auto type = instruction.required<ScaleType>();
  Value* lane = laneId();
  auto selector = [&](std::size_t operand, std::size_t i) {
    return b_.CreateZExt(read(instruction.operands[operand].elements[i], ScalarType::B16),
                         b_.getInt32Ty());
  };
  auto factors = [&](std::size_t operand, BlockScales::Factors& to, auto&& laneOf) {
    Value* word = read(instruction.operands[operand], ScalarType::B32);
    Value* byte = selector(operand + 1, 0);
    std::array<Value*, 2> words;
    for (unsigned line = 0; line < 2; ++line)
      words[line] = b_.CreateLShr(fromLane(word, laneOf(line), kAnyLane), b_.CreateShl(byte, 3));
    for (unsigned block = 0; block < blocks; ++block) {
      std::array<Value*, 2> both;
      for (unsigned line = 0; line < 2; ++line)
        both[line] = scaleOf(b_.CreateAnd(b_.CreateLShr(words[line], 8 * block), 0xff), type);
      to.push_back(both);
    }
  };
  factors(first, scales.rows, [&](unsigned line) {
    Value* pair = b_.CreateShl(selector(first + 1, 1), 1);
    return b_.CreateOr(b_.CreateAnd(lane, 0x1c), b_.CreateOr(pair, constant(32, line)));
  });
  factors(first + 2, scales.columns, [&](unsigned line) {
    Value* column = b_.CreateOr(b_.CreateShl(b_.CreateAnd(lane, 3), 1), constant(32, line));
    return b_.CreateOr(b_.CreateShl(column, 2), selector(first + 3, 1));
  });
  return scales;
}

llvm::Value* FunctionLowering::scaled(const BlockScales& scales,
                                      const BlockScales::Factors& factors, unsigned line,
                                      unsigned column, Value* element) {
  if (scales.length == 0)
    return element;
  return b_.CreateFMul(b_.CreateFPExt(element, b_.getDoubleTy()),
                       factors[column / scales.length][line]);
}

void FunctionLowering::widenSums(const BlockScales& scales, std::vector<Value*>& sums) {
  if (scales.length != 0)
    for (Value*& sum : sums)
      sum = b_.CreateFPExt(sum, b_.getDoubleTy());
}

void FunctionLowering::narrowSums(const BlockScales& scales, std::vector<Value*>& sums) {
  if (scales.length == 0)
    return;
  auto* f32 = b_.getFloatTy();
  Value* nan = b_.CreateBitCast(constant(32, 0x7fffffff), f32);
  for (Value*& sum : sums)
    sum = b_.CreateSelect(b_.CreateFCmpUNO(sum, sum), nan, b_.CreateFPTrunc(sum, f32));
}

} // namespace heddle::ptx
