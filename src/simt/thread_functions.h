// Device functions that are called rather than inlined (recursion, function pointers): scalar code
// for one thread, with the block's context and the thread's number as leading arguments. For every
// device function F of the module that has a body, add-thread-functions adds F.thread.
//
//   define i32 @f(i32 %n)   =>   define internal i32 @f.thread(ptr %context, i32 %thread, i32 %n)
//
// The originals stay until drop-thread-ir, because kernels still refer to them.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace heddle::simt {

inline constexpr const char* kThreadFunctionSuffix = ".thread";
// An attribute of a function of thread IR that has its native form elsewhere in the module.
inline constexpr const char* kThreadIr = "heddle-thread-ir";

// A function of whole warps that gangs call, and that threads by themselves never do.
bool isCalledWarpFunction(const llvm::Function& function);

// Does a function that is not inlined contain a barrier, a warp operation or an exit?
bool functionsMeetOthers(llvm::Module& module);

// Replaces what `function`, made from `original`, asks about its thread by code that reads the
// context and the thread's number, its first two arguments.
llvm::Error lowerThreadFunction(llvm::Function& function, llvm::Function& original, bool fibers);

llvm::Error addThreadFunctions(llvm::Module& module, bool fibers);

class AddThreadFunctionsPass : public llvm::PassInfoMixin<AddThreadFunctionsPass> {
public:
  // With `fibers`, the functions may meet other threads, since each thread runs in a fiber.
  explicit AddThreadFunctionsPass(bool fibers) : fibers_(fibers) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  bool fibers_;
};

} // namespace heddle::simt
