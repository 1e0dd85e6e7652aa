// Heddle's own cubin: an ELF file with the PTX of a module, and with native code for some of its
// kernels at some block dimensions. The native code is only valid for the processor and the version
// of the compiler that `identity` names. The PTX describes the module, and kernels without native
// code are compiled from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fatbin {

struct Cubin {
  std::string identity; // jit::codeIdentity() of the objects; empty without objects
  // The PTX of the code. It is empty in a cubin that only has native code for kernels whose PTX is
  // in other objects of the program.
  std::vector<std::string> sources;
  // Sealed objects (jit/sealed_object.h), by the hash of everything that they depend on.
  std::map<std::string, std::string> objects;
  unsigned arch = 0;       // the target, 90 for sm_90; 0 for any
  std::uint64_t flags = 0; // flagArchSpecific or flagFamilySpecific
  // Whether it is still to be linked. Build tools tell an object from a program by the header, so
  // it is written; no reader here depends on it.
  bool isRelocatable = false;
};

std::string writeCubin(const Cubin& cubin);
// Nothing when the file is not a cubin of Heddle or is damaged.
std::optional<Cubin> readCubin(std::string_view file);
// Whether the header has the mark of our cubins, even if the file is damaged.
bool isCubin(const Elf64_Ehdr& header);
// The size of the cubin that begins with these `known` bytes, for images that are passed without a
// size. 0 when it is not a cubin of Heddle.
std::size_t cubinSize(const void* data, std::size_t known);

// Whether binary code runs on a device. It needs the same major compute capability and at least the
// same minor one; architecture-specific code needs exactly its own.
bool binaryRunsOn(unsigned arch, std::uint64_t flags, unsigned computeCapability);

} // namespace heddle::fatbin
