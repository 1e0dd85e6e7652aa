// Matrix fragments: which lane of a warp holds which element. All shapes but the one of sm_70
// follow one rule. With g = lane / 4, t = lane % 4 and P elements in a register:
//   A: register q * (M/8) + r holds row g + 8r, columns 4Pq + Pt …
//   B: register c * (K/4P) + q holds column g + 8c, rows 4Pq + Pt …
//   C, D: element (c * (M/8) + r) * 2 + j is row g + 8r, column 8c + 2t + j
// wmma fragments, whose layout PTX leaves open, follow it too.
#pragma once

#include <string_view>

namespace heddle::ptx {

// What a fragment is made of, by the name in the instruction.
struct MatrixElement {
  enum class Kind { Half, Brain, Tensor32, Float32, Float64, Signed, Unsigned, Bit, E4m3, E5m2 };
  Kind kind;
  unsigned bits;

  unsigned registerBits() const { return bits == 64 ? 64 : 32; }
  unsigned perRegister() const { return bits == 64 ? 1 : 32 / bits; }
};
// Must be one of the types that the instruction table lets matrix instructions have.
MatrixElement matrixElement(std::string_view name);

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
