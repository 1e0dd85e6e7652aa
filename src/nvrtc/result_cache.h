// Results of earlier compilations, in the compute cache. A result is good as long as the files that
// were read for it are what they were.
#pragma once

#include "nvrtc/compiler.h"

#include <optional>

namespace heddle::nvrtc {

class ResultCache {
public:
  explicit ResultCache(const Request& request);

  std::optional<Result> load() const;
  void store(const Result& result) const;

private:
  std::string key_; // empty: this request is not to be cached
};

} // namespace heddle::nvrtc
