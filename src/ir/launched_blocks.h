// The block dimensions with which the host code of a source launches its kernels, as far as they
// are constants. nvcc's front end writes them into the PTX as comments, so that native code can be
// made ahead of time, or ahead of the launch, for the blocks that will be launched:
//
//   // heddle.launched _Z6squarePi 256 1 1
#pragma once

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle {

constexpr std::string_view kLaunchedComment = "// heddle.launched ";

struct LaunchedBlock {
  std::string kernel;
  std::array<std::uint32_t, 3> blockDim{};
};

// Reads these comments from a PTX text. A comment of another form is ignored, because PTX from
// other compilers may contain any comments.
inline std::vector<LaunchedBlock> launchedBlocks(std::string_view ptx) {
  std::vector<LaunchedBlock> blocks;
  for (std::size_t at = ptx.find(kLaunchedComment); at != ptx.npos;
       at = ptx.find(kLaunchedComment, at)) {
    at += kLaunchedComment.size();
    std::istringstream line(std::string(ptx.substr(at, ptx.find('\n', at) - at)));
    LaunchedBlock block;
    if (line >> block.kernel >> block.blockDim[0] >> block.blockDim[1] >> block.blockDim[2])
      blocks.push_back(std::move(block));
  }
  return blocks;
}

} // namespace heddle
