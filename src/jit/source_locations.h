// Source locations of compiled code, for the report of a fault. Kernels are compiled without tables
// of lines. To look one up, the kernel is compiled again with a table; it counts only if the code
// is the same, byte for byte.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
class Module;
} // namespace llvm

namespace heddle::jit {

struct SourceLocation {
  std::string file; // ptx::kPtxFile where the PTX does not name its source
  unsigned line;
  auto operator<=>(const SourceLocation&) const = default;
};

// As a report names it: "file:line", or a line of the PTX.
std::string describe(const SourceLocation& location);

// The source locations of a kernel's code. On the way through the compiler, the line of an
// instruction's debug location is the number of its entry in this list, counted from 1.
using SourceLocations = std::vector<SourceLocation>;

// Replaces the debug locations of thread IR, in which functions have been inlined, by such numbers.
SourceLocations numberSourceLocations(llvm::Module& module);

// Must be called before code generation. Gives each function a scope for its locations, so that a
// table is written. With `locations`, it is a table of their files and lines in place of the
// numbers.
void keepSourceLocations(llvm::Module& module, const SourceLocations* locations);

// A hash of the object's code: equal for two objects with the same instructions.
std::uint64_t codeDigest(const llvm::MemoryBuffer& object);

// The number of the source location of the instruction at `offset` bytes from the symbol; 0 when
// there is none.
unsigned sourceLocationAt(const llvm::MemoryBuffer& object, const std::string& symbol,
                          std::int64_t offset);

} // namespace heddle::jit
