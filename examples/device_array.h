// Device memory that frees itself, for the programs whose subject is another one than memory.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "example.h"

template <class T> class DeviceArray {
public:
  explicit DeviceArray(size_t size) : size_(size) {
    CHECK_CUDA(cudaMalloc(&data_, size * sizeof(T)));
    CHECK_CUDA(cudaMemset(data_, 0, size * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    CHECK_CUDA(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  // So that the array can be passed to a kernel like the pointer that cudaMalloc gives.
  operator T*() const { return data_; }

  // What the array holds once all the work before has ended, which must have succeeded.
  std::vector<T> values() const {
    std::vector<T> values(size_);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

private:
  T* data_ = nullptr;
  size_t size_;
};
