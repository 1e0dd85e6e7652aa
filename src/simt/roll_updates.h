// Lanes that count up counters in shared memory, one after the other, do so in a loop over the
// memory that has the numbers of their counters:
//
//   %v = load <64 x i8>, ptr %samples         loop:
//   %a = extractelement <64 x i8> %v, i64 0     %word = load i64, ptr %at       ; %at += 8
//   ; ++counters[%a]                       =>   %a = trunc i64 %word to i8
//   %b = extractelement <64 x i8> %v, i64 1     ; ++counters[%a]
//   ; ++counters[%b]                            %upper = lshr i64 %word, 8
//   ...                                         ...                             ; eight times
//
// A word that is loaded costs less than one that is moved between registers, and where each thread
// counts several numbers, straight code is too long for what a processor keeps of decoded
// instructions. To load each lane takes no shifts, but is slower: among loads and stores at
// addresses made of what was loaded, the processor cannot tell early which loads need not wait
// (a histogram of bytes took a tenth longer, x86-64 with AVX-512, 2026-11).
//
// The lanes' numbers may be parts of words, as the bytes that a thread has loaded four at a time.
// The loop takes them in the order in which they lie in memory, which may be another one than that
// of the code: counters are integers, and nobody sees what they were in between.
//
// Functions with such loops get the attribute heddle-scalar-work. Comes late, since LLVM's passes
// would unroll the loop.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class RollUpdatesPass : public llvm::PassInfoMixin<RollUpdatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
