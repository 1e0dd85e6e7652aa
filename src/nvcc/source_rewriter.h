// What nvcc accepts and clang does not, rewritten: kernel launches with brackets split by blanks,
// `k << <grid, block >> > (x)`, or with braces in the configuration, `k<<<{1, 2}, {4}>>>(x)`,
// alignas behind __shared__ and its like, and letters beyond ASCII in identifiers, for which PTX
// has no place. The rewriter works on tokens of the text before preprocessing, keeps every line
// where it is, and leaves all else alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvcc {

// The text as clang understands it; nothing when it is fine as it is.
std::optional<std::string> rewriteSource(std::string_view source);

struct Include {
  std::string name;
  bool quoted;
};
// The #include lines of a source, in order; whether they are reached is not asked.
std::vector<Include> findIncludes(std::string_view source);

} // namespace heddle::nvcc
