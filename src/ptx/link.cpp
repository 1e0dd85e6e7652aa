// Links units to a program: finds the one definition of each name, resolves `.extern` declarations
// and gives names that are local to a file unique ones.
#include "ptx/device_runtime.h"
#include "ptx/grid_groups.h"
#include "ptx/module.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

constexpr std::string_view kSystemFunctions[] = {"vprintf", "malloc", "free", "__assertfail"};
// Functions that the C++ ABI puts into vtables for calls that must not happen. The lowering defines
// them as traps.
constexpr std::string_view kTrapFunctions[] = {"__cxa_pure_virtual", "__cxa_deleted_virtual"};

constexpr std::uint64_t kConstantLimit = 0x10000; // bytes of .const, as on all GPUs

struct Candidate {
  const Unit* unit;
  const Variable* variable;
  const Function* function;

  Linkage linkage() const { return variable ? variable->linkage : function->linkage; }
  const std::string& name() const { return variable ? variable->name : function->name; }
  Location location() const { return variable ? variable->location : function->location; }
  bool defines() const {
    return variable ? variable->linkage != Linkage::Extern
                    : function->defined && function->linkage != Linkage::Extern;
  }
};

class Linker {
public:
  Linker(Module& module, std::vector<Diagnostic>& diagnostics)
      : module_(module), diagnostics_(diagnostics) {}

  bool link() {
    for (const auto& unit : module_.units)
      module_.resolution[unit.get()].assign(unit->symbols.size(), kNone);
    // Definitions that others may see come first, so that they get their plain names.
    for (const auto& unit : module_.units)
      forEachSymbol(*unit, [&](std::uint32_t symbol, const Candidate& candidate) {
        if (candidate.defines() && candidate.linkage() != Linkage::Static)
          addShared(*unit, symbol, candidate);
      });
    for (const auto& unit : module_.units)
      forEachSymbol(*unit, [&](std::uint32_t symbol, const Candidate& candidate) {
        if (candidate.defines() && candidate.linkage() == Linkage::Static)
          addStatic(*unit, symbol, candidate);
      });
    for (const auto& unit : module_.units)
      for (const auto& [alias, symbol] : unit->aliases)
        module_.byName.emplace(alias, module_.resolution[unit.get()][symbol]);
    for (const auto& unit : module_.units)
      forEachSymbol(*unit, [&](std::uint32_t symbol, const Candidate& candidate) {
        if (module_.resolution[unit.get()][symbol] == kNone)
          addReference(*unit, symbol, candidate);
      });
    return !failed_;
  }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  template <typename Visit> void forEachSymbol(const Unit& unit, Visit visit) {
    for (std::uint32_t i = 0; i < unit.symbols.size(); ++i) {
      const Symbol& symbol = unit.symbols[i];
      if (symbol.kind == Symbol::Kind::Variable)
        visit(i, Candidate{&unit, unit.variables[symbol.index].get(), nullptr});
      else
        visit(i, Candidate{&unit, nullptr, unit.functions[symbol.index].get()});
    }
  }

  void fail(ErrorKind kind, Location location, std::string message) {
    failed_ = true;
    diagnostics_.push_back({Severity::Error, kind, location, std::move(message)});
  }

  std::string uniqueName(const std::string& name) {
    if (!module_.byName.contains(name))
      return name;
    for (unsigned i = 1;; ++i)
      if (std::string attempt = fmt::format("{}.{}", name, i); !module_.byName.contains(attempt))
        return attempt;
  }

  void add(const Unit& unit, std::uint32_t symbol, const Candidate& candidate, std::string name) {
    auto index = static_cast<std::uint32_t>(module_.definitions.size());
    module_.byName.emplace(name, index);
    module_.definitions.push_back(
        {&unit, candidate.variable, candidate.function, std::move(name), !candidate.defines()});
    module_.resolution[&unit][symbol] = index;
  }

