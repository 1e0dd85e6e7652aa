// Attributes of GPUs by compute capability, from the table in lib/heddle/profiles.
#pragma once

#include "driver/api/api.h"

#include <string>
#include <vector>

namespace heddle::driver {

struct CapabilityAttribute {
  std::string capability; // as "8.6"
  int value;
};
// The values of an attribute for each compute capability that CUDA 13 supports.
std::vector<CapabilityAttribute> attributeByCapability(CUdevice_attribute attribute);

} // namespace heddle::driver
