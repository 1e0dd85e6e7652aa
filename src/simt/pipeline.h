// The whole way from thread IR (src/ir/thread_ir.md), the code of one thread, to a block function,
// which runs all threads of a block, as pipelines of LLVM passes. pipeline.cpp states their order;
// passes.def lists the passes by name, for `simt-opt`, which runs any of them on a .ll file.
#pragma once

#include "simt/block_code.h"
#include "simt/function_attributes.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace heddle::simt {

// What kernels check while they run, for the tools of the checker, and as a wall between them and
// the host.
struct Checks {
  bool memoryAccesses = false;   // memcheck
  bool initialisedReads = false; // initcheck
  bool initialisedBlock = false; // initcheck of shared and local memory
  bool members = false;          // synccheck
  bool sharedRaces = false;      // racecheck
  bool globalRaces = false;      // racecheck of global memory
  bool hostAddresses = false;    // the wall, where the CPU has no protection keys
  // Checks name source locations, which are of no use behind them unless somebody wants a table.
  bool keepDebugLocations = false;

  // Whether the code is that of a tool of the checker.
  bool any() const {
    return memoryAccesses || initialisedReads || initialisedBlock || members || sharedRaces ||
           globalRaces;
  }
};

struct PipelineOptions {
  BlockDim blockDim;
  std::string symbol = "block"; // the name of the block function
  bool callFunctions = false;   // gangs call functions wherever they can
  bool quickCode = false;       // less optimisation of the block function
  Checks checks;
  // Called with the thread IR that the block function is built from.
  std::function<void(llvm::Module&)> onThreadIr;
};

// The kernel of a module, which has the attribute heddle-kernel, to its block function.
llvm::ModulePassManager kernelPipeline(const PipelineOptions& options);

// The device functions of a module, for calls through pointers: each one becomes callable as
// `NAME(context, thread, arguments...)`. If some of them meet other threads, all callers run in
// fibers, and loops that wait for other threads let these run.
llvm::ModulePassManager functionPipeline(const Checks& checks = {}, bool meetOthers = false);

// Parts of the above.
llvm::ModulePassManager threadIrCleanUp(const Checks& checks = {}, bool quickCode = false);
llvm::ModulePassManager threadToBlockPipeline(const std::string& symbol, const Checks& checks = {});
llvm::ModulePassManager blockFunctionCleanUp(bool quickCode);

// What a pipeline has left on the block function of that name.
llvm::Expected<BlockCode> blockCode(const llvm::Module& module, const std::string& symbol);

} // namespace heddle::simt
