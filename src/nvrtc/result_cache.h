// Results of earlier compilations, in the compute cache. A result is valid while the files that
// were read for it have not changed.
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
  std::string key_; // empty when the result must not be cached
};

} // namespace heddle::nvrtc
