// What the programs with the driver API share: checked calls, a context, modules from PTX files.
#pragma once

#include <cuda.h>

#include <string>
#include <vector>

#include "../example.h"

#define CHECK_DRIVER(call) driver::check((call), #call, __FILE__, __LINE__)

namespace driver {

inline void check(CUresult result, const char* call, const char* file, int line) {
  if (result == CUDA_SUCCESS)
    return;
  const char* name = "unknown error";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, name);
  std::exit(1);
}

// A context on a device, current while the object lives.
class Context {
public:
  explicit Context(int ordinal = 0) {
    CHECK_DRIVER(cuInit(0));
    CHECK_DRIVER(cuDeviceGet(&device_, ordinal));
    CHECK_DRIVER(cuCtxCreate(&context_, nullptr, 0, device_));
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { cuCtxDestroy(context_); }

  operator CUcontext() const { return context_; }

private:
  CUdevice device_;
  CUcontext context_;
};

// Memory of the device with a copy of the values. The context's end frees it.
template <class T> CUdeviceptr copied(const std::vector<T>& values) {
  CUdeviceptr memory;
  CHECK_DRIVER(cuMemAlloc(&memory, values.size() * sizeof(T)));
  CHECK_DRIVER(cuMemcpyHtoD(memory, values.data(), values.size() * sizeof(T)));
  return memory;
}
template <class T> std::vector<T> valuesOf(CUdeviceptr memory, size_t count) {
  std::vector<T> values(count);
  CHECK_DRIVER(cuMemcpyDtoH(values.data(), memory, count * sizeof(T)));
  return values;
}

} // namespace driver
