// Digests of all that a result in the compute cache depends on.
#pragma once

#include <string>
#include <string_view>

namespace heddle::nvrtc {

class CacheKey {
public:
  // `kind` keeps different things apart that are made from the same input.
  explicit CacheKey(std::string_view kind);
  void add(std::string_view part);
  std::string digest() const;

private:
  std::string text_;
};

} // namespace heddle::nvrtc
