// LTO-IR: what `-dlto` of NVRTC and `-gen-lto` of libnvvm make, and linkers take. NVIDIA's is LLVM
// bitcode of its own kind, which nothing else reads. Ours holds LLVM bitcode, which nvJitLink links
// and optimises as one module, and the PTX of the same code for linkers that contain no compiler,
// such as the driver's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::fatbin {

struct LtoIr {
  std::string_view bitcode, ptx;
};

std::string writeLtoIr(const LtoIr& parts);
// Nothing when the data is not ours.
std::optional<LtoIr> readLtoIr(std::string_view data);
// Whether the data begins like ours, like LLVM bitcode or like the LTO-IR of NVIDIA's nvcc.
bool isLtoIr(std::string_view data);

} // namespace heddle::fatbin
