// Our own cubin: an ELF file with the PTX of a module and native code for some kernels in some
// block shapes. The code fits one kind of processor and one version of the compiler, which its
// identity says; the PTX says what the module consists of, and stands in for other shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fatbin {

struct Cubin {
  std::string identity;                       // of the objects; empty: there are none
  std::vector<std::string> sources;           // PTX
  std::map<std::string, std::string> objects; // by the digest of all that they depend on
  unsigned arch = 0;                          // that it was made for: 75, 90 …; 0: any
  std::uint64_t flags = 0;                    // flagArchSpecific or flagFamilySpecific
};

std::string writeCubin(const Cubin& cubin);
// Nothing when the file is none of ours, or damaged.
std::optional<Cubin> readCubin(std::string_view file);
// How long the cubin is that begins with these `known` bytes, for images that come without a
// length; 0: none of ours.
std::size_t cubinSize(const void* data, std::size_t known);

// Binary code serves devices of its major compute capability, from its own minor one on;
// architecture-specific code that capability alone.
bool binaryServes(unsigned arch, std::uint64_t flags, unsigned computeCapability);

} // namespace heddle::fatbin
