// Functions that work with several devices change the current one, because each call of CUDA goes
// to the device that is current.
#pragma once

#include "cuda_runtime_api.h"

namespace heddle::library {

// Reads and sets the thread's context. The program may have made it with the driver API, while the
// runtime can only make the primary context of a device current. So this needs the driver's
// functions, which the library finds through the runtime that it is linked with.
class CurrentContext {
public:
  static void* get() {
    using Get = int (*)(void**);
    static const auto get = reinterpret_cast<Get>(find("cuCtxGetCurrent"));
    void* context = nullptr;
    return get && get(&context) == 0 ? context : nullptr;
  }
  static void set(void* context) {
    using Set = int (*)(void*);
    static const auto set = reinterpret_cast<Set>(find("cuCtxSetCurrent"));
    if (set)
      set(context);
  }

private:
  static void* find(const char* name) {
    constexpr unsigned int kFirstVersion = 4000;
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &function, kFirstVersion, cudaEnableDefault, &found);
    return error == cudaSuccess ? function : nullptr;
  }
};

// Makes other devices current, and at the end of the scope the context that was, if any, and the
// device that the thread has chosen for the time when no context is current.
class CurrentDevice {
public:
  CurrentDevice() = default;
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice() {
    if (!isChanged_)
      return;
    cudaSetDevice(device_);
    CurrentContext::set(context_);
  }
  cudaError_t set(int number) {
    if (!isChanged_) {
      context_ = CurrentContext::get();
      // While a context is current, cudaGetDevice() tells that one's device, and not the one that
      // the thread has chosen.
      CurrentContext::set(nullptr);
      cudaGetDevice(&device_);
      isChanged_ = true;
    }
    return cudaSetDevice(number);
  }

private:
  void* context_ = nullptr;
  int device_ = 0;
  bool isChanged_ = false;
};

} // namespace heddle::library
