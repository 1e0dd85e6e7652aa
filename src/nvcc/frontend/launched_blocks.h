// Finds the block dimensions with which host code launches kernels, and writes them into the PTX
// (ir/launched_blocks.h). The device pass parses host code too, so it sees the launches.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <llvm/IR/Module.h>

#include <string>

namespace heddle::frontend {

// Remembers the block dimensions of the launch if they are constants. A variable counts as its
// initial value: one that is assigned to later gives code for blocks that are not launched, which
// costs time to compile and is otherwise harmless.
void rememberLaunch(const clang::CUDAKernelCallExpr& launch);
// The same for a call of cudaLaunchKernel() or cudaLaunchCooperativeKernel(). Other calls are
// passed over.
void rememberLaunchFunction(const clang::CallExpr& call);

// Gives the kernels of these launches the names that they have in PTX. clang calls this at the end
// of the source, when types in template arguments have their names, and frees the syntax tree then.
void nameLaunchedKernels();

// The comments for those kernels of the module whose launches were seen.
std::string launchedBlockComments(const llvm::Module& module);

} // namespace heddle::frontend
