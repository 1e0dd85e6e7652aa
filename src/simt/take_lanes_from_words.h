// Vectors of which all lanes are taken one by one leave their register in words of 64 bits, and
// lanes are shifted out of those. Such are the bins in which lanes count one after the other:
//
//   %a = extractelement <8 x i32> %v, i64 0      %words = bitcast <8 x i32> %v to <4 x i64>
//   %b = extractelement <8 x i32> %v, i64 1  =>  %word = extractelement <4 x i64> %words, i64 0
//   ...                                          %a = trunc i64 %word to i32
//                                                %upper = lshr i64 %word, 32
//                                                %b = trunc i64 %upper to i32
//
// LLVM would take each lane by an instruction that moves it between registers, which costs twice as
// much as a shift. Memory is no way round: a lane that is loaded right behind the store of its
// vector comes late, what is stored at an address made of it cannot be told from what later loads
// read, and a histogram took three times as long (x86-64 with AVX-512, 2026-11).
//
// Comes late, since LLVM's passes would make extracts of lanes again.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class TakeLanesFromWordsPass : public llvm::PassInfoMixin<TakeLanesFromWordsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
