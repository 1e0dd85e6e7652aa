#include "simt/function_attributes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr const char* kBlockDim = "heddle-block-dim";
constexpr const char* kOfBlock[] = {kBlockDim,   kExecutionForm,     kGangWidth,
                                    kFormReason, kStaticSharedBytes, kDynamicSharedOffset};

} // namespace

Function* findFunction(Module& module, StringRef attribute) {
  for (Function& function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(attribute))
      return &function;
  return nullptr;
}

std::optional<BlockDim> parseBlockDim(StringRef text) {
  BlockDim dim;
  std::uint32_t* axes[] = {&dim.x, &dim.y, &dim.z};
  SmallVector<StringRef, 3> parts;
  text.split(parts, 'x');
  if (parts.size() > std::size(axes))
    return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].getAsInteger(10, *axes[i]) || *axes[i] == 0)
      return std::nullopt;
  return dim;
}

BlockDim blockDim(const Function& function) {
  return parseBlockDim(function.getFnAttribute(kBlockDim).getValueAsString()).value_or(BlockDim{});
}

void setBlockDim(Function& function, const BlockDim& dim) {
  function.addFnAttr(kBlockDim, utostr(dim.x) + "x" + utostr(dim.y) + "x" + utostr(dim.z));
}

void copyBlockAttributes(const AttributeSet& from, Function& to) {
  for (const char* name : kOfBlock)
    if (Attribute attribute = from.getAttribute(name); attribute.isValid())
      to.addFnAttr(attribute);
}

std::uint32_t numberAttribute(const Function& function, StringRef name, std::uint32_t otherwise) {
  std::uint32_t value = 0;
  StringRef text = function.getFnAttribute(name).getValueAsString();
  return text.empty() || text.getAsInteger(10, value) ? otherwise : value;
}

void setNumberAttribute(Function& function, StringRef name, std::uint32_t value) {
  function.addFnAttr(name, utostr(value));
}

} // namespace heddle::simt
