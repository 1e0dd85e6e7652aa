// Device functions that a gang calls with all its active lanes at once, rather than having them
// inlined: those that are large and called from several places, of kernels that would else grow
// beyond measure. Such a function F becomes
//   F.gang(ptr context, i32 gang, iW lanes, arguments...)
// where an argument that is the same in all lanes, or affine, at every call is one value (of lane
// 0), and any other one a vector over the lanes, as is the result, or each part of it.
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// On a device function of thread IR.
inline constexpr const char* kCalledByGangs = "heddle-called-by-gangs";
// On one that all lanes of a warp call together, and that does nothing but exchange, compute and
// load (thread_ir.md). Gangs that are warps can call it, with whichever lanes: the others do no
// harm.
inline constexpr const char* kWarpFunction = "heddle-warp-function";

// Has the function a form that gangs can call? It must not meet other threads, nor read what they
// are to change. Says nothing of the functions that it calls itself.
bool canBeCalledByGangs(llvm::Function& function);

// Those that the kernel calls, each one behind all its callers.
std::vector<llvm::Function*> functionsCalledByGangs(llvm::Function& kernel);
// The kernel and those: all functions that become gang functions, callers first.
std::vector<llvm::Function*> gangFunctions(llvm::Function& kernel);

// The shape that an argument of such a function has at all its calls, by what
// RecordArgumentStridesPass has seen.
Shape argumentShape(const llvm::Argument& argument);

// Notes on the functions that `function` calls how their arguments vary over the lanes. Runs on
// each caller before the functions that it calls, when its own code is final.
class RecordArgumentStridesPass : public llvm::PassInfoMixin<RecordArgumentStridesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// When all callers are known.
llvm::Function* declareGangFunction(llvm::Function& function, unsigned width);
// A scalar or a vector.
llvm::Argument* gangArgument(llvm::Function& gang, const llvm::Argument& argument);

} // namespace heddle::simt
