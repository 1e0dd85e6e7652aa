// GPU architectures by name, and which images -arch, -code and -gencode ask for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvcc {

struct Architecture {
  std::string_view name;  // without sm_ or compute_: "75", "90a"
  unsigned number;        // 75, 90
  char variant;           // 'a', 'f' or 0
  std::string_view clang; // the nearest that clang 19 knows, with the same prefix left out
  bool renamed;           // newer than clang 19: what is compiled for the nearest gets its name
  bool current;           // known to nvcc 13, hence part of `all`

  std::string virtualName() const;
  std::string realName() const;
  std::uint64_t imageFlags() const; // of fatbin::Flag, for the variant
};

// The spelling may begin with sm_, compute_ or lto_; null when there is no such architecture.
const Architecture* findArchitecture(std::string_view name);
std::span<const Architecture> architectures();

// One -gencode: PTX is made for the virtual architecture, and of it a cubin for each real one. The
// PTX itself goes into the fat binary whatever the list of codes says: a cubin of ours is none for
// the GPU that the program may find one day.
struct CodeTarget {
  const Architecture* architecture;
  std::vector<const Architecture*> cubins;
};

// Throws FatalError where nvcc refuses too.
std::vector<CodeTarget> selectTargets(const std::string& arch, std::span<const std::string> codes,
                                      std::span<const std::string> generateCodes);

// Our device takes no PTX for newer architectures, as no GPU does, yet a program that was compiled
// for nothing else is to run. So when none of `selected` loads there, this is the one whose PTX is
// embedded as PTX for ourDevice(); otherwise null.
const Architecture* selectForOurDevice(std::span<const CodeTarget> selected);
const Architecture& ourDevice();

} // namespace heddle::nvcc
