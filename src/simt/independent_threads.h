// Kernels whose threads have nothing to do with each other. Nobody can tell in which order such
// threads run and which of them share a gang or a warp.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::simt {

// Does a thread of the kernel neither meet nor ask for others? Memory does not count, since without
// barriers and atomics threads can only race there.
bool threadsAreIndependent(const llvm::Function& kernel);

} // namespace heddle::simt
