// Lets fetches that follow each other ask once for the kind of their texture. For each fetch there
// is a switch over the kind, with code for a few kinds and a call of the sampler for all others,
// since only a run knows the kind. Where the switches of two fetches are over the same value, the
// code between them is copied for each kind, and the second switch is gone:
//
//     switch kind: A1, B1              switch kind: A1, B1
//   A1 or B1 → between; switch kind:   A1 → between; A2
//     A2, B2                        => B1 → between; B2
//
// Fetches of one kind then follow each other without a branch, so that LLVM sees what they have in
// common, such as the row of two texels with the same y, and computes it once. Only switches of
// texture fetches are merged: whether threads differ in another value is not known here, and lanes
// that do would run both copies.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class MergeTextureFetchesPass : public llvm::PassInfoMixin<MergeTextureFetchesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
