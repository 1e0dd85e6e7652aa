// CUlinkState: sources gathered to become one module.
#pragma once

#include "driver/driver.h"
#include "driver/image.h"

#include <string>
#include <vector>

namespace heddle::driver {

class LinkState {
public:
  explicit LinkState(const JitOptions& options) : options_(options) {}

  void add(Image image);
  CUresult complete(void** data, std::size_t* size);

private:
  JitOptions options_; // the caller keeps their values alive until the state is destroyed
  Image image_;
  std::string linked_;
};

} // namespace heddle::driver
