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

std::set<std::string> kernelsOf(const Module& module) {
  std::set<std::string> names;
  const NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  for (unsigned n = 0; annotations && n < annotations->getNumOperands(); ++n) {
    const MDNode& node = *annotations->getOperand(n);
    const auto* function = mdconst::dyn_extract_or_null<Function>(node.getOperand(0));
    for (unsigned i = 1; function && i < node.getNumOperands(); i += 2)
      if (const auto* name = dyn_cast_or_null<MDString>(node.getOperand(i));
          name && name->getString() == "kernel")
        names.insert(function->getName().str());
  }
  return names;
}

} // namespace heddle::nvvm
