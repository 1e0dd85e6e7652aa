// Callbacks that a program gives as code: LTO-IR or a fat binary, which is linked when the plan is
// made.
#pragma once

#include "cuda_runtime_api.h"
#include "cufftXt.h"

#include <string>

namespace heddle::cufft {

// What the program has given. The plan keeps a copy until it is made.
struct JitCallbackCode {
  std::string symbol, image;
  void* info = nullptr;
};

// A callback as device code that is loaded.
class JitCallback {
public:
  JitCallback() = default;
  ~JitCallback();
  JitCallback(const JitCallback&) = delete;
  JitCallback& operator=(const JitCallback&) = delete;

  // Links the code and loads it. The symbol is the name of a C++ function, or that in object code.
  // False when the code cannot be linked, or has no function of this name for this type of
  // callback.
  bool load(const JitCallbackCode& code, cufftXtCallbackType type);
  // The address of the device function, as cufftXtSetCallback gets it.
  void* routine() const { return routine_; }

private:
  bool loadSymbol(const std::string& code, const std::string& symbol, cufftXtCallbackType type);
  void unload();

  cudaLibrary_t library_ = nullptr;
  void* routine_ = nullptr;
};

} // namespace heddle::cufft
