// What the passes of the checker share: the memory accesses of a function, the bounds of what their
// pointers point into, and the strings that describe them in reports.
//
// The bounds of a pointer are those of what it comes from: a variable, a local array and shared
// memory have a size that is known, and for any other pointer the table of allocations is asked
// (memory/access_bounds.h), where the pointer is made, mostly once at the start of the kernel.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::simt {

// Metadata of accesses to what only the checker reads and writes. No tool checks them, and a loop
// that makes no other stores changes nothing.
inline constexpr const char* kShadowAccess = "heddle.shadow";

// Marks an access of the checker itself.
template <typename Instruction> Instruction* ofChecker(Instruction* access) {
  access->setMetadata(kShadowAccess, llvm::MDNode::get(access->getContext(), {}));
  return access;
}

struct Access {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  std::uint64_t bytes;
  enum class Operation { Read, Write, Atomic } operation;

  bool reads() const { return operation != Operation::Write; }
  bool writes() const { return operation != Operation::Read; }
};

// Nothing where the instruction does not access memory, or only that of the checker.
std::optional<Access> accessOf(llvm::Instruction& instruction);

// Returns "read" or "write" for a note about a copy of many bytes by cp.async.bulk, and else null.
const char* bulkOperation(const llvm::Instruction& instruction);

// Memory whose kind is known when the kernel is compiled.
struct KnownMemory {
  const char* space;                  // as reports name it
  std::optional<std::uint64_t> bytes; // none for shared memory, which ends where the launch says
};

class CheckedAccesses {
public:
  explicit CheckedAccesses(llvm::Function& function);

  // What the pointer of an access comes from. Nothing where that is known only when the kernel
  // runs.
  std::optional<KnownMemory> knownMemory(const Access& access) const;
  // The local array that an access is to; null for other memory.
  static llvm::AllocaInst* localArray(const Access& access);
  // Whether the access is to the kernel's parameters, which nobody can get wrong.
  bool isOfParameters(const Access& access) const;
  // Whether the access is certainly inside of what its pointer comes from.
  bool isCertainlyInside(const Access& access) const;

  // Computes whether an access is outside of what its pointer comes from.
  llvm::Value* isOutside(llvm::IRBuilder<>& builder, const Access& access);
  // The address of an access as a number.
  static llvm::Value* address(llvm::IRBuilder<>& builder, const Access& access);
  // The string about an access: "write 4 shared", which is the kind of access, its size and the
  // space, and the places below.
  llvm::Value* site(llvm::IRBuilder<>& builder, const Access& access);
  // The string about an instruction: this text, and behind it a line for each source location, a
  // function, a tab, and file and line. The first is that of the instruction, the others are those
  // of the calls that were inlined.
  llvm::Value* site(llvm::IRBuilder<>& builder, const llvm::Instruction& instruction,
                    std::string text);

  // Calls a function of the engine (ir/checker_abi.h), which every active lane does. What the
  // kernel has stored is in memory by then only if the function reads the kernel's memory.
  enum class Memory { Hidden, Kernels };
  void callEngine(llvm::IRBuilder<>& builder, llvm::StringRef function,
                  llvm::ArrayRef<llvm::Value*> arguments, Memory memory = Memory::Hidden);

private:
  // The bounds of what a pointer of unknown origin points into, from the table.
  struct Bounds {
    llvm::Value *low = nullptr, *bytes = nullptr;
  };
  llvm::Value* loadedAtEntry(llvm::Value* origin);
  llvm::Instruction* placeBehind(llvm::Value* origin);
  const Bounds& boundsOf(llvm::Value* origin);
  llvm::Value* limitOf(llvm::Value* origin, std::uint64_t bytes);
  llvm::Value* symbol(llvm::IRBuilder<>& builder, const char* name);

  llvm::Function& function_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const std::uint64_t staticSharedBytes_;
  llvm::DenseMap<llvm::Value*, Bounds> bounds_;
  llvm::DenseMap<std::pair<llvm::Value*, std::uint64_t>, llvm::Value*> limits_;
  std::map<std::string, llvm::GlobalVariable*> sites_;
};

} // namespace heddle::simt
