#include "nvcc/frontend/cluster_dims.h"

#include "nvcc/frontend/annotations.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>

namespace heddle::frontend {

namespace {

constexpr const char* kAnnotation = "heddle.cluster_dims";

// The directive stands behind the kernel's parameters.
void addDirective(std::string& ptx, const ClusterDims& dims) {
  std::size_t kernel = ptx.find(".entry " + dims.kernel + "(");
  std::size_t end = kernel == std::string::npos ? kernel : ptx.find(')', kernel);
  if (end == std::string::npos)
    return;
  ptx.insert(end + 1, "\n.explicitcluster\n.reqnctapercluster " + std::to_string(dims.blocks[0]) +
                          ", " + std::to_string(dims.blocks[1]) + ", " +
                          std::to_string(dims.blocks[2]));
}

bool targetHasClusters(llvm::StringRef ptx) {
  llvm::StringRef target = ptx.split(".target sm_").second.take_while(llvm::isDigit);
  unsigned number = 0;
  return !target.getAsInteger(10, number) && number >= 90;
}

} // namespace

std::vector<ClusterDims> findClusterDims(llvm::Module& module) {
  std::vector<ClusterDims> found;
  forEachAnnotated(
      module, kAnnotation, [&](llvm::Function& function, const llvm::Constant* values) {
        ClusterDims dims;
        dims.kernel = function.getName().str();
        for (unsigned axis = 0; values && axis < 3; ++axis)
          if (auto* value =
                  llvm::dyn_cast_or_null<llvm::ConstantInt>(values->getAggregateElement(axis)))
            dims.blocks[axis] = value->getZExtValue();
        found.push_back(std::move(dims));
      });
  return found;
}

void addClusterDirectives(std::string& ptx, llvm::ArrayRef<ClusterDims> kernels) {
  if (!targetHasClusters(ptx))
    return;
  for (const ClusterDims& dims : kernels)
    addDirective(ptx, dims);
}

} // namespace heddle::frontend
