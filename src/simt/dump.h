// HEDDLE_DUMP, for people who work on Heddle: a list of words, with commas between them. `thread`,
// `gang`, `block` and `functions` print the IR at those points, `form` the execution form of each
// kernel with its reason, `times` what each of LLVM's passes takes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

bool isDumped(llvm::StringRef word);

void dumpModule(llvm::StringRef stage, const llvm::Module& module);

// Each adds a pass that prints, if HEDDLE_DUMP asks for it.
void addModuleDump(llvm::ModulePassManager& passes, const char* stage);
void addExecutionFormDump(llvm::ModulePassManager& passes);

} // namespace heddle::simt
