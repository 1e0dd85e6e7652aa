// The functions of CUDA's device runtime (dynamic parallelism), by their names in PTX. Their table
// is ir/device_runtime.def.
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

// Null for any other name. Sets `perThread` where the name is that of the variant for which the
// default stream is the per-thread one.
const DeviceRuntimeFunction* deviceRuntimeFunction(std::string_view name, bool& perThread);
bool hasSignature(const DeviceRuntimeFunction& function, const Signature& signature);

} // namespace heddle::ptx
