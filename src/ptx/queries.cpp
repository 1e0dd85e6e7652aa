// Questions about a module that do not need its thread IR.
#include "ptx/align.h"
#include "ptx/device_runtime.h"
#include "ptx/launches.h"
#include "ptx/module.h"
#include "ptx/shared_layout.h"

#include <algorithm>
#include <set>

namespace heddle::ptx {
namespace {

// Whether the function is one of the device runtime's whose names begin so.
bool isDeviceRuntime(const Function& function, std::string_view prefix) {
  bool perThread = false;
  const DeviceRuntimeFunction* known =
      function.defined ? nullptr : deviceRuntimeFunction(function.name, perThread);
  return known && std::string_view(known->name).starts_with(prefix);
}

std::uint64_t constantBytesOf(const Module& module) {
  std::uint64_t bytes = 0;
  for (const Definition& definition : module.definitions)
    if (definition.variable && definition.variable->space == StateSpace::Const)
      bytes = alignTo(bytes, definition.variable->alignment) + definition.variable->size;
  return bytes;
}

bool callsDeviceRuntime(const Module& module, std::string_view kernel, std::string_view prefix) {
  auto found = module.byName.find(kernel);
  return found != module.byName.end() &&
         std::ranges::any_of(reachable(module, found->second), [&](std::uint32_t index) {
           const Function* function = module.definitions[index].function;
           return function && isDeviceRuntime(*function, prefix);
         });
}

} // namespace

std::vector<std::uint64_t> parameterOffsets(const Signature& signature, std::uint64_t& total) {
  std::vector<std::uint64_t> offsets;
  total = 0;
  for (const Parameter& parameter : signature.parameters) {
    total = alignTo(total, parameter.alignment);
    offsets.push_back(total);
    total += parameter.size;
  }
  return offsets;
}

std::vector<std::uint32_t> reachable(const Module& module, std::uint32_t root) {
  return reachable(module, std::span(&root, 1));
}

std::vector<std::uint32_t> reachable(const Module& module, std::span<const std::uint32_t> roots) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(module.definitions.size());
  for (const std::uint32_t root : roots)
    if (!seen[root]) {
      seen[root] = true;
      order.push_back(root);
    }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Definition& definition = module.definitions[order[i]];
    auto visit = [&](std::uint32_t symbol) {
      std::uint32_t index = module.definitionOf(*definition.unit, symbol);
      // Kernels that device code launches are compiled on their own.
      const Function* function = module.definitions[index].function;
      if (!seen[index] && !(function && function->isEntry)) {
        seen[index] = true;
        order.push_back(index);
      }
    };
    if (definition.function)
      for (std::uint32_t symbol : definition.function->usedSymbols)
        visit(symbol);
    else
      for (const InitialiserReference& reference : definition.variable->references)
        visit(reference.symbol);
  }
  return order;
}

std::vector<KernelDeclaration> kernels(const Module& module) {
  std::vector<KernelDeclaration> result;
  const std::uint64_t constants = constantBytesOf(module);
  const SharedLayout layout = sharedOfPointedFunctions(module);
  for (std::uint32_t index = 0; index < module.definitions.size(); ++index) {
    const Definition& definition = module.definitions[index];
    if (!definition.function || !definition.function->isEntry || !definition.function->defined)
      continue;
    const Function& function = *definition.function;
    KernelDeclaration kernel;
    kernel.name = definition.name;
    std::uint64_t total = 0;
    std::vector<std::uint64_t> offsets = parameterOffsets(function.signature, total);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Parameter& parameter = function.signature.parameters[i];
      kernel.parameters.push_back({static_cast<std::uint32_t>(offsets[i]),
                                   static_cast<std::uint32_t>(parameter.size),
                                   parameter.alignment});
    }
    kernel.parameterBytes = static_cast<std::uint32_t>(total);
    std::uint64_t shared = usesLayout(module, index, layout) ? layout.bytes : 0, local = 0;
    for (std::uint32_t reached : reachable(module, index)) {
      const Definition& other = module.definitions[reached];
      if (other.variable && other.variable->space == StateSpace::Shared &&
          !layout.offsets.contains(reached))
        shared = alignTo(shared, other.variable->alignment) + other.variable->size;
      if (other.function)
        for (const Variable& variable : other.function->variables)
          if (variable.space == StateSpace::Local)
            local = alignTo(local, variable.alignment) + variable.size;
    }
    kernel.staticSharedBytes = static_cast<std::uint32_t>(shared);
    kernel.localBytes = static_cast<std::uint32_t>(local);
    kernel.constantBytes = constants;
    std::ranges::copy(function.maxntid, kernel.maxntid);
    std::ranges::copy(function.reqntid, kernel.reqntid);
    std::ranges::copy(function.reqnctapercluster, kernel.reqnctapercluster);
    kernel.minnctapersm = function.minnctapersm;
    kernel.maxnreg = function.maxnreg;
    kernel.maxclusterrank = function.maxclusterrank;
    kernel.explicitCluster = function.explicitCluster;
    result.push_back(std::move(kernel));
  }
  return result;
}

