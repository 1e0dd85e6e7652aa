// Which block dimensions a kernel can be launched with, for code that is made before the launch.
#pragma once

#include "jit/program.h"

#include <array>
#include <cstdint>

namespace heddle::jit {

// False where a launch would fail whatever the device, because the block is empty, too large or not
// as the kernel declares it.
bool canBeLaunched(const KernelInfo& kernel, const std::array<std::uint32_t, 3>& blockDim);

} // namespace heddle::jit
