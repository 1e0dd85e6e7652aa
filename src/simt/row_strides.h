// How addresses change from one row of the block to the next. Gangs lie along threadIdx.x, so a
// kernel that turns a matrix has accesses of which each lane's is far from its neighbours', while
// the thread below, in another gang, accesses the next element in memory:
//
//   out[x * n + y] = in[y * n + x];      // y + 1 stores next to where y stores
//
// Gangs of several rows that run together can then access the elements of all rows at once
// (turn_squares.h).
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace heddle::simt {

class RowStrides {
public:
  struct Stride {
    std::int64_t distance = 0;
    // Whether an index with fewer bits than the address may overflow between two rows. If it does,
    // that row and all rows below it are at another place than `distance` tells.
    bool mayWrap = false;
  };

  explicit RowStrides(const llvm::LoopInfo& loops) : loops_(loops) {}

  // The distance from the value of a thread to that of the thread below it, with the same
  // threadIdx.x and z, where both have come the same way; nothing if it is not known or differs
  // between rows. `value` is one of thread IR.
  std::optional<Stride> of(const llvm::Value* value);

private:
  std::optional<Stride> compute(const llvm::Instruction& instruction);
  std::optional<Stride> ofCall(const llvm::CallBase& call);
  std::optional<Stride> ofSum(const llvm::Value* left, const llvm::Value* right, std::int64_t sign);
  std::optional<Stride> ofProduct(const llvm::Instruction& product);
  std::optional<Stride> ofAddress(const llvm::Instruction& address);
  std::optional<Stride> ofLoop(const llvm::PHINode& phi);
  std::optional<Stride> ofSame(const llvm::Instruction& instruction);

  const llvm::LoopInfo& loops_;
  llvm::DenseMap<const llvm::Value*, std::optional<Stride>> strides_;
};

} // namespace heddle::simt
