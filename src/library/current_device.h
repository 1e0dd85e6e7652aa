// Functions that work with several devices change the current one, because each call of CUDA goes
// to the device that is current.
#pragma once

#include "cuda_runtime_api.h"

namespace heddle::library {

// Makes another device current, and the former one again at the end of the scope.
class CurrentDevice {
public:
  CurrentDevice() { cudaGetDevice(&former_); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice() { cudaSetDevice(former_); }
  void set(int number) { cudaSetDevice(number); }

private:
  int former_ = 0;
};

} // namespace heddle::library
