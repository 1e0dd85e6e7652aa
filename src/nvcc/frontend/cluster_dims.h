// __cluster_dims__. clang 19 has no such attribute, and LLVM 19 writes no directive for it. Our
// header makes it an annotation, from which the directive is added to the PTX that LLVM writes.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include <array>
#include <string>
#include <vector>

namespace heddle::frontend {

struct ClusterDims {
  std::string kernel;
  std::array<std::uint64_t, 3> blocks{1, 1, 1};
};

std::vector<ClusterDims> findClusterDims(llvm::Module& module);
// Does nothing when the target of the PTX has no clusters.
void addClusterDirectives(std::string& ptx, llvm::ArrayRef<ClusterDims> kernels);

} // namespace heddle::frontend
