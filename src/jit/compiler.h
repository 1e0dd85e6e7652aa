// Thread IR to an object file: runs the pipeline of src/simt for this machine, and generates code.
#pragma once

#include "jit/program.h"
#include "jit/source_locations.h"
#include "simt/block_code.h"
#include "simt/function_attributes.h"
#include "simt/pipeline.h"
#include "simt/vector_target.h"

#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
}

namespace heddle::jit {

// See ProgramOptions.
struct CodeOptions {
  bool quickCode = false;
  bool stripMined = false; // gangs run in loops over strips of their lanes
  bool callFunctions = false;
  bool lineTables = false; // the object says which source lines its code is from
  simt::Checks checks;
};

// What enabledChecks() and the kind of the wall say, for src/simt.
simt::Checks chosenChecks();

// The block function of `kernel` for blocks of these dimensions, as an object that defines
// `symbol`. With `locations`, the object has a table of them (source_locations.h): of their
// numbers, or with CodeOptions::lineTables of their files and lines.
Status compileKernel(std::unique_ptr<llvm::Module> module, const std::string& kernel,
                     const simt::BlockDim& blockDim, const simt::VectorTarget& vectors,
                     const std::string& symbol, simt::BlockCode& code,
                     std::unique_ptr<llvm::MemoryBuffer>& object, const CodeOptions& options,
                     SourceLocations* locations = nullptr);

// Device functions that are called through pointers, by their own names. With `meetOthers`, some of
// them meet other threads, and all run in fibers.
Status compileFunctions(std::unique_ptr<llvm::Module> module, const CodeOptions& options,
                        bool meetOthers, std::unique_ptr<llvm::MemoryBuffer>& object);

} // namespace heddle::jit
