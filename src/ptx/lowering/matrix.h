// Matrix fragments: which lane of a warp holds which element. All shapes but the one of sm_70
// follow one rule. With g = lane / 4, t = lane % 4 and P elements in a register:
//   A: register q * (M/8) + r holds row g + 8r, columns 4Pq + Pt …
//   B: register c * (K/4P) + q holds column g + 8c, rows 4Pq + Pt …
//   C, D: element (c * (M/8) + r) * 2 + j is row g + 8r, column 8c + 2t + j
// wmma fragments, whose layout PTX leaves open, follow it too.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace llvm {
class Value;
}

namespace heddle::ptx {

// What a fragment is made of, by the name in the instruction.
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
  unsigned bits; // with padding
  std::string_view narrow = {};
  unsigned shift = 0; // where in its bits a narrow float begins

  unsigned registerBits() const { return bits == 64 ? 64 : 32; }
  unsigned perRegister() const { return bits == 64 ? 1 : 32 / bits; }
  unsigned sumsPerRegister() const { return bits == 16 ? 2 : 1; } // of C and D
};
// Must be one of the types that the instruction table lets matrix instructions have.
MatrixElement matrixElement(std::string_view name);
// Of A or B: 4-bit floats have 8 bits to themselves but where all elements are such.
MatrixElement factorElement(std::string_view name, std::string_view kind);

// What the elements of A and B are multiplied with, in blocks along a row of A or a column of B.
struct BlockScales {
  // Of each block, those of the two rows or columns that a lane has a part in.
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
// Of "m16n8k16" and the like.
MatrixShape matrixShape(std::string_view text);

} // namespace heddle::ptx
