// CUlinkState: collects sources and links them to one module.
#pragma once

#include "driver/core/driver.h"
#include "driver/module/module_image.h"

#include <string>
#include <string_view>

namespace heddle::driver {

class LinkState {
public:
  explicit LinkState(const JitOptions& options) : options_(options) {}

  CUresult add(CUjitInputType type, const void* data, std::size_t size);
  CUresult complete(void** data, std::size_t* size);

private:
  CUresult addImage(std::string_view data);

  JitOptions options_; // the caller keeps their values alive until the state is destroyed
  Image image_;
  CUresult failure_ = CUDA_SUCCESS; // of an input that makes linking impossible
  bool completed_ = false;
  std::string linked_;
};

} // namespace heddle::driver
