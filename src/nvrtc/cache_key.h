// Keys of entries in the compute cache: a digest of all that the entry depends on, with the version
// of this compiler and of LLVM.
#pragma once

#include <string>
#include <string_view>

namespace heddle::nvrtc {

class CacheKey {
public:
  // `kind` tells entries of different kinds apart that depend on the same input.
  explicit CacheKey(std::string_view kind);
  void add(std::string_view part);
  std::string digest() const;

private:
  std::string text_;
};

} // namespace heddle::nvrtc
