// fatbinary: PTX, cubins and other fat binaries into one.
#include "nvcc/fatbin_steps.h"
#include "tools/options.h"

namespace heddle::tools {
namespace {

// kind=elf,sm=90,file=a.cubin or, as older ones have it, profile=compute_90,file=a.ptx. The name of
// the file comes last and may have commas in it.
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
      source.architecture = nvcc::findArchitecture(value);
      if (!source.architecture)
        throw UsageError(fmt::format("unknown architecture '{}'", value));
    } else if (key != "kind") // the file itself says what it is
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
  for (Options options(arguments); !options.atEnd(); options.next()) {
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
    // Code is what it is, relocatable or linked, and always has 64 bits.
    else if (!options.is({"--64", "-64", "--device-c", "-c", "--link", "-link", "--compress-all",
                          "-compress-all", "--no-asm", "-no-asm"}))
      options.unknown();
  }
  if (output.empty())
    throw UsageError("no file is named with --create");
  if (sources.empty())
    throw UsageError("no image is named");
  return nvcc::FatbinStep(std::move(sources), std::move(entry), output).run();
}

} // namespace heddle::tools
