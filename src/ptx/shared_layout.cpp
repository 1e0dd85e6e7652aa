#include "ptx/shared_layout.h"

#include "ptx/align.h"
#include "ptx/module.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

bool callsThroughPointers(const Function& function) {
  return std::ranges::any_of(
      function.tables, [](const Table& table) { return table.kind != Table::Kind::BranchTargets; });
}

} // namespace

SharedLayout sharedOfPointedFunctions(const Module& module) {
  std::vector<std::uint32_t> functions;
  for (const std::string& name : separateFunctions(module))
    functions.push_back(module.byName.find(name)->second);
  SharedLayout layout;
  for (const std::uint32_t index : reachable(module, functions)) {
    const Variable* variable = module.definitions[index].variable;
    if (!variable || variable->space != StateSpace::Shared || variable->unsized)
      continue;
    layout.bytes = alignTo(layout.bytes, variable->alignment);
    layout.offsets.emplace(index, layout.bytes);
    layout.bytes += variable->size;
  }
  return layout;
}

bool usesLayout(const Module& module, std::uint32_t kernel, const SharedLayout& layout) {
  return layout.bytes != 0 &&
         std::ranges::any_of(reachable(module, kernel), [&](std::uint32_t index) {
           const Function* function = module.definitions[index].function;
           return function ? callsThroughPointers(*function) : layout.offsets.contains(index);
         });
}

} // namespace heddle::ptx
