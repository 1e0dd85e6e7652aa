// Helpers for the tests of libcublas: arrays on the device, a handle, and numbers that repeat.
#pragma once

#include "cublas_v2.h"
#include "cuda_runtime_api.h"

#include <complex>
#include <cstddef>
#include <gtest/gtest.h>
#include <vector>

namespace heddle::cublas_test {

template <class T> class DeviceArray {
public:
  explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
    EXPECT_EQ(cudaMalloc(&address_, size_ * sizeof(T) + 1), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(address_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
  }
  ~DeviceArray() { cudaFree(address_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return address_; }
  std::vector<T> values() const {
    std::vector<T> result(size_);
    EXPECT_EQ(cudaMemcpy(result.data(), address_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return result;
  }

private:
  T* address_ = nullptr;
  std::size_t size_;
};

class Handle {
public:
  Handle() { EXPECT_EQ(cublasCreate(&handle_), CUBLAS_STATUS_SUCCESS); }
  ~Handle() { EXPECT_EQ(cublasDestroy(handle_), CUBLAS_STATUS_SUCCESS); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator cublasHandle_t() const { return handle_; }

private:
  cublasHandle_t handle_ = nullptr;
};

// Small integers and halves, so that sums are exact in all types and any order.
template <class T> std::vector<T> numbers(std::size_t count, unsigned seed) {
  std::vector<T> result;
  result.reserve(count);
  unsigned state = seed * 2654435761u + 1;
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(static_cast<int>(state >> 24) % 9 - 4) / 2;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>) {
      T value;
      value.x = next();
      value.y = next();
      result.push_back(value);
    } else {
      result.push_back(static_cast<T>(next()));
    }
  }
  return result;
}

} // namespace heddle::cublas_test
