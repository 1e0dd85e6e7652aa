#include "toolkit/launched_blocks.h"

#include <sstream>

namespace heddle::toolkit {

std::vector<LaunchedBlock> launchedBlocks(std::string_view ptx) {
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

} // namespace heddle::toolkit
