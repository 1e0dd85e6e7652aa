// What one pass tells later ones about a function, as string attributes. They are part of the IR:
// the passes themselves keep no state, and a .ll file can say what its functions were compiled for.
//
//   heddle-kernel                 the kernel; the other functions with a body are device functions
//   heddle-block-dim="256x1x1"    threads of a block along each axis (specialise-block-dim)
//   heddle-execution-form, heddle-gang-width, heddle-form-reason
//                                 how the threads run (execution_form.h)
//   heddle-turned-block           threadIdx.x and threadIdx.y, and the first two dimensions of the
//                                 block, have changed places (turn-block)
//   heddle-separated-loops="1"    how many loops run lane by lane (separate-lanes)
//   heddle-static-shared-bytes="64", heddle-dynamic-shared-offset="64"
//                                 the layout of shared memory, on the kernel (lower-shared-memory)
//   heddle-gang                   the gang function of the kernel (build-gang-functions)
//   heddle-frame-bytes="192", heddle-yields
//                                 of a block function (build-block-function)
//   heddle-scalar-work            on functions whose time goes into single lanes (roll-updates)
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class AttributeSet;
class Function;
class Module;
} // namespace llvm

namespace heddle::simt {

inline constexpr const char* kKernel = "heddle-kernel";
inline constexpr const char* kGang = "heddle-gang";
inline constexpr const char* kExecutionForm = "heddle-execution-form";
inline constexpr const char* kGangWidth = "heddle-gang-width";
inline constexpr const char* kFormReason = "heddle-form-reason";
inline constexpr const char* kTurnedBlock = "heddle-turned-block";
inline constexpr const char* kSeparatedLoops = "heddle-separated-loops";
inline constexpr const char* kStaticSharedBytes = "heddle-static-shared-bytes";
inline constexpr const char* kDynamicSharedOffset = "heddle-dynamic-shared-offset";
inline constexpr const char* kFrameBytes = "heddle-frame-bytes";
inline constexpr const char* kYields = "heddle-yields";
// On the function that runs a whole block from its beginning to its end, or until it yields.
inline constexpr const char* kBlockFunction = "heddle-block-function";
// On a block function: its gangs run from barrier to barrier.
inline constexpr const char* kHasBarriers = "heddle-has-barriers";
// On a function that spends its time on single lanes, one after the other.
inline constexpr const char* kScalarWork = "heddle-scalar-work";
// On a kernel: functions that it may call through pointers meet other threads (barriers and such).
inline constexpr const char* kFunctionsMeet = "heddle-functions-meet";

// How many threads a block has along each axis.
struct BlockDim {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint32_t threads() const { return x * y * z; }
  auto operator<=>(const BlockDim&) const = default;
};

// The first function with a body that has the attribute; null if there is none.
llvm::Function* findFunction(llvm::Module& module, llvm::StringRef attribute);
inline llvm::Function* findKernel(llvm::Module& module) {
  return findFunction(module, kKernel);
}

// A block of one thread where nothing is said.
BlockDim blockDim(const llvm::Function& function);
void setBlockDim(llvm::Function& function, const BlockDim& dim);
// Accepts `256`, `16x16` and `8x8x4`.
std::optional<BlockDim> parseBlockDim(llvm::StringRef text);

// Copies what is noted about the block and its execution from a kernel to its gang function, or
// from that to the block function.
void copyBlockAttributes(const llvm::AttributeSet& from, llvm::Function& to);

std::uint32_t numberAttribute(const llvm::Function& function, llvm::StringRef name,
                              std::uint32_t otherwise = 0);
void setNumberAttribute(llvm::Function& function, llvm::StringRef name, std::uint32_t value);

} // namespace heddle::simt