  void addStatic(const Unit& unit, std::uint32_t symbol, const Candidate& candidate) {
    // An alias makes two symbols of one function.
    if (auto existing = statics_.find(candidate.function);
        candidate.function && existing != statics_.end()) {
      module_.resolution[&unit][symbol] = existing->second;
      return;
    }
    add(unit, symbol, candidate, uniqueName(candidate.name()));
    if (candidate.function)
      statics_[candidate.function] = module_.resolution[&unit][symbol];
  }

  void addShared(const Unit& unit, std::uint32_t symbol, const Candidate& candidate) {
    auto existing = module_.byName.find(candidate.name());
    if (existing == module_.byName.end())
      return add(unit, symbol, candidate, candidate.name());
    Definition& definition = module_.definitions[existing->second];
    module_.resolution[&unit][symbol] = existing->second;
    Candidate other{definition.unit, definition.variable, definition.function};
    // An alias makes two symbols of one function.
    if (other.variable == candidate.variable && other.function == candidate.function)
      return;
    if ((other.variable == nullptr) != (candidate.variable == nullptr))
      return fail(ErrorKind::InvalidPtx, candidate.location(),
                  fmt::format("'{}' is both a variable and a function", candidate.name()));
    bool otherYields = other.linkage() == Linkage::Weak || other.linkage() == Linkage::Common;
    bool thisYields =
        candidate.linkage() == Linkage::Weak || candidate.linkage() == Linkage::Common;
    if (!otherYields && !thisYields)
      return fail(ErrorKind::InvalidPtx, candidate.location(),
                  fmt::format("Multiple definition of '{}'", candidate.name()));
    bool larger = other.linkage() == Linkage::Common && candidate.linkage() == Linkage::Common &&
                  candidate.variable->size > other.variable->size;
    if ((otherYields && !thisYields) || larger) {
      definition.unit = &unit;
      definition.variable = candidate.variable;
      definition.function = candidate.function;
    }
  }

  void addReference(const Unit& unit, std::uint32_t symbol, const Candidate& candidate) {
    auto existing = module_.byName.find(candidate.name());
    if (existing == module_.byName.end())
      return add(unit, symbol, candidate, candidate.name());
    const Definition& definition = module_.definitions[existing->second];
    if ((definition.variable == nullptr) != (candidate.variable == nullptr) ||
        (candidate.variable && candidate.variable->space != definition.variable->space))
      return fail(
          ErrorKind::InvalidPtx, candidate.location(),
          fmt::format("Declaration of '{}' does not match its definition", candidate.name()));
    if (candidate.function && (candidate.function->signature.parameters.size() !=
                                   definition.function->signature.parameters.size() ||
                               candidate.function->signature.results.size() !=
                                   definition.function->signature.results.size()))
      return fail(
          ErrorKind::InvalidPtx, candidate.location(),
          fmt::format("Declaration of '{}' does not match its definition", candidate.name()));
    module_.resolution[&unit][symbol] = existing->second;
  }

  Module& module_;
  std::vector<Diagnostic>& diagnostics_;
  std::map<const Function*, std::uint32_t> statics_;
  bool failed_ = false;
};

// Takes `.extern` variables of a program with one unit as zeroed definitions, since no other unit
// can define them.
void defineExterns(Module& module, std::vector<Diagnostic>& diagnostics) {
  for (Definition& definition : module.definitions) {
    const Variable* variable = definition.variable;
    if (!definition.external || !variable || variable->space == StateSpace::Shared ||
        variable->unsized)
      continue;
    definition.external = false;
    diagnostics.push_back(
        {Severity::Warning, ErrorKind::UnresolvedSymbol, variable->location,
         fmt::format("Unresolved extern variable '{}', its declaration is taken as its definition",
                     definition.name)});
  }
}

