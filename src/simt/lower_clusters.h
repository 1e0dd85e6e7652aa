// Clusters: what a thread asks about its cluster becomes arithmetic on the dimensions of the
// cluster and the distance between its blocks' shared memories, and barrier.cluster becomes a count
// of arrivals in the cluster's state.
//
//   %r = call i32 @heddle.cluster_ctaid.x()  =>  %b = call i32 @heddle.ctaid.x()
//                                                %n = call i32 @heddle.cluster_nctaid.x()
//                                                %r = urem i32 %b, %n
//
// Runs on thread IR before LLVM's optimiser, which folds the arithmetic of grids without clusters.
// Leaves only the operations that read the cluster's state and dimensions.
#pragma once

#include "ir/kernel_abi.h"

#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace heddle::simt {

// The named barrier at which the threads of a block meet around a wait for their cluster. It is
// the first one that no PTX program can name.
inline constexpr std::uint32_t kClusterBarrier = kNamedBarriers;

class LowerClustersPass : public llvm::PassInfoMixin<LowerClustersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
