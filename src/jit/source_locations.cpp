#include "jit/source_locations.h"

#include "ptx/ptx.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace llvm;

namespace heddle::jit {
namespace {

DICompileUnit* unitOf(Module& module) {
  return module.debug_compile_units().empty() ? nullptr : *module.debug_compile_units_begin();
}

DISubprogram* makeSubprogram(Module& module, StringRef name) {
  DICompileUnit* unit = unitOf(module);
  DIBuilder builder(module, true, unit);
  DISubroutineType* type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  return builder.createFunction(unit->getFile(), name, name, unit->getFile(), 0, type, 0,
                                DINode::FlagZero,
                                DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
}

// For code of our own headers, the report names the call in the program rather than our line.
bool isOurs(StringRef file) {
  return file.contains("/include/crt/") || file.contains("/include/heddle/") ||
         file.contains("/include/cooperative_groups") || file.contains("/lib/heddle/device/");
}

SourceLocation shownLocation(const DILocation& location) {
  const DILocation* shown = &location;
  while (isOurs(shown->getFilename()) && shown->getInlinedAt())
    shown = shown->getInlinedAt();
  return {shown->getFilename().str(), shown->getLine()};
}

// Makes debug locations of one function for the numbers of its instructions.
class FunctionLocations {
public:
  FunctionLocations(Module& module, StringRef function, const SourceLocations* locations)
      : context_(module.getContext()), scope_(makeSubprogram(module, function)),
        locations_(locations) {}

  DISubprogram* scope() const { return scope_; }

  DILocation* at(unsigned number) {
    if (!locations_ || number == 0 || number > locations_->size())
      return DILocation::get(context_, locations_ ? 0 : number, 0, scope_);
    const SourceLocation& source = (*locations_)[number - 1];
    return DILocation::get(context_, source.line, 0, partOf(source.file));
  }

private:
  // The part of the function that comes from this file.
  DIScope* partOf(const std::string& path) {
    DIScope*& part = parts_[path];
    if (!part)
      part = DILexicalBlockFile::get(context_, scope_, DIFile::get(context_, path, ""), 0);
    return part;
  }

  LLVMContext& context_;
  DISubprogram* const scope_;
  const SourceLocations* const locations_;
  std::map<std::string, DIScope*> parts_;
};

std::optional<object::SectionRef> codeOf(const object::ObjectFile& file) {
  for (const object::SectionRef& section : file.sections())
    if (section.isText() && section.getSize() > 0)
      return section;
  return std::nullopt;
}

std::unique_ptr<object::ObjectFile> open(const MemoryBuffer& object) {
  auto file = object::ObjectFile::createObjectFile(object.getMemBufferRef());
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  return std::move(*file);
}

} // namespace

std::string describe(const SourceLocation& location) {
  const std::string line = std::to_string(location.line);
  if (location.file == ptx::kPtxFile)
    return "line " + line + " of its PTX";
  return location.file + ":" + line;
}

SourceLocations numberSourceLocations(Module& module) {
  SourceLocations locations;
  if (!unitOf(module))
    return locations;
  DISubprogram* scope = makeSubprogram(module, "kernel");
  std::map<SourceLocation, unsigned> numbers;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      const DILocation* location = instruction.getDebugLoc();
      if (!location)
        continue;
      unsigned number = 0;
      if (location->getLine()) {
        const SourceLocation source = shownLocation(*location);
        auto [entry, fresh] = numbers.try_emplace(source, locations.size() + 1);
        number = entry->second;
        if (fresh)
          locations.push_back(source);
      }
      instruction.setDebugLoc(DILocation::get(module.getContext(), number, 0, scope));
    }
    function.setSubprogram(nullptr);
  }
  return locations;
}

void keepSourceLocations(Module& module, const SourceLocations* locations) {
  if (!unitOf(module))
    return;
  for (Function& function : module) {
    if (function.isDeclaration())
      continue;
    FunctionLocations made(module, function.getName(), locations);
    function.setSubprogram(made.scope());
    for (Instruction& instruction : instructions(function))
      if (const DILocation* location = instruction.getDebugLoc())
        instruction.setDebugLoc(made.at(location->getLine()));
      else if (isa<CallBase>(instruction))
        instruction.setDebugLoc(made.at(0));
  }
}

std::uint64_t codeDigest(const MemoryBuffer& object) {
  std::unique_ptr<object::ObjectFile> file = open(object);
  std::optional<object::SectionRef> code = file ? codeOf(*file) : std::nullopt;
  if (!code)
    return 0;
  Expected<StringRef> bytes = code->getContents();
  if (!bytes) {
    consumeError(bytes.takeError());
    return 0;
  }
  return xxh3_64bits(*bytes);
}

unsigned sourceLocationAt(const MemoryBuffer& object, const std::string& symbol,
                          std::int64_t offset) {
  std::unique_ptr<object::ObjectFile> file = open(object);
  std::optional<object::SectionRef> code = file ? codeOf(*file) : std::nullopt;
  if (!code)
    return 0;
  for (const object::SymbolRef& candidate : file->symbols()) {
    Expected<StringRef> name = candidate.getName();
    Expected<std::uint64_t> value = candidate.getValue();
    if (!name || !value) {
      consumeError(name.takeError());
      consumeError(value.takeError());
      continue;
    }
    if (*name != symbol)
      continue;
    std::uint64_t address = *value + static_cast<std::uint64_t>(offset);
    if (address >= code->getSize())
      return 0;
    auto tables = DWARFContext::create(*file);
    return tables->getLineInfoForAddress({address, code->getIndex()}).Line;
  }
  return 0;
}

} // namespace heddle::jit
