// The insides of a Program. Private to the files that implement it:
//   program_from_ptx.cpp   parses and links PTX, and describes its kernels and variables
//   function_pointers.cpp  compiles the device functions whose address is taken
//   kernel_objects.cpp     cache keys, and the object of a kernel for given block dimensions
//   program.cpp            the interface, compiling each kernel once, and linking with ORC
//   tiered_code.cpp        which code a kernel begins with, and its optimised code
#pragma once

#include "ir/optimised_code.h"
#include "jit/compiler.h"
#include "jit/kernels_ahead.h"
#include "jit/orc_linker.h"
#include "jit/program.h"
#include "ptx/ptx.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace heddle::jit {

using simt::BlockDim;

// What stands before the object code of a kernel in a cache file or a cubin: the facts that the
// engine needs to run the kernel.
struct ObjectHeader {
  std::uint32_t gangWidth, frameBytes, staticSharedBytes, dynamicSharedOffset, yields;
  std::uint64_t codeDigest;
};

// Which code of a kernel is meant.
struct KernelVariant {
  std::string kernel;
  BlockDim blockDim;
  bool isQuick = false;
};

struct Program::Impl : std::enable_shared_from_this<Program::Impl> {
  // Constant once the program is created.
  std::shared_ptr<const ptx::Module> module;
  std::shared_ptr<const Precompiled> precompiled;
  std::span<const RuntimeSymbol> runtimeSymbols;
  simt::VectorTarget vectors;
  CodeOptions code; // of optimised code
  CodeTier tier = CodeTier::Full;
  bool takesSmallKernelsForLarge = false;
  // Checks in kernels name lines of the source, which are no part of what ptx::contentKey() knows.
  std::string textKey;
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
  std::map<std::string, const KernelInfo*> kernelByName;
  std::vector<std::string> separate; // ptx::separateFunctions()

  std::mutex mutex; // guards functionsObject, linker, variableAddress, compiledKernels, isClosed
  bool isClosed = false; // the program is gone, and with it the variables that objects refer to
  std::string functionsObject; // of the functions that are compiled on their own
  OrcLinker linker;
  std::function<void*(const std::string&)> variableAddress;

  // Set by prepareFunctions(), and constant after it.
  std::once_flag functionsOnce;
  Status functionsStatus;
  bool functionsMeet =
      false; // whether some of these functions meets other threads, as at a barrier

  // The results of optimisingCost() by kernel. It lowers the kernel, so it is asked only once.
  mutable std::mutex optimisingCostsMutex;
  mutable std::map<std::string, std::uint64_t> optimisingCosts;

  // What contentKey() has found out.
  mutable std::mutex contentKeysMutex;
  mutable std::map<std::string, std::string> contentKeys;

  // A kernel compiled for one block size.
  struct KernelForBlockDim {
    std::mutex mutex;
    bool isCompiled = false;
    Status status;
    CompiledKernel kernel;
    std::once_flag fibersOnce;
    Status fibersStatus;
    CompiledKernel fibers; // the same kernel in the form of fibers, compiled when it is asked for
    // Where `kernel` is quick code that is replaced.
    std::unique_ptr<OptimisedCode> optimised;
    CompiledKernel optimisedKernel;
  };
  std::map<std::pair<std::string, BlockDim>, std::unique_ptr<KernelForBlockDim>> compiledKernels;

  KernelsAhead kernelsAhead;
  mutable std::mutex objectsAheadMutex; // guards objectsAhead
  Precompiled objectsAhead;             // of kernels that were compiled ahead of their launch

  // Compiles the functions that are not part of kernels. It must come before any kernel is
  // compiled, because functionsMeet, which it sets, decides how kernels are compiled. A second
  // thread waits until the first one has finished.
  Status prepareFunctions();
  Status compileSeparateFunctions();
  Status findOrCompileFunctions(std::string& payload) const;
  // The object of these functions, and whether some of them meets other threads.
  Status compileFunctionsInJob(std::string& object, bool& meet) const;

  KernelForBlockDim& entryFor(const std::string& kernel, const BlockDim& blockDim);
  Status compile(const std::string& kernel, const BlockDim& blockDim, KernelForBlockDim& entry);
  // Lets idle cores compile kernels that will probably be launched soon.
  void compileAhead();
  void makeObjectAhead(const KernelsAhead::Launch& launch);
  // Finds or compiles one code of a kernel and links it.
  Status makeCode(const KernelVariant& variant, KernelForBlockDim& entry, CompiledKernel& compiled);
  // Links the code of a kernel, whose object is there.
  Status loadCode(const KernelVariant& variant, const std::string& payload,
                  KernelForBlockDim& entry, CompiledKernel& compiled);
  Status compileAsFibers(const KernelVariant& variant, CompiledKernel& compiled);

