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

// Makes other devices current for the time of a scope. At its end the context is current that was
// before it, or none if there was none, and the thread has chosen the same device as before, which
// counts while no context is current.
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
      // cudaGetDevice() tells the device of a current context. Only without one does it tell the
      // device that the thread has chosen, which is wanted here.
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
