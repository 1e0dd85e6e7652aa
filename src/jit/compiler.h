// Thread IR to an object file: LLVM's optimiser before and after src/simt, and code generation.
#pragma once

#include "jit/places.h"
#include "jit/program.h"
#include "simt/simt.h"

#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
}

namespace heddle::jit {

// See ProgramOptions.
struct CodeOptions {
  bool quickCode = false;
  bool callFunctions = false;
};

// The block function of `kernel` for one shape, as an object that defines `symbol`.
Status compileKernel(std::unique_ptr<llvm::Module> module, const std::string& kernel,
                     const simt::BlockShape& shape, const simt::VectorTarget& vectors,
                     const std::string& symbol, simt::BlockCode& code,
                     std::unique_ptr<llvm::MemoryBuffer>& object, const CodeOptions& options,
                     Places* places = nullptr);

// Device functions that are called through pointers, by their own names.
Status compileFunctions(std::unique_ptr<llvm::Module> module,
                        std::unique_ptr<llvm::MemoryBuffer>& object);

} // namespace heddle::jit
