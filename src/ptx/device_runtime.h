// The functions of the device runtime as PTX knows them.
#pragma once

#include "ptx/module.h"

#include <string_view>

namespace heddle::ptx {

struct DeviceRuntimeFunction {
  const char* name;
  const char* result;
  const char* parameters;
  int stream;
};

// Null for any other name; `perThread` says that stream 0 is the thread's own.
const DeviceRuntimeFunction* deviceRuntimeFunction(std::string_view name, bool& perThread);
bool hasSignature(const DeviceRuntimeFunction& function, const Signature& signature);

} // namespace heddle::ptx
