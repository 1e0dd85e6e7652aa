// A buffer in device memory that grows on demand.
#pragma once

#include "cuda_runtime_api.h"

#include <cstddef>

namespace heddle::curand {

class DeviceMemory {
public:
  DeviceMemory() = default;
  ~DeviceMemory() { cudaFree(address_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // Makes the buffer at least this large. Its content is lost when it grows.
  cudaError_t reserve(std::size_t bytes) {
    if (bytes <= bytes_)
      return cudaSuccess;
    cudaFree(address_);
    address_ = nullptr;
    bytes_ = 0;
    const cudaError_t error = cudaMalloc(&address_, bytes);
    if (error == cudaSuccess)
      bytes_ = bytes;
    return error;
  }
  template <class T> T* as() const { return static_cast<T*>(address_); }

private:
  void* address_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace heddle::curand
