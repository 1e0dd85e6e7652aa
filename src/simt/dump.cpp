#include "simt/dump.h"

#include "environment/environment.h"
#include "simt/execution_form.h"
#include "simt/pass_adaptors.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::simt {

bool isDumped(StringRef word) {
  const char* list = environmentVariable("HEDDLE_DUMP");
  SmallVector<StringRef, 4> words;
  StringRef(list ? list : "").split(words, ',');
  return is_contained(words, word);
}

void dumpModule(StringRef stage, const Module& module) {
  if (!isDumped(stage))
    return;
  errs() << "; ---- " << stage << "\n";
  module.print(errs(), nullptr);
}

void addModuleDump(ModulePassManager& passes, const char* stage) {
  if (isDumped(stage))
    passes.addPass(ModuleCallbackPass([stage](Module& module) { dumpModule(stage, module); }));
}

void addExecutionFormDump(ModulePassManager& passes) {
  if (isDumped("form"))
    passes.addPass(ExecutionFormPrinterPass(errs()));
}

} // namespace heddle::simt
