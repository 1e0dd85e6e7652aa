// The JIT: from PTX text to native block functions. A Program is the part of a CUDA module that
// does not depend on a context: one or more PTX sources, linked, with descriptions of their kernels
// and variables. A kernel is compiled when it is first launched with given block dimensions, and
// the object is cached on disk (object_cache.h). This header does not depend on LLVM.
#pragma once

#include "ir/kernel_abi.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::jit {

struct Parameter {
  std::uint32_t offset; // in the parameter buffer
  std::uint32_t size;
};

struct KernelInfo {
  std::string name;
  std::vector<Parameter> parameters;
  std::uint32_t parameterBytes = 0;
  std::uint32_t staticSharedBytes = 0;
  std::uint32_t localBytesPerThread = 0;
  std::uint64_t constantBytes = 0; // of the module
  // Registers per thread. They are counted when first asked for, since that takes time.
  std::shared_future<std::uint32_t> registers;
  // These are zeros where the kernel has no such directive.
  std::array<std::uint32_t, 3> maxThreads{};      // .maxntid
  std::array<std::uint32_t, 3> requiredThreads{}; // .reqntid
  std::array<std::uint32_t, 3> requiredCluster{}; // .reqnctapercluster
  std::uint32_t minBlocksPerMultiprocessor = 0;
  std::uint32_t target = 0;         // 75 for sm_75
  bool launchesGrids = false;       // whether it uses dynamic parallelism
  bool setsGraphConditions = false; // by cudaGraphSetConditional
};

enum class VariableSpace { Global, Constant, Managed };
// The opaque type of a variable (.texref, .samplerref, .surfref). Its memory is then a description
// as in ir/texture.h.
enum class Reference { None, Texture, Sampler, Surface };

// An address in the initial value of a variable: at `offset` stands the address of `symbol`, which
// is a variable or a function, plus `addend`.
struct Relocation {
  std::uint64_t offset;
  std::string symbol;
  std::int64_t addend;
};

struct VariableInfo {
  std::string name;
  VariableSpace space;
  Reference reference = Reference::None;
  std::uint64_t size;
  std::uint32_t alignment;
  std::vector<std::uint8_t> initialiser; // the rest of `size` is zeros
  std::vector<Relocation> relocations;
};

struct Diagnostic {
  unsigned line = 0; // counted from 1; 0 when it concerns no line
  unsigned column = 0;
  std::string message;
};

enum class Failure {
  None,
  InvalidPtx,
  UnsupportedPtxVersion,
  InvalidTarget,
  UnresolvedSymbol,
  NotSupported,
  OutOfResources
};

// The result of a function that can fail. With success, the diagnostics are warnings.
struct [[nodiscard]] Status {
  Failure failure = Failure::None;
  std::vector<Diagnostic> diagnostics;
  explicit operator bool() const { return failure == Failure::None; }
};

struct PtxSource {
  std::string_view text;
  std::string name; // for diagnostics
};

// How much work goes into the native code of kernels. The results are the same bits.
enum class CodeTier {
  Full,
  Quick, // compiles in a fraction of the time, runs more slowly
  // Large kernels begin with quick code. The optimised code of one that runs for a while is made in
  // the background (ir/optimised_code.h).
  Tiered
};

// What compiling a kernel for one block size will probably take of one processor's time.
struct CompileTimes {
  std::chrono::nanoseconds optimised{};
  // This is there only for a kernel whose first launches run quick code with CodeTier::Tiered.
  std::optional<std::chrono::nanoseconds> quick;
};

// How perf, Linux's profiler, learns of the native code of kernels.
enum class PerfFormat {
  None,
  Map,    // /tmp/perf-PID.map, which has the names of kernels
  Jitdump // a jitdump file, which has their code and its source lines, too
};

// Native code that was compiled ahead of time. The key is a hash of everything that it depends on.
using Precompiled = std::map<std::string, std::string>;

struct ProgramOptions {
  unsigned computeCapability = 90; // PTX for a newer target is refused
  // Whether the `.extern` variables of a program with one source are defined by their declaration.
  bool definesExterns = true;
  std::shared_ptr<const Precompiled> precompiled;
  // The functions of the engine that compiled kernels may call (exec::runtimeSymbols()), which must
  // outlive the program. A kernel that calls another one compiles, but does not load.
  std::span<const RuntimeSymbol> runtimeSymbols;
  CodeTier tier = CodeTier::Full;
  PerfFormat perf = PerfFormat::None;
  // The options from here on are for tests.
  unsigned gangWidth = 0;   // gangs have this width where the kernel allows it
  bool plainMemory = false; // code for a CPU without masked, gathering and scattering access
  // Small kernels begin with quick code, too, and that is made as for large ones.
  bool takesSmallKernelsForLarge = false;
  bool callFunctions = false; // gangs call functions wherever they can, not only in large kernels
};

// Identifies the processor and the version of the compiler that native code is for. Precompiled
// code with another identity must not be used.
std::string codeIdentity();

class Program {
public:
  // Parses, checks and links the sources. `program` is null after a failure.
  static Status create(std::span<const PtxSource> sources, const ProgramOptions& options,
                       std::unique_ptr<Program>& program);
  ~Program();

  unsigned target() const; // the highest target of the sources: 75 for sm_75
  const std::vector<KernelInfo>& kernels() const;
  const std::vector<VariableInfo>& variables() const;

  // The address of a device function, for function pointers in initial values. Compiles the
  // function if needed. The address of a kernel, in device code too, is that of its KernelInfo.
  Status functionAddress(const std::string& name, void*& address);

  // Tells the program where its variables are. Must be called once, before the first specialise().
  // `addressOf` returns the address of the variable with a given name.
  void bindVariables(const std::function<void*(const std::string&)>& addressOf);

  // The native code of a kernel for given block dimensions, which is compiled once. It lives as
  // long as the program. May be called by several threads at once. The code of CodeTier::Tiered may
  // have a successor (latestCode()).
  Status specialise(const std::string& kernel, std::array<std::uint32_t, 3> blockDim,
                    const CompiledKernel*& compiled);

  CompileTimes compileTimes(const std::string& kernel) const;

  // Adds the native code of a kernel for given block dimensions to `code`, for a later program with
  // the same PTX. Does not link it. CodeTier::Quick is for kernels that CompileTimes has a time
  // for.
  Status precompile(const std::string& kernel, std::array<std::uint32_t, 3> blockDim, CodeTier tier,
                    Precompiled& code);

private:
  Program();
  struct Impl;
  std::shared_ptr<Impl> impl_; // a compilation in the background holds it, too
};

} // namespace heddle::jit
