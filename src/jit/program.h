// The JIT: from PTX text to native block functions. A Program is what a CUDA module is before it
// meets a context: one or more PTX sources, linked, with their kernels and variables known, and
// compiled kernel by kernel, on demand, for one block shape at a time. Compiled objects are kept on
// disk (see object_cache.h). Nothing of LLVM shows through this header.
#pragma once

#include "ir/kernel_abi.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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
  std::array<std::uint32_t, 3> maxThreads{};      // .maxntid, zeros when absent
  std::array<std::uint32_t, 3> requiredThreads{}; // .reqntid, zeros when absent
  std::array<std::uint32_t, 3> requiredCluster{}; // .reqnctapercluster, zeros when absent
  std::uint32_t minBlocksPerMultiprocessor = 0;
  std::uint32_t maxRegisters = 0;
  std::uint32_t target = 0; // 75 for PTX of sm_75
  bool launchesGrids = false;
};

enum class VariableSpace { Global, Constant, Managed };
// What a variable of an opaque type refers to; it is then a description (ir/texture.h).
enum class Reference { None, Texture, Sampler, Surface };

// An address that the initialiser of a variable holds: at `offset`, the address of `symbol`
// (a variable or a function) plus `addend`.
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
  std::vector<std::uint8_t> initialiser; // empty: zeros; may be shorter than size
  std::vector<Relocation> relocations;
};

struct Diagnostic {
  unsigned line = 0; // 1-based; 0 when there is no place
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

struct Status {
  Failure failure = Failure::None;
  std::vector<Diagnostic> diagnostics;
  explicit operator bool() const { return failure == Failure::None; }
};

struct PtxSource {
  std::string_view text;
  std::string name; // for diagnostics
};

// Native code that was made before, by a key that says all that it depends on.
using Precompiled = std::map<std::string, std::string>;

struct ProgramOptions {
  unsigned computeCapability = 90; // PTX for a newer target is refused
  // Whether a program of one source gets the `.extern` variables that it only declares.
  bool definesExterns = true;
  std::shared_ptr<const Precompiled> precompiled;
  // For tests: gangs of this width where kernels allow it, code for CPUs without masked and
  // indexed memory access, native code that is made quickly rather than well, and calls wherever
  // gangs can call a function, not only in large kernels.
  unsigned gangWidth = 0;
  bool plainMemory = false;
  bool quickCode = false;
  bool callFunctions = false;
};

// The processor and the compiler that native code is for: precompiled code of another identity is
// never used.
std::string codeIdentity();

class Program {
public:
  // Parses, checks and links. On failure returns null and fills `status`.
  static std::unique_ptr<Program> create(std::span<const PtxSource> sources,
                                         const ProgramOptions& options, Status& status);
  ~Program();

  unsigned target() const; // the newest that a source was made for, as a number
  const std::vector<KernelInfo>& kernels() const;
  const std::vector<VariableInfo>& variables() const;

  // The address of a device function (for function pointers in initialisers). Compiles it if
  // needed. The address of a kernel, in device code too, is that of its KernelInfo.
  Status functionAddress(const std::string& name, void*& address);

  // Binds the program's variables to memory: must be called once, before the first specialise().
  // `addressOf` is asked for every variable by name.
  void bindVariables(const std::function<void*(const std::string&)>& addressOf);

  // The native code of a kernel for one block shape. Thread-safe; the same shape is compiled once.
  // The result lives as long as the Program.
  Status specialise(const std::string& kernel, std::array<std::uint32_t, 3> blockDim,
                    const CompiledKernel*& compiled);

  // Native code for one block shape, to be handed to a later program of the same PTX. It is not
  // loaded here.
  Status precompile(const std::string& kernel, std::array<std::uint32_t, 3> blockDim,
                    Precompiled& code);

private:
  Program();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace heddle::jit
