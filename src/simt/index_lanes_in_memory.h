// Vectors that a loop takes apart lane by lane are stored before the loop. A gang's atomic updates,
// calls and scattered stores go through the active lanes, and the number of the lane is known only
// then. For an element with such a number LLVM stores the whole vector and loads the element, in
// each iteration anew:
//
//   before:                              before: store <16 x i32> %v, ptr %lanes
//   loop: ...                         => loop:   ...
//         %x = extractelement %v, %i             %at = getelementptr i32, ptr %lanes, i32 %i
//                                                %x = load i32, ptr %at
//
// Comes last, since LLVM's passes would look through the memory.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class IndexLanesInMemoryPass : public llvm::PassInfoMixin<IndexLanesInMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
