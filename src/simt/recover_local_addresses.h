// Makes pointers again of numbers that are addresses of local variables. PTX computes with
// addresses as numbers. The PTX front end makes pointers of them within each function; but what a
// function does with the address of a caller's array shows only when it is inlined:
//
//   %number = ptrtoint ptr %array to i64
//   %sum = add i64 %number, 8              =>   %place = getelementptr i8, ptr %array, i64 8
//   %place = inttoptr i64 %sum to ptr
//
// LLVM's SROA makes values of arrays whose elements are all accessed through such pointers. Where
// a number remained, the whole array would stay in memory, and a gang would gather from as many
// places as it has lanes for each access. Numbers that loops step and that selections choose are
// followed, too, as long as all of them are addresses in one variable, and comparisons of two such
// numbers become comparisons of distances.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class RecoverLocalAddressesPass : public llvm::PassInfoMixin<RecoverLocalAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
