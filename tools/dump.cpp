#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"
#include "tools/commands.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace heddle::tools {
namespace {

// One image of device code, wherever it was found.
struct Found {
  std::string name; // of the file it is extracted to
  std::string member;
  fatbin::Image image;
  bool relocatable;
};

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(fmt::format("cannot read '{}'", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string architectureOf(const fatbin::Image& image) {
  const char* suffix = image.flags & fatbin::flagArchSpecific     ? "a"
                       : image.flags & fatbin::flagFamilySpecific ? "f"
                                                                  : "";
  return fmt::format("sm_{}{}", image.arch, suffix);
}

// Machine code, of ours or of a GPU.
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
    // Aligned as in memory.
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

// A cubin of ours as a file of its own: its architecture is that of its PTX.
std::vector<Found> cubinImage(const std::string& path, std::string_view content) {
  const auto cubin = fatbin::readCubin(content);
  if (!cubin)
    return {};
  fatbin::Image image;
  image.kind = fatbin::Kind::Cubin;
  const std::string& ptx = cubin->sources.front();
  if (const std::size_t target = ptx.find(".target sm_"); target != std::string::npos)
    image.arch = static_cast<unsigned>(std::atoi(ptx.c_str() + target + 11));
  image.payload = content;
  return {{std::filesystem::path(path).filename(), "", image, false}};
}

std::string contentOf(const Found& found) {
  auto content = found.image.content();
  if (!content)
    throw std::runtime_error(fmt::format("'{}': {}", found.name, content.error()));
  return *content;
}

// What a cubin of ours was made for, and for how many kernels and shapes.
void describeCubin(const std::string& content) {
  const auto cubin = fatbin::readCubin(content);
  if (!cubin)
    return;
  fmt::print("native code = {}\n", cubin->objects.size());
  if (!cubin->identity.empty())
    fmt::print("processor = {}\n",
               cubin->identity.substr(0, cubin->identity.find('|', cubin->identity.find('|') + 1)));
}

} // namespace

int dumpCommand(const Arguments& arguments) {
  enum class What { Describe, List, Text, Extract } what = What::Describe;
  bool wantsPtx = true;
  std::string pattern = "all";
  std::vector<std::string> files;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool elf = argument.ends_with("elf");
    if (argument == "-lptx" || argument == "--list-ptx" || argument == "-lelf" ||
        argument == "--list-elf") {
      what = What::List;
      wantsPtx = !elf;
    } else if (argument == "-ptx" || argument == "--dump-ptx")
      what = What::Text;
    else if ((argument == "-xptx" || argument == "--extract-ptx" || argument == "-xelf" ||
              argument == "--extract-elf") &&
             i + 1 < arguments.size()) {
      what = What::Extract;
      wantsPtx = !elf;
      pattern = arguments[++i];
    } else if (argument.starts_with("-")) {
      fmt::print(stderr, "heddle dump: unknown option '{}'\n", argument);
      return 2;
    } else
      files.push_back(argument);
  }
  if (files.empty()) {
    fmt::print(stderr, "heddle dump: no file is named\n");
    return 2;
  }
  int status = 0;
  for (const std::string& path : files) {
    const std::string content = readFile(path);
    std::vector<std::vector<char>> storage;
    std::vector<Found> images = findImages(path, content, storage);
    if (images.empty())
      images = cubinImage(path, content);
    if (images.empty()) {
      fmt::print(stderr, "heddle dump: '{}' contains no device code\n", path);
      status = 1;
    }
    std::size_t number = 0;
    for (const Found& found : images) {
      const bool isPtx = found.image.kind == fatbin::Kind::Ptx;
      if (what != What::Describe && !(wantsPtx ? isPtx : isBinary(found.image)))
        continue;
      const char* kindName = isPtx ? "PTX" : "ELF";
      ++number;
      switch (what) {
      case What::List:
        fmt::print("{} file {:>4}: {}\n", kindName, number, found.name);
        break;
      case What::Extract:
        if (pattern == "all" || found.name.find(pattern) != std::string::npos) {
          fmt::print("Extracting {} file    {}: {}\n", kindName, number, found.name);
          std::ofstream out(found.name, std::ios::binary);
          if (!(out << contentOf(found)))
            throw std::runtime_error(fmt::format("cannot write '{}'", found.name));
        }
        break;
      default:
        fmt::print("\nFatbin {} code:\n================\narch = {}\n", isPtx ? "ptx" : "elf",
                   architectureOf(found.image));
        if (isPtx)
          fmt::print("code version = [{},{}]\n", found.image.versionMajor,
                     found.image.versionMinor);
        fmt::print("host = linux\ncompile_size = 64bit\n");
        if (!isPtx)
          describeCubin(contentOf(found));
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
        if (what == What::Text)
          fmt::print("\n{}\n", contentOf(found));
      }
    }
  }
  return status;
}

} // namespace heddle::tools
