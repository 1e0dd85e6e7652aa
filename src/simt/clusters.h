// Clusters: what a thread asks about its cluster becomes arithmetic on the cluster's shape and its
// shared memories, and barrier.cluster becomes a count of arrivals in the cluster's state.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::simt {

// On thread IR, before optimisation.
void lowerClusters(llvm::Module& module);

} // namespace heddle::simt
