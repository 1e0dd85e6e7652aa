// Gives conditions of selections the width of what is selected, on CPUs without registers for
// masks. There a comparison of 32-bit lanes leaves 32 bits for each, and a selection takes as many;
// but LLVM packs vectors of i1 to bytes where it computes with them, and unpacks them again.
//
//   %m = xor <16 x i1> %less, %up              %wide = sext <16 x i1> %less to <16 x i32>
//   %r = select <16 x i1> %m, %a, %b     =>    %m = xor <16 x i32> %wide, %up.wide
//                                              %c = icmp slt <16 x i32> %m, zeroinitializer
//                                              %r = select <16 x i1> %c, %a, %b
//
// Comes last, since LLVM's simplifications would undo it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class WidenMasksPass : public llvm::PassInfoMixin<WidenMasksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
