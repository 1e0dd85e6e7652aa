// LTO-IR: what `-dlto` of nvcc, NVRTC and libnvvm makes, and linkers take. NVIDIA's is LLVM bitcode
// of its own kind, which nothing else reads. Ours is PTX behind a line that says so: all device
// code of a program is lowered and optimised together when it is loaded, so PTX loses nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::fatbin {

std::string writeLtoIr(std::string_view ptx);
// The PTX in it. Nothing when the data is not ours.
std::optional<std::string_view> readLtoIr(std::string_view data);
// Whether the data begins like ours, like LLVM bitcode or like the LTO-IR of NVIDIA's nvcc.
bool isLtoIr(std::string_view data);

} // namespace heddle::fatbin
