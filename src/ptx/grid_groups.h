// The functions of the device runtime for groups of a whole grid, as a unit of PTX. Compilers other
// than nvcc call them, and cuda_device_runtime_api.h declares them. NVIDIA's are in libcudadevrt.a.
#pragma once

#include "ptx/module.h"

#include <memory>
#include <span>

namespace heddle::ptx {

// The unit to link the others with. Null unless one of them declares a function of it.
std::shared_ptr<const Unit> gridGroupsFor(std::span<const std::shared_ptr<const Unit>> units);

} // namespace heddle::ptx
