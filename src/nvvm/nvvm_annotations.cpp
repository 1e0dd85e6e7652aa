#include "nvvm/nvvm_annotations.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace heddle::nvvm {
namespace {

// LLVM's name of the annotation, empty where it is the same.
StringRef nameInLlvm(StringRef name) {
  return StringSwitch<StringRef>(name).Case("cluster_max_blocks", "maxclusterrank").Default("");
}

} // namespace

void renameNvvmAnnotations(Module& module) {
  NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return;
  for (MDNode* node : annotations->operands())
    // The function, and then pairs of a name and a value.
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2)
      if (const auto* name = dyn_cast_or_null<MDString>(node->getOperand(i)))
        if (const StringRef renamed = nameInLlvm(name->getString()); !renamed.empty())
          node->replaceOperandWith(i, MDString::get(module.getContext(), renamed));
}

} // namespace heddle::nvvm
