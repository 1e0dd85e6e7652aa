#include "ptx/lowering/debug_locations.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Module.h>

namespace heddle::ptx {

ModuleDebugLocations::ModuleDebugLocations(llvm::Module& ir) : builder_(ir), ptx_(file(kPtxFile)) {
  ir.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  builder_.createCompileUnit(llvm::dwarf::DW_LANG_C_plus_plus, ptx_, "heddle", true, "", 0, "",
                             llvm::DICompileUnit::LineTablesOnly);
}

llvm::DIFile* ModuleDebugLocations::file(std::string_view path) {
  auto found = files_.find(path);
  if (found == files_.end())
    found = files_.emplace(path, builder_.createFile(llvm::StringRef(path), "")).first;
  return found->second;
}

llvm::DIFile* ModuleDebugLocations::file(const Unit& unit, std::uint32_t number) {
  auto found = unit.files.find(number);
  return found == unit.files.end() ? ptx_ : file(found->second);
}

llvm::DISubprogram* ModuleDebugLocations::subprogram(llvm::StringRef name, llvm::DIFile* file,
                                                     unsigned line) {
  llvm::DISubroutineType* type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  return builder_.createFunction(file, name, name, file, line, type, line, llvm::DINode::FlagZero,
                                 llvm::DISubprogram::SPFlagDefinition |
                                     llvm::DISubprogram::SPFlagOptimized);
}

llvm::DISubprogram* ModuleDebugLocations::inlinedFunction(const Unit& unit,
                                                          const SourceLine& line) {
  std::string name(line.function);
  if (auto label = unit.debugLabels.find(line.function); label != unit.debugLabels.end())
    if (std::size_t at = label->second + line.functionOffset; at < unit.debugStrings.size())
      name = unit.debugStrings.c_str() + at;
  llvm::DISubprogram*& function = inlined_[name];
  if (!function)
    function = subprogram(name, file(unit, line.place.file), line.place.line);
  return function;
}

llvm::DILocation* ModuleDebugLocations::location(const Unit& unit, const SourcePlace& place,
                                                 llvm::DISubprogram* function,
                                                 llvm::DILocation* inlinedAt) {
  llvm::DIFile* in = file(unit, place.file);
  llvm::DILocalScope* scope = function;
  if (in != function->getFile())
    scope = builder_.createLexicalBlockFile(function, in);
  return llvm::DILocation::get(function->getContext(), place.line, place.column, scope, inlinedAt);
}

std::vector<llvm::DILocation*> ModuleDebugLocations::ofFunction(const Unit& unit,
                                                                const Function& source,
                                                                llvm::Function& function) {
  bool hasLines = !source.lines.empty();
  SourcePlace first = hasLines ? source.lines.front().place : SourcePlace{};
  llvm::DISubprogram* own = hasLines ? subprogram(source.name, file(unit, first.file), first.line)
                                     : subprogram(source.name, ptx_, source.location.line);
  function.setSubprogram(own);
  std::vector<llvm::DILocation*> result;
  result.reserve(source.instructions.size());
  if (!hasLines) {
    for (const Instruction& instruction : source.instructions)
      result.push_back(llvm::DILocation::get(own->getContext(), instruction.location.line,
                                             instruction.location.column, own));
    return result;
  }
  // inlined_at gives the source position of a call. When the caller was inlined too, an earlier
  // .loc with that position says where.
  std::map<SourcePlace, llvm::DILocation*> places;
  llvm::DILocation* current = location(unit, first, own, nullptr);
  std::size_t next = 0;
  for (std::size_t i = 0; i < source.instructions.size(); ++i) {
    for (; next < source.lines.size() && source.lines[next].position <= i; ++next) {
      const SourceLine& line = source.lines[next];
      // Line 0 stands for code of several lines, of which the last one is nearer than none.
      if (line.place.line == 0)
        continue;
      if (line.function.empty()) {
        current = location(unit, line.place, own, nullptr);
      } else {
        auto call = places.find(line.inlinedAt);
        llvm::DILocation* at =
            call != places.end() ? call->second : location(unit, line.inlinedAt, own, nullptr);
        current = location(unit, line.place, inlinedFunction(unit, line), at);
      }
      places[line.place] = current;
    }
    result.push_back(current);
  }
  return result;
}

} // namespace heddle::ptx
