// GPU architectures by name, as -arch and the PTX directive .target spell them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::toolkit {

struct Architecture {
  std::string_view name;  // without sm_ or compute_: "75", "90a"
  unsigned number;        // 75, 90
  char variant;           // 'a' (architecture-specific), 'f' (family-specific) or 0
  std::string_view clang; // name of the nearest architecture that clang 19 can compile for
  bool renamed;           // clang 19 does not know it, so .target must be changed in clang's PTX
  bool current;           // known to nvcc 13, hence part of -arch=all

  std::string virtualName() const;
  std::string realName() const;
  std::uint64_t imageFlags() const; // flags of fatbin::Image that stand for the variant
};

// `name` may begin with sm_, compute_ or lto_. Null when there is no such architecture.
const Architecture* findArchitecture(std::string_view name);
// From the oldest to the newest.
std::span<const Architecture> architectures();

} // namespace heddle::toolkit