void checkConstants(const Module& module, std::vector<Diagnostic>& diagnostics) {
  std::uint64_t bytes = 0;
  for (const Definition& definition : module.definitions) {
    if (!definition.variable || definition.external ||
        definition.variable->space != StateSpace::Const)
      continue;
    const Variable& variable = *definition.variable;
    const std::uint64_t alignment = std::max(variable.alignment, 1U);
    bytes = (bytes + alignment - 1) / alignment * alignment;
    bytes = variable.size > kConstantLimit ? variable.size : bytes + variable.size;
    if (bytes <= kConstantLimit)
      continue;
    diagnostics.push_back(
        {Severity::Error, ErrorKind::InvalidPtx, variable.location,
         fmt::format("File uses too much global constant data ({:#x} bytes or more, {:#x} max)",
                     bytes, kConstantLimit)});
    return;
  }
}

// Reports symbols that are used and defined nowhere, unless the engine provides them or a launch
// gives them their size.
void checkUnresolved(const Module& module, std::vector<Diagnostic>& diagnostics) {
  std::vector<bool> reported(module.definitions.size());
  auto check = [&](const Unit& unit, std::uint32_t symbol, Location location) {
    std::uint32_t index = module.definitionOf(unit, symbol);
    const Definition& definition = module.definitions[index];
    if (!definition.external || reported[index])
      return;
    if (definition.variable && definition.variable->space == StateSpace::Shared)
      return;
    if (definition.function &&
        (isSystemFunction(definition.name) || isTrapFunction(definition.name)))
      return;
    reported[index] = true;
    diagnostics.push_back(
        {Severity::Error, ErrorKind::UnresolvedSymbol, location,
         fmt::format("Unresolved extern {} '{}'", definition.variable ? "variable" : "function",
                     definition.name)});
  };
  for (const auto& unit : module.units) {
    for (std::uint32_t symbol = 0; symbol < unit->symbols.size(); ++symbol)
      if (const Symbol& each = unit->symbols[symbol]; each.kind == Symbol::Kind::Variable)
        check(*unit, symbol, unit->variables[each.index]->location);
    for (const auto& function : unit->functions)
      for (std::uint32_t symbol : function->usedSymbols)
        check(*unit, symbol, function->location);
    for (const auto& variable : unit->variables)
      for (const InitialiserReference& reference : variable->references)
        check(*unit, reference.symbol, variable->location);
  }
}

} // namespace

bool isSystemFunction(std::string_view name) {
  bool perThread;
  return std::ranges::find(kSystemFunctions, name) != std::end(kSystemFunctions) ||
         deviceRuntimeFunction(name, perThread);
}

bool isTrapFunction(std::string_view name) {
  return std::ranges::find(kTrapFunctions, name) != std::end(kTrapFunctions);
}

std::shared_ptr<const Module> parse(std::string_view text, std::vector<Diagnostic>& diagnostics) {
  std::shared_ptr<const Unit> unit = parseUnit(text, diagnostics);
  if (!unit)
    return nullptr;
  auto module = std::make_shared<Module>();
  module->units.push_back(std::move(unit));
  return Linker(*module, diagnostics).link() ? module : nullptr;
}

std::shared_ptr<const Module> link(std::span<const std::shared_ptr<const Module>> modules,
                                   std::vector<Diagnostic>& diagnostics, Externs externs) {
  auto program = std::make_shared<Module>();
  for (const auto& module : modules)
    for (const auto& unit : module->units)
      if (std::ranges::find(program->units, unit) == program->units.end())
        program->units.push_back(unit);
  const bool isOneUnit = program->units.size() == 1;
  if (auto gridGroups = gridGroupsFor(program->units))
    program->units.push_back(std::move(gridGroups));
  if (!Linker(*program, diagnostics).link())
    return nullptr;
  if (externs == Externs::Define && isOneUnit)
    defineExterns(*program, diagnostics);
  checkUnresolved(*program, diagnostics);
  checkConstants(*program, diagnostics);
  return std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity) == diagnostics.end()
             ? program
             : nullptr;
}

} // namespace heddle::ptx
