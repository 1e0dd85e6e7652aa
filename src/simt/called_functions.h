// Device functions that a gang calls with all its active lanes at once, rather than having them
// inlined: large functions that are called from several places, in kernels that would otherwise
// become too large to compile in reasonable time (choose_inlining.h). Such a function F becomes
//   F.gang(ptr context, i32 gang, iW lanes, arguments...)
// where `lanes` has a bit for each lane that calls. An argument that is uniform or affine at every
// call is passed as one value, that of lane 0, and any other one as a vector over the lanes. The
// result, or each element of a struct, is a vector over the lanes.
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// An attribute of a device function that is called in this way.
inline constexpr const char* kCalledByGangs = "heddle-called-by-gangs";
// An attribute of a device function that all lanes of a warp call together, and that does nothing
// but exchange values, compute and load (thread_ir.md). Gangs that are warps can call it with any
// lanes, since inactive lanes do no harm in it.
inline constexpr const char* kWarpFunction = "heddle-warp-function";

// Can gangs call the function? It must not meet other threads, nor wait for them. This says nothing
// of the functions that it calls itself.
bool canBeCalledByGangs(llvm::Function& function);

// The functions that gangs of the kernel call, directly or not, each one behind all its callers.
std::vector<llvm::Function*> functionsCalledByGangs(llvm::Function& kernel);
// The kernel and the functions above: all functions that become gang functions, callers first.
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

// Declares F.gang. The strides of its arguments must have been recorded at all calls.
llvm::Function* declareGangFunction(llvm::Function& function, unsigned width);
// The argument of F.gang for an argument of F: a scalar or a vector.
llvm::Argument* gangArgument(llvm::Function& gang, const llvm::Argument& argument);

} // namespace heddle::simt
