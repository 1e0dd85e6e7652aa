// Copies of code whose indices are clamped. A filter that reads the neighbours of a pixel clamps
// each index to the image, although that makes a difference at its edges alone:
//
//   a = image[min(max(x - 1, 0), w)];           if (x - 1 >= 0 && x + 1 <= w)   // in all lanes
//   b = image[min(max(x + 1, 0), w)];   =>        a = image[x - 1], b = image[x + 1];
//                                               else
//                                                 the same code as before
//
// Where all lanes of a gang are inside, their addresses are constants apart from each other, and
// nothing has to find out for each access that they lie in a row.
//
// Works on parts of a basic block, where enough indices are clamped, and none of it on code without
// gangs.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CopyClampedCodePass : public llvm::PassInfoMixin<CopyClampedCodePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
