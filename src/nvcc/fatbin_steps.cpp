#include "nvcc/fatbin_steps.h"
#include "fatbin/cubin.h"
#include "fatbin/lto_ir.h"
#include "nvcc/command_line.h"
#include "nvcc/files.h"
#include "toolkit/ptx_directives.h"

#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

void addPtx(fatbin::Writer& writer, const FatbinStep::Source& source, const std::string& text,
            fatbin::Writer::Entry entry) {
  const Architecture* architecture = source.architecture;
  if (!architecture)
    architecture = findArchitecture(toolkit::ptxDirective(text, ".target"));
  if (!architecture)
    throw FatalError(fmt::format("'{}' names no known .target", source.path.string()));
  entry.arch = architecture->number;
  entry.flags |= architecture->imageFlags();
  if (!writer.addPtx(text, entry))
    throw FatalError(fmt::format("'{}' is no PTX: it has no .version", source.path.string()));
}

void addCubin(fatbin::Writer& writer, const FatbinStep::Source& source, const std::string& file,
              const fatbin::Cubin& cubin, fatbin::Writer::Entry entry) {
  entry.arch = source.architecture ? source.architecture->number : cubin.arch;
  entry.flags |= source.architecture ? source.architecture->imageFlags() : cubin.flags;
  writer.addCubin(file, entry);
}

void addLtoIr(fatbin::Writer& writer, const FatbinStep::Source& source, const std::string& file,
              fatbin::Writer::Entry entry) {
  if (!source.architecture)
    throw FatalError(
        fmt::format("'{}' does not say for which architecture it is", source.path.string()));
  entry.arch = source.architecture->number;
  entry.flags |= source.architecture->imageFlags();
  writer.addLtoIr(file, entry);
}

const char* kindOf(const FatbinStep::Source& source) {
  if (source.path.extension() == ".ltoir")
    return "ltoir";
  bool elf = source.form == FatbinStep::Form::Cubin || source.path.extension() == ".cubin";
  return elf ? "elf" : "ptx";
}

void addContainer(fatbin::Writer& writer, const FatbinStep::Source& source,
                  const std::string& container, fatbin::Compression compression) {
  auto images = fatbin::read(container.data(), container.size());
  if (!images)
    throw FatalError(fmt::format("'{}': {}", source.path.string(), images.error()));
  for (const fatbin::Image& image : *images)
    if (const auto added = writer.addImage(image, compression); !added)
      throw FatalError(fmt::format("'{}': {}", source.path.string(), added.error()));
}

} // namespace

std::vector<std::string> FatbinStep::commandLine() const {
  std::vector<std::string> line{"fatbinary", "--create=" + output_.string(), "-64"};
  if (!entry_.options.empty())
    line.push_back("--cmdline=" + entry_.options);
  for (const Source& source : sources_)
    line.push_back(source.architecture
                       ? fmt::format("--image3=kind={},sm={},file={}", kindOf(source),
                                     source.architecture->name, source.path.string())
                       : fmt::format("--image3=file={}", source.path.string()));
  return line;
}

int FatbinStep::run() const {
  fatbin::Writer writer;
  for (const Source& source : sources_) {
    std::string content = readFile(source.path);
    if (source.form == Form::Cubin)
      content = fatbin::writeCubin(
          {{}, {content}, {}, source.architecture->number, source.architecture->imageFlags()});
    if (fatbin::identify(content.data(), content.size()) == fatbin::Form::Container)
      addContainer(writer, source, content, entry_.compression);
    else if (auto cubin = fatbin::readCubin(content))
      addCubin(writer, source, content, *cubin, entry_);
    else if (fatbin::readLtoIr(content))
      addLtoIr(writer, source, content, entry_);
    else
      addPtx(writer, source, content, entry_);
  }
  std::vector<char> container = writer.finish();
  writeFile(output_, {container.data(), container.size()});
  return 0;
}

std::vector<std::string> LtoIrStep::commandLine() const {
  return {"cat", bitcode_, ptx_, ">", output_};
}

int LtoIrStep::run() const {
  writeFile(output_, fatbin::writeLtoIr({readFile(bitcode_), readFile(ptx_)}));
  return 0;
}

std::vector<std::string> RetargetStep::commandLine() const {
  return {"sed", "-i",
          fmt::format("-e s/^.version.*/.version {}/ -e s/^.target.*/.target {}/",
                      toolkit::kPtxVersion, architecture_.realName()),
          ptx_};
}

int RetargetStep::run() const {
  std::string text = readFile(ptx_);
  toolkit::retargetPtx(text, architecture_);
  writeFile(ptx_, text);
  return 0;
}

std::vector<std::string> LimitRegistersStep::commandLine() const {
  return {"sed", "-i", fmt::format("-e s/^{{/.maxnreg {}\\n{{/", most_), ptx_};
}

int LimitRegistersStep::run() const {
  std::string text = readFile(ptx_);
  toolkit::limitRegisters(text, most_);
  writeFile(ptx_, text);
  return 0;
}

std::vector<std::string> StampStep::commandLine() const {
  return {"objcopy", "--redefine-sym", "__fatbinwrap__nv_*=__fatbinwrap__nv_" + id_, object_};
}

int StampStep::run() const {
  // The new name is as long as the old one, so that nothing else in the file moves.
  constexpr std::string_view kMarker = "__fatbinwrap__nv_";
  std::string object = readFile(object_);
  std::size_t at = object.find(kMarker);
  if (at == object.npos)
    return 0; // a source without kernels or device variables
  std::size_t begin = at + kMarker.size();
  std::size_t end = object.find_first_not_of("0123456789abcdef", begin);
  std::string old = "_nv_" + object.substr(begin, end - begin);
  std::string stamp = "_nv_" + id_.substr(0, end - begin);
  for (at = 0; (at = object.find(old, at)) != object.npos; at += stamp.size())
    object.replace(at, stamp.size(), stamp);
  writeFile(object_, object);
  return 0;
}

} // namespace heddle::nvcc
