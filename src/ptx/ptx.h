// The PTX front end: makes a checked module of PTX text, and thread IR (src/ir/thread_ir.md) of a
// checked module. This header is all that the layers above use. The parts (lexer, parser,
// instruction table, checker, lowering) have headers of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle::ptx {

struct Location {
  unsigned line = 0; // 1-based
  unsigned column = 0;
};

enum class Severity { Error, Warning };
// Which CUDA error a rejected module gives.
enum class ErrorKind {
  InvalidPtx,
  UnsupportedVersion,
  InvalidTarget,
  UnresolvedSymbol,
  NotSupported
};

struct Diagnostic {
  Severity severity = Severity::Error;
  ErrorKind kind = ErrorKind::InvalidPtx;
  Location location;
  std::string message;
};

class Module; // a checked module: declarations resolved, function bodies as instruction lists

// Parses and checks one source. Null and at least one error in `diagnostics` on failure.
std::shared_ptr<const Module> parse(std::string_view text, std::vector<Diagnostic>& diagnostics);

// What happens to `.extern` variables that nothing defines. Define takes their declarations as
// definitions, with a warning, if the program has a single source.
enum class Externs { Define, Refuse };

// Links modules to one program. An `.extern` declaration finds the `.visible`, `.weak` or `.common`
// definition in any of them. Null and at least one error in `diagnostics` on failure.
std::shared_ptr<const Module> link(std::span<const std::shared_ptr<const Module>> modules,
                                   std::vector<Diagnostic>& diagnostics,
                                   Externs externs = Externs::Define);

struct KernelParameter {
  std::uint32_t offset, size, alignment;
};
struct KernelDeclaration {
  std::string name;
  std::vector<KernelParameter> parameters;
  std::uint32_t parameterBytes = 0;
  std::uint32_t staticSharedBytes = 0; // of the shared variables the kernel and its callees reach
  std::uint32_t localBytes = 0;        // of the .local variables likewise
  // The bytes of all .const variables of the module, because a GPU has one bank of constants for
  // all its kernels.
  std::uint64_t constantBytes = 0;
  std::uint32_t maxntid[3] = {}, reqntid[3] = {};
  std::uint32_t minnctapersm = 0, maxnreg = 0;
  std::uint32_t reqnctapercluster[3] = {}; // zeros: none asked for
  std::uint32_t maxclusterrank = 0;
  bool explicitCluster = false;
};
enum class Space { Global, Constant, Managed };
struct InitialiserAddress {
  std::uint64_t offset;
  std::string symbol;
  std::int64_t addend;
  bool isFunction;
};
enum class Reference { None, Texture, Sampler, Surface };
struct VariableDeclaration {
  std::string name;
  Space space;
  Reference reference = Reference::None; // .texref, .samplerref or .surfref
  std::uint64_t size;
  std::uint32_t alignment;
  std::vector<std::uint8_t> initialiser; // empty: zeros; may be shorter than size
  std::vector<InitialiserAddress> addresses;
};
std::vector<KernelDeclaration> kernels(const Module& module);
std::vector<VariableDeclaration> variables(const Module& module);
// The 32-bit registers of a thread of the kernel. It takes time, since it follows all code that the
// kernel reaches.
std::uint32_t registersPerThread(const Module& module, std::string_view entry);
// The instructions of an entry and of all functions that it reaches.
std::size_t instructionCount(const Module& module, std::string_view entry);
// Functions whose address is taken anywhere (instruction or initialiser).
std::vector<std::string> addressTakenFunctions(const Module& module);
// Functions that are compiled once for all kernels, on their own: those above and, in uniform SIMT
// code, all that kernels reach. Kernels of GCC's OpenMP call its run-time library, which is large
// and meets other threads, so that they run as fibers and gain little from having it inlined.
std::vector<std::string> separateFunctions(const Module& module);
// The symbol in thread IR for the address of a kernel. It is not a possible name in PTX.
std::string kernelHandle(std::string_view kernel);
// .target as a number (75, 90) and .version as major*10+minor.
unsigned targetNumber(const Module& module);
unsigned isaVersion(const Module& module);

// A digest of everything that the code of `entry` depends on, for cache keys: the text of all
// functions that it reaches and the declarations of the variables that it names. It does not lower.
std::string contentKey(const Module& module, std::string_view entry);
// The same for code of several functions.
std::string contentKey(const Module& module, std::span<const std::string> entries);

// Whether instructions of thread IR have debug locations. The code is the same with and without.
enum class DebugLocations {
  None,
  // The positions of .loc, with inlined calls. In functions without .loc, lines of the PTX text, in
  // a file named kPtxFile.
  Lines,
  // Lines, and notes for the checker (ThreadOp::Note) about what leaves no trace in thread IR.
  LinesAndNotes
};
inline constexpr std::string_view kPtxFile = "PTX";

// Lowers `entry`, a kernel or a function, and every function that it calls to thread IR, in a new
// LLVM module. In uniform SIMT code, functions that it calls are only declared (separateFunctions).
// Helpers of src/ptx/builtins are linked and inlined. Null and at least one error in `diagnostics`
// on failure.
std::unique_ptr<llvm::Module> lower(const Module& module, std::string_view entry,
                                    llvm::LLVMContext& context,
                                    std::vector<Diagnostic>& diagnostics,
                                    DebugLocations locations = DebugLocations::None);

} // namespace heddle::ptx
