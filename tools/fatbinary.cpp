// fatbinary: packs PTX, cubins and other fat binaries into one fat binary.
#include "nvcc/fatbin_steps.h"
#include "toolkit/tool_options.h"
#include "tools/commands.h"

#include <fmt/format.h>

namespace heddle::tools {
namespace {

using toolkit::ToolOptions;
using toolkit::UsageError;

// Parses an image: kind=elf,sm=90,file=a.cubin, or in the older form profile=compute_90,file=a.ptx.
// The file comes last, and its name may contain commas.
nvcc::FatbinStep::Source sourceOf(const std::string& specification) {
  nvcc::FatbinStep::Source source;
  std::string_view rest = specification;
  while (!rest.empty()) {
    const std::string_view key = rest.substr(0, rest.find('='));
    rest.remove_prefix(std::min(key.size() + 1, rest.size()));
    if (key == "file") {
      source.path = rest;
      break;
    }
    const std::string_view value = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(value.size() + 1, rest.size()));
    if (key == "sm" || key == "profile") {
      source.architecture = toolkit::findArchitecture(value);
      if (!source.architecture)
        throw UsageError(fmt::format("unknown architecture '{}'", value));
    } else if (key != "kind") // the content of the file tells its kind
      throw UsageError(fmt::format("unknown keyword '{}' in an image", key));
  }
  if (source.path.empty())
    throw UsageError(fmt::format("'{}' names no file", specification));
  return source;
}

fatbin::Compression compressionOf(const std::string& mode) {
  if (mode == "none" || mode == "false")
    return fatbin::Compression::None;
  if (mode == "size")
    return fatbin::Compression::ZstdStrong;
  if (mode == "speed")
    return fatbin::Compression::Lz4;
  if (mode == "default" || mode == "balance" || mode == "true")
    return fatbin::Compression::Zstd;
  throw UsageError(fmt::format("unknown compression '{}'", mode));
}

} // namespace

int fatbinaryCommand(const Arguments& arguments) {
  std::vector<nvcc::FatbinStep::Source> sources;
  fatbin::Writer::Entry entry;
  std::string output;
  for (ToolOptions options(arguments); !options.atEnd(); options.next()) {
    if (const auto file = options.value({"--create", "-create"}))
      output = *file;
    else if (const auto image =
                 options.value({"--image", "-image", "--image2", "-image2", "--image3", "-image3"}))
      sources.push_back(sourceOf(*image));
    else if (const auto line = options.value({"--cmdline", "-cmdline"}))
      entry.options = *line;
    else if (const auto name = options.value({"--ident", "-ident"}))
      entry.fileName = *name;
    else if (const auto mode =
                 options.value({"--compress-mode", "-compress-mode", "--compress", "-compress"}))
      entry.compression = compressionOf(*mode);
    else if (options.is({"--debug", "-g"}))
      entry.flags |= fatbin::flagDebug;
    // These say whether the code is relocatable, which the images know, and that it has 64 bits.
    else if (!options.is({"--64", "-64", "--device-c", "-c", "--link", "-link", "--compress-all",
                          "-compress-all", "--no-asm", "-no-asm"}))
      options.refuseUnknown();
  }
  if (output.empty())
    throw UsageError("no file is named with --create");
  if (sources.empty())
    throw UsageError("no image is named");
  return nvcc::FatbinStep(std::move(sources), std::move(entry), output).run();
}

} // namespace heddle::tools
