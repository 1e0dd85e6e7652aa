// mma.sp. A holds only those elements of each row that may differ from zero: one of two for tf32,
// two pairs of eight for 4-bit integers, else two of four. Four bits of metadata for each such
// group, two indices of two bits, say which. One, two or all of four consecutive lanes hold the
// metadata of their two rows; the last operand says which lanes.
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/matrix.h"

#include <array>

namespace heddle::ptx {
namespace {

using Kind = MatrixElement::Kind;

constexpr unsigned kRows = 2; // of a lane: g and g + 8

} // namespace

// A lane holds half a word for each of its two rows, or, for elements of 8 bits and less, a word
// for one row.
MetadataPlace metadataPlace(MatrixElement element, unsigned row, unsigned group) {
  if (element.bits <= 8)
    return {group / 8 * kRows + row, 4 * (group % 8)};
  return {group / 4, 16 * row + 4 * (group % 4)};
}

void FunctionLowering::lowerSparseMultiply(const Instruction& instruction) {
  std::optional<MmaKind> kind = instruction.modifier<MmaKind>();
  MatrixElement a = factorElement(instruction.atype, kind);
  MatrixElement b = factorElement(instruction.btype, kind);
  MatrixElement c = matrixElement(instruction.ctype);
  MatrixShape shape = matrixShape(instruction.required<MmaShape>());
  MatrixShape stored = shape;
  stored.k /= 2;
  const std::vector<Operand>& operands = instruction.operands;
  std::vector<std::vector<Value*>> left;
  for (Value* word : readFragment(operands[1], a.registerBits(), stored.registersA(a)))
    left.push_back(unpackElements(word, a));
  std::vector<Value*> wordsB = readFragment(operands[2], b.registerBits(), shape.registersB(b));
  std::vector<Value*> sums = readAccumulators(operands[3], c, shape.elementsC());
  std::vector<Value*> before = sums;
  bool saturates = instruction.has(Flag::Satfinite);
  if (saturates)
    for (Value*& sum : sums)
      sum = constant(32, 0);
  BlockScales scales = readScales(instruction, shape.k, 6);
  widenSums(scales, sums);

  // The rows of B, in the two columns of this lane.
  unsigned perRegister = a.perRegister();
  std::vector<std::array<Value*, 2>> right;
  for (Value* word : wordsB) {
    std::vector<Value*> elements = unpackElements(turnLanes(word), b);
    for (unsigned t = 0; t < 4; ++t)
      for (Value* element : elements)
        right.push_back({fromLane(element, t << 2, keepLaneBits(0x03)),
                         fromLane(element, (4 | t) << 2, keepLaneBits(0x03))});
  }

  // An index counts units, which are elements or pairs of 4-bit ones. For tf32 it counts halves of
  // elements, so that its upper bit says which element.
  unsigned unit = a.bits == 4 ? 2 : 1;
  unsigned indices = a.kind == Kind::Tensor32 ? 1 : 2;
  unsigned width = a.kind == Kind::Tensor32 ? 2 : 4 * unit;
  unsigned groups = shape.k / width, lanes = groups / 4;
  auto selector = static_cast<unsigned>(operands[5].value);
  Value* metadata = read(operands[4], ScalarType::B32);
  auto bitOf = [&](Value* word, unsigned bit) {
    return b_.CreateTrunc(b_.CreateLShr(word, bit), b_.getInt1Ty());
  };
  for (unsigned group = 0; group < groups; ++group)
    for (unsigned r = 0; r < kRows; ++r) {
      MetadataPlace place = metadataPlace(a, r, group);
      Value* word = fromLane(metadata, (selector * lanes + place.lane) & 3, keepLaneBits(0x1c));
      for (unsigned index = 0; index < indices; ++index) {
        unsigned bit = place.bit + 2 * index;
        Value *low = bitOf(word, bit), *high = bitOf(word, bit + 1);
        for (unsigned i = 0; i < unit; ++i) {
          unsigned column = (group * indices + index) * unit + i;
          unsigned q = column / (4 * perRegister), t = column / perRegister % 4;
          Value* factor =
              scaled(scales, scales.rows, r, group * width,
                     fromLane(left[q * kRows + r][column % perRegister], t, keepLaneBits(0x1c)));
          for (unsigned j = 0; j < 2; ++j) {
            auto row = [&](unsigned n) { return right[group * width + n * unit + i][j]; };
            Value* other = a.kind == Kind::Tensor32
                               ? b_.CreateSelect(high, row(1), row(0))
                               : b_.CreateSelect(high, b_.CreateSelect(low, row(3), row(2)),
                                                 b_.CreateSelect(low, row(1), row(0)));
            Value*& sum = sums[r * 2 + j];
            other = scaled(scales, scales.columns, j, group * width, other);
            sum = multiplyAccumulate(instruction, a, factor, other, sum);
          }
        }
      }
    }
  if (saturates)
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = intrinsic(llvm::Intrinsic::sadd_sat, {b_.getInt32Ty()}, {before[i], sums[i]});
  narrowSums(scales, sums);
  writeAccumulators(operands[0], matrixElement(instruction.dtype), sums);
}

} // namespace heddle::ptx