bool launchesGrids(const Module& module, std::string_view kernel) {
  return callsDeviceRuntime(module, kernel, "LaunchDevice");
}

bool setsGraphConditions(const Module& module, std::string_view kernel) {
  return callsDeviceRuntime(module, kernel, "GraphSetConditional");
}

std::vector<VariableDeclaration> variables(const Module& module) {
  std::vector<VariableDeclaration> result;
  for (const Definition& definition : module.definitions) {
    if (!definition.variable || definition.external ||
        definition.variable->space == StateSpace::Shared)
      continue;
    const Variable& variable = *definition.variable;
    VariableDeclaration declaration;
    declaration.name = definition.name;
    declaration.space = variable.managed                      ? Space::Managed
                        : variable.space == StateSpace::Const ? Space::Constant
                                                              : Space::Global;
    declaration.reference = variable.type == ScalarType::Texref       ? Reference::Texture
                            : variable.type == ScalarType::Samplerref ? Reference::Sampler
                            : variable.type == ScalarType::Surfref    ? Reference::Surface
                                                                      : Reference::None;
    declaration.size = variable.size;
    declaration.alignment = variable.alignment;
    declaration.initialiser = variable.initialiser;
    for (const InitialiserReference& reference : variable.references) {
      const Definition& target = module.resolve(*definition.unit, reference.symbol);
      declaration.addresses.push_back(
          {reference.offset, target.name, reference.addend, target.function != nullptr});
    }
    result.push_back(std::move(declaration));
  }
  return result;
}

std::size_t instructionCount(const Module& module, std::string_view entry) {
  const auto found = module.byName.find(entry);
  if (found == module.byName.end())
    return 0;
  std::size_t count = 0;
  for (std::uint32_t index : reachable(module, found->second))
    if (const Function* function = module.definitions[index].function)
      count += function->instructions.size();
  return count;
}

std::vector<std::string> addressTakenFunctions(const Module& module) {
  std::vector<std::string> names;
  std::set<std::uint32_t> seen;
  for (const auto& unit : module.units)
    for (std::uint32_t symbol : unit->addressTaken)
      if (std::uint32_t index = module.definitionOf(*unit, symbol);
          !module.definitions[index].function->isEntry && seen.insert(index).second)
        names.push_back(module.definitions[index].name);
  return names;
}

// A shared variable of GCC's run-time library says whether the lanes of a warp act on their own.
bool isUniformSimt(const Module& module) {
  return module.byName.contains("__nvptx_uni");
}

std::vector<std::string> separateFunctions(const Module& module) {
  std::vector<std::string> names = addressTakenFunctions(module);
  if (!isUniformSimt(module))
    return names;
  const std::set<std::string> addressTaken(names.begin(), names.end());
  std::vector<std::uint32_t> roots;
  for (std::uint32_t index = 0; index < module.definitions.size(); ++index)
    if (const Definition& definition = module.definitions[index];
        definition.function &&
        (definition.function->isEntry || addressTaken.contains(definition.name)))
      roots.push_back(index);
  for (const std::uint32_t index : reachable(module, roots)) {
    const Definition& definition = module.definitions[index];
    if (definition.function && definition.function->defined && !definition.function->isEntry &&
        !addressTaken.contains(definition.name))
      names.push_back(definition.name);
  }
  return names;
}

std::string kernelHandle(std::string_view kernel) {
  return std::string(kernel) + ".kernel";
}

unsigned targetNumber(const Module& module) {
  unsigned target = 0;
  for (const auto& unit : module.units)
    target = std::max(target, unit->target);
  return target;
}

unsigned isaVersion(const Module& module) {
  unsigned version = 0;
  for (const auto& unit : module.units)
    version = std::max(version, unit->version);
  return version;
}

} // namespace heddle::ptx
