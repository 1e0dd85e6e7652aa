// heddle dump, also installed as cuobjdump: shows or extracts the device code in files.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"
#include "ptx/ptx.h"
#include "toolkit/files.h"
#include "toolkit/tool_options.h"
#include "tools/commands.h"

#include <fmt/format.h>

#include <memory>

namespace heddle::tools {
namespace {

using toolkit::ToolOptions;
using toolkit::UsageError;

// An image of device code in a file.
struct Found {
  std::string name; // of the file to extract it to
  std::string member;
  fatbin::Image image;
  bool relocatable;
};

std::string architectureOf(const fatbin::Image& image) {
  const char* suffix = image.flags & fatbin::flagArchSpecific     ? "a"
                       : image.flags & fatbin::flagFamilySpecific ? "f"
                                                                  : "";
  return fmt::format("sm_{}{}", image.arch, suffix);
}

// A cubin, of ours or of a GPU.
bool isBinary(const fatbin::Image& image) {
  return image.kind == fatbin::Kind::Cubin || image.kind == fatbin::Kind::Elf;
}

const char* extensionOf(const fatbin::Image& image) {
  return image.kind == fatbin::Kind::Ptx ? "ptx" : isBinary(image) ? "cubin" : "bin";
}

std::vector<Found> findImages(const std::string& path, std::string_view content,
                              std::vector<std::vector<char>>& storage) {
  std::vector<Found> result;
  const std::string stem = std::filesystem::path(path).stem();
  for (const fatbin::EmbeddedContainer& container : fatbin::embeddedContainers(content)) {
    // The reader expects the alignment that containers have in memory.
    storage.emplace_back(container.content.begin(), container.content.end());
    auto images = fatbin::read(storage.back().data(), storage.back().size());
    if (!images)
      throw std::runtime_error(fmt::format("'{}': {}", path, images.error()));
    for (const fatbin::Image& image : *images)
      result.push_back({fmt::format("{}.{}.{}.{}", stem, result.size() + 1, architectureOf(image),
                                    extensionOf(image)),
                        container.member, image, container.relocatable});
  }
  return result;
}

// The image for a file that is itself a cubin of ours.
std::vector<Found> cubinImage(const std::string& path, std::string_view content) {
  const auto cubin = fatbin::readCubin(content);
  if (!cubin)
    return {};
  fatbin::Image image;
  image.kind = fatbin::Kind::Cubin;
  image.arch = cubin->arch;
  image.flags = cubin->flags;
  image.payload = content;
  return {{std::filesystem::path(path).filename(), "", image, false}};
}

std::string contentOf(const Found& found) {
  auto content = found.image.content();
  if (!content)
    throw std::runtime_error(fmt::format("'{}': {}", found.name, content.error()));
  return *content;
}

// Prints how much native code a cubin of ours has, and for which processor.
void describeCubin(const fatbin::Cubin& cubin) {
  fmt::print("native code = {}\n", cubin.objects.size());
  if (!cubin.identity.empty())
    fmt::print("processor = {}\n",
               cubin.identity.substr(0, cubin.identity.find('|', cubin.identity.find('|') + 1)));
}

void describe(const Found& found) {
  const bool isPtx = found.image.kind == fatbin::Kind::Ptx;
  fmt::print("\nFatbin {} code:\n================\narch = {}\n", isPtx ? "ptx" : "elf",
             architectureOf(found.image));
  if (isPtx)
    fmt::print("code version = [{},{}]\n", found.image.versionMajor, found.image.versionMinor);
  fmt::print("host = linux\ncompile_size = 64bit\n");
  if (!isPtx)
    if (const auto cubin = fatbin::readCubin(contentOf(found)))
      describeCubin(*cubin);
  if (found.relocatable)
    fmt::print("relocatable\n");
  if (found.image.uncompressedSize)
    fmt::print("compressed\n");
  if (!found.member.empty())
    fmt::print("member = {}\n", found.member);
  if (!found.image.fileName.empty())
    fmt::print("identifier = {}\n", found.image.fileName);
  if (!found.image.options.empty())
    fmt::print("ptxasOptions = {}\n", found.image.options);
}

std::shared_ptr<const ptx::Module> moduleOf(const Found& found) {
  const std::string content = contentOf(found);
  const auto cubin = fatbin::readCubin(content);
  std::vector<std::string> sources = cubin ? cubin->sources : std::vector{content};
  std::vector<std::shared_ptr<const ptx::Module>> modules;
  std::vector<ptx::Diagnostic> diagnostics;
  for (const std::string& source : sources)
    if (auto module = ptx::parse(source, diagnostics))
      modules.push_back(std::move(module));
  // Relocatable code may lack symbols until it is linked. It is shown without them.
  auto whole = ptx::link(modules, diagnostics);
  return whole || modules.empty() ? whole : modules.front();
}

void printSymbols(const Found& found) {
  const auto module = moduleOf(found);
  if (!module)
    return;
  fmt::print("symbols:\n");
  for (const ptx::KernelDeclaration& kernel : ptx::kernels(*module))
    fmt::print("{:<16} {:<10} {:<14} {}\n", "STT_FUNC", "STB_GLOBAL", "STO_ENTRY", kernel.name);
  for (const ptx::VariableDeclaration& variable : ptx::variables(*module))
    fmt::print("{:<16} {:<10} {:<14} {}\n", "STT_OBJECT", "STB_GLOBAL",
               variable.space == ptx::Space::Constant ? "STO_CONSTANT" : "STO_GLOBAL",
               variable.name);
}

void printResources(const Found& found, const std::string& function) {
  const auto module = moduleOf(found);
  if (!module)
    return;
  std::uint64_t global = 0;
  for (const ptx::VariableDeclaration& variable : ptx::variables(*module))
    if (variable.space != ptx::Space::Constant)
      global += variable.size;
  fmt::print("\nResource usage:\n Common:\n  GLOBAL:{}\n", global);
  for (const ptx::KernelDeclaration& kernel : ptx::kernels(*module))
    if (function.empty() || kernel.name == function)
      fmt::print(" Function {}:\n  REG:{} STACK:{} SHARED:{} LOCAL:{} CONSTANT[0]:{}\n",
                 kernel.name, ptx::registersPerThread(*module, kernel.name), kernel.localBytes,
                 kernel.staticSharedBytes, kernel.localBytes, kernel.parameterBytes);
}

void printSections(const Found& found) {
  const std::string content = contentOf(found);
  const fatbin::ElfFile file(content);
  for (const fatbin::Section& section : file.sections())
    if (!section.name.empty())
      fmt::print("{:>10} {}\n", section.content.size(), section.name);
}

enum class What { Describe, List, Text, Extract, Sections, Symbols, Resources };
struct Request {
  What what;
  bool ptx, elf;       // which images it is about
  std::string pattern; // of the files to extract
};

struct CommandLine {
  std::vector<Request> requests;
  std::vector<std::string> files;
  std::string architecture, function; // empty: any
};

CommandLine parse(const Arguments& arguments) {
  CommandLine line;
  for (ToolOptions options(arguments); !options.atEnd(); options.next()) {
    if (options.is({"-lptx", "--list-ptx"}))
      line.requests.push_back({What::List, true, false, {}});
    else if (options.is({"-lelf", "--list-elf"}))
      line.requests.push_back({What::List, false, true, {}});
    else if (options.is({"-ptx", "--dump-ptx"}))
      line.requests.push_back({What::Text, true, false, {}});
    else if (options.is({"-elf", "--dump-elf"}))
      line.requests.push_back({What::Sections, false, true, {}});
    else if (options.is({"-symbols", "--dump-elf-symbols"}))
      line.requests.push_back({What::Symbols, false, true, {}});
    else if (options.is({"-res-usage", "--dump-resource-usage"}))
      line.requests.push_back({What::Resources, false, true, {}});
    else if (const auto name = options.value({"-xptx", "--extract-ptx"}))
      line.requests.push_back({What::Extract, true, false, *name});
    else if (const auto file = options.value({"-xelf", "--extract-elf"}))
      line.requests.push_back({What::Extract, false, true, *file});
    else if (const auto architecture = options.value({"-arch", "--gpu-architecture"}))
      line.architecture = *architecture;
    else if (const auto function = options.value({"-fun", "--function"}))
      line.function = *function;
    else if (options.is({"-sass", "--dump-sass"}))
      throw UsageError("no cubin of Heddle's holds code of a GPU (SASS); -elf lists what is in it");
    else if (options.isFile())
      line.files.push_back(options.word());
    else if (!options.is({"-all", "--all-fatbin"}))
      options.refuseUnknown();
  }
  if (line.files.empty())
    throw UsageError("no file is named");
  if (line.requests.empty())
    line.requests.push_back({What::Describe, true, true, {}});
  return line;
}

void extract(const Found& found, const char* kind, std::size_t number) {
  fmt::print("Extracting {} file    {}: {}\n", kind, number, found.name);
  if (!toolkit::writeFile(found.name, contentOf(found)))
    throw std::runtime_error(fmt::format("cannot write '{}'", found.name));
}

void perform(const Request& request, const CommandLine& line, const std::vector<Found>& images) {
  std::size_t number = 0;
  for (const Found& found : images) {
    const bool isPtx = found.image.kind == fatbin::Kind::Ptx;
    if (!(request.ptx && isPtx) && !(request.elf && isBinary(found.image)))
      continue;
    if (!line.architecture.empty() && line.architecture != architectureOf(found.image))
      continue;
    ++number;
    const char* kind = isPtx ? "PTX" : "ELF";
    switch (request.what) {
    case What::List:
      fmt::print("{} file {:>4}: {}\n", kind, number, found.name);
      continue;
    case What::Extract:
      if (request.pattern == "all" || found.name.find(request.pattern) != std::string::npos)
        extract(found, kind, number);
      continue;
    default:
      describe(found);
    }
    if (request.what == What::Text)
      fmt::print("\n{}\n", contentOf(found));
    else if (request.what == What::Sections)
      printSections(found);
    else if (request.what == What::Symbols)
      printSymbols(found);
    else if (request.what == What::Resources)
      printResources(found, line.function);
  }
}

} // namespace

int dumpCommand(const Arguments& arguments) {
  const CommandLine line = parse(arguments);
  int status = 0;
  for (const std::string& path : line.files) {
    const std::optional<std::string> content = toolkit::readFile(path);
    if (!content)
      throw std::runtime_error(fmt::format("cannot read '{}'", path));
    std::vector<std::vector<char>> storage;
    std::vector<Found> images = findImages(path, *content, storage);
    if (images.empty())
      images = cubinImage(path, *content);
    if (images.empty()) {
      fmt::print(stderr, "heddle dump: '{}' contains no device code\n", path);
      status = 1;
    }
    for (const Request& request : line.requests)
      perform(request, line, images);
  }
  return status;
}

} // namespace heddle::tools
