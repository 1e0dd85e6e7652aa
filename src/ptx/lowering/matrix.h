// Matrix fragments: which lane of a warp holds which element. All shapes but that of sm_70 follow
// one rule. With g = lane / 4, t = lane % 4 and P elements in a register:
//   A: register q * (M/8) + r holds row g + 8r, columns 4Pq + Pt …
//   B: register c * (K/4P) + q holds column g + 8c, rows 4Pq + Pt …
//   C, D: element (c * (M/8) + r) * 2 + j is row g + 8r, column 8c + 2t + j
// PTX leaves the layout of wmma fragments open; they follow the rule too.
#pragma once

#include "ptx/module.h"

#include <array>
#include <optional>
#include <vector>

namespace llvm {
class Value;
}

namespace heddle::ptx {

// What a fragment is made of.
struct MatrixElement {
  enum class Kind {
    Half,
    Brain,
    Tensor32,
    Float32,
    Float64,
    Signed,
    Unsigned,
    Bit,
    Narrow, // a float of 8 bits or less
  };
  Kind kind;
  unsigned bits;                        // with padding
  ScalarType narrow = ScalarType::None; // of a Narrow element
  unsigned shift = 0;                   // where in its bits a narrow float begins

  unsigned registerBits() const { return bits == 64 ? 64 : 32; }
  unsigned perRegister() const { return bits == 64 ? 1 : 32 / bits; }
  unsigned sumsPerRegister() const { return bits == 16 ? 2 : 1; } // of C and D
};
// The type must be one that the instruction table lets matrix instructions have.
MatrixElement matrixElement(ScalarType type);
// An element of A or B. A 4-bit float takes 8 bits unless the kind of the mma is for 4-bit floats
// alone.
MatrixElement factorElement(ScalarType type, std::optional<MmaKind> kind);

// The scales by which the elements of A and B are multiplied, in blocks along a row of A or a
// column of B.
struct BlockScales {
  // For each block, the scales of the two rows or columns that a lane computes.
  using Factors = std::vector<std::array<llvm::Value*, 2>>;
  Factors rows, columns;
  unsigned length = 0; // of a block; 0: there are no scales
};

struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;

  unsigned registersA(MatrixElement e) const { return m / 8 * registersAlongK(e); }
  unsigned registersB(MatrixElement e) const { return n / 8 * registersAlongK(e); }
  unsigned registersAlongK(MatrixElement e) const { return k / (4 * e.perRegister()); }
  unsigned elementsC() const { return m * n / 32; }
};
MatrixShape matrixShape(MmaShape shape);
// From a name such as m16n8k16.
MatrixShape parseMatrixShape(std::string_view name);

// Where the metadata of a group of elements of a sparse A is: in which of the lanes that hold any,
// and from which bit on. `row` is 0 or 1, for the two rows of a lane.
struct MetadataPlace {
  unsigned lane, bit;
};
MetadataPlace metadataPlace(MatrixElement element, unsigned row, unsigned group);

// Registers of a wmma fragment of A or B with f16 elements, whatever the shape.
constexpr unsigned kHalfFragmentRegisters = 8;

// How many matrices ldmatrix or stmatrix moves.
unsigned matrixCount(const Instruction& instruction);

// Control words of shfl.idx. The lane that is read has the bits `laneBits` of the reading lane's
// number, and the other bits of the number that the shuffle is given.
constexpr unsigned keepLaneBits(unsigned laneBits) {
  return laneBits << 8 | 0x1f;
}
constexpr unsigned kAnyLane = keepLaneBits(0);

} // namespace heddle::ptx
