// What the conformance programs share: checks that print their place and end the program with a
// non-zero status, and a buffer with a host and a device side. It uses nothing but the plainest
// runtime calls, so that a program tests what its name says and little else.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <type_traits>

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond))                                                                                   \
      conformance::fail(__FILE__, __LINE__, "CHECK(" #cond ") is false");                          \
  } while (0)

// The call must return cudaSuccess.
#define CUDA_CHECK(call) EXPECT_CUDA(cudaSuccess, call)

// The call must return this cudaError_t.
#define EXPECT_CUDA(expected, call)                                                                \
  conformance::expectError((expected), (call), #call, __FILE__, __LINE__)

#define EXPECT_EQ(actual, expected)                                                                \
  conformance::expectEqual((actual), (expected), #actual, #expected, __FILE__, __LINE__)

// As EXPECT_EQ inside a loop: says at which index the values differ.
#define EXPECT_EQ_AT(index, actual, expected)                                                      \
  conformance::expectEqual((actual), (expected), #actual, #expected, __FILE__, __LINE__,           \
                           static_cast<long long>(index))

namespace conformance {

[[noreturn]] inline void fail(const char* file, int line, const char* message) {
  fflush(stdout);
  fprintf(stderr, "%s:%d: %s\n", file, line, message);
  // Not exit(): some programs end with a faulted device or blocked streams, whose destructors
  // need not return.
  fflush(stderr);
  _Exit(1);
}

inline void expectError(cudaError_t expected, cudaError_t actual, const char* call,
                        const char* file, int line) {
  if (actual == expected)
    return;
  char message[1024];
  snprintf(message, sizeof message, "%s returned %s (%d, %s), expected %s (%d)", call,
           cudaGetErrorName(actual), static_cast<int>(actual), cudaGetErrorString(actual),
           cudaGetErrorName(expected), static_cast<int>(expected));
  fail(file, line, message);
}

template <class T> void formatValue(char* text, size_t size, T value) {
  if constexpr (std::is_pointer_v<T>) {
    snprintf(text, size, "%p", static_cast<const void*>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    snprintf(text, size, "%.17g (%a)", static_cast<double>(value), static_cast<double>(value));
  } else if constexpr (std::is_unsigned_v<T>) {
    snprintf(text, size, "%llu (0x%llx)", static_cast<unsigned long long>(value),
             static_cast<unsigned long long>(value));
  } else {
    snprintf(text, size, "%lld", static_cast<long long>(value));
  }
}

template <class A, class B>
void expectEqual(A actual, B expected, const char* actualText, const char* expectedText,
                 const char* file, int line, long long index = -1) {
  // A literal such as 3 may stand for any type; the comparison happens in the actual value's type.
  if (actual == static_cast<A>(expected))
    return;
  char got[96], want[96], place[48] = "", message[1024];
  formatValue(got, sizeof got, actual);
  formatValue(want, sizeof want, static_cast<A>(expected));
  if (index >= 0)
    snprintf(place, sizeof place, " at index %lld", index);
  snprintf(message, sizeof message, "%s is %s, expected %s = %s%s", actualText, got, expectedText,
           want, place);
  fail(file, line, message);
}

inline int ok() {
  puts("ok");
  return 0;
}

} // namespace conformance

using conformance::ok;

// Elements that live on the device, with a host copy: both start zeroed.
template <class T> class Buffer {
public:
  explicit Buffer(size_t count) : count_(count) {
    host_ = static_cast<T*>(calloc(count, sizeof(T)));
    CHECK(host_ != nullptr);
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&device_), count * sizeof(T)));
    upload();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    cudaFree(device_);
    free(host_);
  }

  void upload() {
    CUDA_CHECK(cudaMemcpy(device_, host_, count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  // Also reports what went wrong in the launches before it.
  void download() {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host_, device_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
  }

  T* device() const { return device_; }
  T* host() const { return host_; }
  size_t size() const { return count_; }
  T& operator[](size_t index) { return host_[index]; }

private:
  size_t count_;
  T* host_ = nullptr;
  T* device_ = nullptr;
};
