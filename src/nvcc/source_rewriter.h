// Rewrites what nvcc accepts and clang does not:
//   k << <grid, block >> > (x)              launches whose brackets are split by blanks
//   k<<<{1, 2}, {4}>>>(x)                   braces in the launch configuration
//   __shared__ alignas(16) char x[16];      alignas behind other specifiers
//   asm("…" : "=r"(a) : "r"(b) "r"(c));     operands of inline PTX without commas
//   void main() { … return; }               the main function of old guides
//   #define UNROLL #pragma unroll           macros that stand for a pragma
// It also replaces letters beyond ASCII in identifiers, because PTX has none. The rewriter works on
// the tokens of the text before preprocessing, and keeps every line where it is.
#pragma once

#include "nvcc/source_lexer.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvcc {

// The rewritten text, or nothing when clang understands the source as it is.
std::optional<std::string> rewriteSource(std::string_view source);
// The same for a source whose tokens are known.
std::optional<std::string> rewriteSource(std::string_view source, std::span<const Token> tokens);

struct Include {
  std::string name;
  bool quoted;
};
// The #include lines of a source with these tokens, in order, including those that #if would leave
// out.
std::vector<Include> findIncludes(std::span<const Token> tokens);

} // namespace heddle::nvcc
