// The block dimensions with which the host code of a source launches its kernels, as far as they
// are constants. nvcc's front end writes them into the PTX as comments, so that native code can be
// made ahead of time for the blocks that will be launched:
//
//   // heddle.launched _Z6squarePi 256 1 1
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::toolkit {

constexpr std::string_view kLaunchedComment = "// heddle.launched ";

struct LaunchedBlock {
  std::string kernel;
  std::array<std::uint32_t, 3> blockDim{};
};

// The comments of a PTX text. Those that are not as above are passed over.
std::vector<LaunchedBlock> launchedBlocks(std::string_view ptx);

} // namespace heddle::toolkit
