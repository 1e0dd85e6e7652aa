// Makes values of the variables of a function, by LLVM's SROA, unless there are too many for that.
// Where a kernel has hundreds of barriers, its block function is a loop with a basic block for each
// region and a variable for each value that several regions use, and SROA makes a phi of each
// variable in each of these blocks:
//
//   %sum = alloca i32                                loop:
//   loop:                                    =>        %sum = phi i32 [ 0, %entry ], [ %sum, %a ],
//     switch i32 %region, label %a [ … ]                              [ %more, %b ], …
//
// Code generation copies each phi in each predecessor. Such variables stay in memory in code that
// is made quickly.
#pragma once

#include "llvm/IR/PassManager.h"

#include <cstddef>

namespace heddle::simt {

// Variables times basic blocks, which bounds the number of phis. A sort whose block function has
// 350 variables and 870 basic blocks took 16 seconds to compile with them (2026-11).
inline constexpr std::size_t kMostPhisOfQuickCode = 1 << 14;

class PromoteVariablesPass : public llvm::PassInfoMixin<PromoteVariablesPass> {
public:
  explicit PromoteVariablesPass(std::size_t mostPhis = kMostPhisOfQuickCode)
      : mostPhis_(mostPhis) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
  std::size_t mostPhis_;
};

} // namespace heddle::simt
