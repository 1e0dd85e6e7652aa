// Flags of LLVM modules that say how they were compiled.
#pragma once

#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace heddle::toolkit {

// Removes the module flag in which clang says whether denormals are flushed. Bitcode such as
// libdevice is linked to programs that flush and to programs that do not, and LLVM does not link
// modules whose flags contradict each other.
inline void removeDenormalFlag(llvm::Module& module) {
  llvm::NamedMDNode* const flags = module.getModuleFlagsMetadata();
  if (!flags)
    return;
  const std::vector<llvm::MDNode*> all(flags->op_begin(), flags->op_end());
  flags->clearOperands();
  for (llvm::MDNode* flag : all)
    if (llvm::cast<llvm::MDString>(flag->getOperand(1))->getString() != "nvvm-reflect-ftz")
      flags->addOperand(flag);
}

} // namespace heddle::toolkit
