// Kernel launches as nvcc accepts them and clang does not: `k << <grid, block >> > (x)`, the
// brackets split by blanks, and `k<<<{1, 2}, {4}>>>(x)`, braces in the configuration. The rewriter
// works on tokens of the text before preprocessing, keeps every line where it is, and leaves all
// that is no launch alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvcc {

// The text as clang understands it; nothing when it is fine as it is.
std::optional<std::string> rewriteLaunches(std::string_view source);

struct Include {
  std::string name;
  bool quoted;
};
// The #include lines of a source, in order; whether they are reached is not asked.
std::vector<Include> findIncludes(std::string_view source);

} // namespace heddle::nvcc