  // What optimising a kernel takes, in nanoseconds of one core: an estimate from the size of its
  // thread IR, since one instruction of PTX may be hundreds there.
  std::uint64_t optimisingCost(const std::string& kernel) const;
  std::uint64_t optimisingCostOfThreadIr(const std::string& kernel) const;
  // How many registers a value fills that has `gangBits` in all lanes together.
  unsigned registersOf(unsigned gangBits) const;
  // What each instruction of thread IR takes. It becomes one instruction for each register that a
  // 32-bit value of all lanes fills, which are `gangBits`, and each of these takes
  // `timePerRegister`.
  std::uint64_t timePerInstruction(unsigned gangBits, std::uint64_t timePerRegister) const;
  // Whether optimising the kernel takes long, and so does generating code for whole gangs.
  bool isLarge(const std::string& kernel) const;
  CompileTimes compileTimes(const std::string& kernel) const;
  // Whether launches had to wait for optimised code of the kernel longer than is worth it.
  bool isWorthQuickCode(const std::string& kernel) const;
  // Whether the first launches of a kernel run code that was made quickly. Small kernels and those
  // in the cache need not wait long for optimised code, so that they begin with it. Kernels that
  // have run quick code for long in earlier processes wait for it.
  bool beginsQuickly(const std::string& kernel, const BlockDim& blockDim) const;
  // Lets the background replace the quick code of `entry` once it has run for a while.
  void addOptimisedCode(const std::string& kernel, const BlockDim& blockDim,
                        KernelForBlockDim& entry);

  // A hash of the kernel's own PTX and of what it refers to. That takes a while for long kernels,
  // and is asked for several times until a kernel runs.
  std::string contentKey(const std::string& kernel) const;
  // The name of a kernel's object in the cache: a hash of everything that the object depends on.
  std::string cacheKey(const KernelVariant& variant) const;
  std::string functionsKey() const; // of the functions that are not part of kernels
  std::string optionsKey() const;   // what all code of the program depends on
  CodeOptions codeOptions(const KernelVariant& variant) const;
  // What thread IR needs: checks name source locations, other code does not.
  ptx::DebugLocations debugLocations() const;
  // The kernel's object with its header, if it is precompiled, compiled ahead or in the cache.
  bool findObject(const std::string& key, std::string& payload) const;
  // The same, or else compiled now.
  Status findOrCompileObject(const KernelVariant& variant, const std::string& key,
                             std::string& payload) const;
  // Thread IR of a kernel; null when it has errors.
  std::unique_ptr<llvm::Module> lowerKernel(const std::string& kernel, llvm::LLVMContext& context,
                                            std::vector<ptx::Diagnostic>& diagnostics,
                                            ptx::DebugLocations locations) const;
  Status compileObject(const KernelVariant& variant, const simt::VectorTarget& vectors,
                       const std::string& key, std::string& payload) const;
  // The functions with this ending run inside of a job (llvm_job.h).
  Status compileObjectInJob(const KernelVariant& variant, const simt::VectorTarget& vectors,
                            const std::string& key, std::string& payload) const;
  // Links an object with its header.
  Status load(const std::string& payload, const std::string& symbol, ObjectHeader& header,
              CompiledKernel& compiled);
  // Links an object, and finds the address of `symbol` in it. Fails once the program is gone.
  Status link(std::unique_ptr<llvm::MemoryBuffer> object, const std::string& symbol,
              void*& address);
  // Unless it is started already. Needs mutex.
  Status startLinker();

  // The source location of the instruction at `offset` from the symbol, valid only for code whose
  // hash is `digest`.
  std::string sourceLocationOf(const KernelVariant& variant, const std::string& symbol,
                               std::uint64_t digest, std::int64_t offset) const;
  std::string sourceLocationInJob(const KernelVariant& variant, const std::string& symbol,
                                  std::uint64_t digest, std::int64_t offset) const;
};

// The symbol of the block function in the object with this cache key.
std::string blockFunctionSymbol(const std::string& key);

// How perf shows the code: the kernel as it is written in CUDA, and what it was compiled for.
std::string perfName(const KernelVariant& variant);

} // namespace heddle::jit
