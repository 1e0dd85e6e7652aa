// Error checks and device memory for the CUDA workloads.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::bench {

inline void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error(std::string(cudaGetErrorName(error)) + ": " +
                             cudaGetErrorString(error));
  }
}

// Ends a timed run: everything launched has finished, without error.
inline void finish() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

template <typename T> class Buffer {
public:
  explicit Buffer(std::size_t count) : count_(count) {
    check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  explicit Buffer(const std::vector<T>& contents) : Buffer(contents.size()) { write(contents); }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() const { return data_; }
  void write(const std::vector<T>& contents) {
    check(cudaMemcpy(data_, contents.data(), contents.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> read() const {
    std::vector<T> contents(count_);
    check(cudaMemcpy(contents.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return contents;
  }

private:
  T* data_ = nullptr;
  std::size_t count_;
};

constexpr unsigned blocksFor(unsigned count, unsigned block) {
  return (count + block - 1) / block;
}

} // namespace heddle::bench
