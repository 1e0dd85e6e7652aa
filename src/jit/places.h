// Where compiled code comes from. Kernels are compiled without tables of lines; who wants to know
// compiles the kernel again with them, which gives the same code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
class Module;
} // namespace llvm

namespace heddle::jit {

// The places of a kernel's code, as "file:line". On the way through the compiler an instruction's
// debug location has the number of its place in this list for a line.
using Places = std::vector<std::string>;

// On thread IR with functions inlined: numbers for locations.
Places numberPlaces(llvm::Module& module);

// Before code generation: functions that the numbers belong to, and the order to write a table.
void keepPlaces(llvm::Module& module);

// What tells two objects' code apart.
std::uint64_t codeDigest(const llvm::MemoryBuffer& object);

// The number of the place of the instruction that is `distance` bytes behind the symbol; 0 when
// there is none.
unsigned placeAt(const llvm::MemoryBuffer& object, const std::string& symbol,
                 std::int64_t distance);

} // namespace heddle::jit
