// Images of modules, on their whole way from bytes to a linked program as the driver goes it: fat
// binaries, cubins, object files and text. Native code in them is not looked at: it is taken only
// behind a seal.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"
#include "ptx/ptx.h"

#include <cstdlib>
#include <cstring>
#include <memory>

using namespace heddle;

namespace {

constexpr unsigned kComputeCapability = 90;

bool addCubin(std::string_view file, std::vector<std::string>& sources) {
  const auto cubin = fatbin::readCubin(file);
  if (!cubin)
    return false;
  std::size_t copied = 0;
  for (const auto& [key, object] : cubin->objects)
    copied += object.size();
  for (const std::string& source : cubin->sources)
    copied += source.size();
  // A small file that makes large copies could use up all memory.
  if (copied > file.size())
    std::abort();
  fatbin::binaryRunsOn(cubin->arch, cubin->flags, kComputeCapability);
  sources.insert(sources.end(), cubin->sources.begin(), cubin->sources.end());
  return true;
}

void addContainer(std::string_view container, std::vector<std::string>& sources) {
  const auto images = fatbin::read(container.data(), container.size());
  if (!images)
    return;
  for (const fatbin::Image& image : *images)
    if (image.kind == fatbin::Kind::Cubin)
      if (const auto content = image.content(); content && addCubin(*content, sources))
        return;
  if (const fatbin::Image* ptx = fatbin::selectPtx(*images, kComputeCapability))
    if (const auto text = ptx->content())
      sources.push_back(*text);
}

std::vector<std::string> sourcesOf(std::string_view image) {
  std::vector<std::string> sources;
  fatbin::containerSize(image.data(), image.size());
  if (fatbin::identify(image.data(), image.size()) == fatbin::Form::Container)
    addContainer(image, sources);
  else if (!addCubin(image, sources))
    for (const fatbin::EmbeddedContainer& each : fatbin::embeddedContainers(image))
      addContainer(each.content, sources);
  if (sources.empty())
    sources.emplace_back(image.substr(0, image.find('\0')));
  return sources;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy that ends where the allocation ends, so that AddressSanitizer sees an overrun.
  const std::unique_ptr<char[]> bytes(new char[size]);
  if (size > 0)
    std::memcpy(bytes.get(), data, size);
  std::vector<ptx::Diagnostic> diagnostics;
  std::vector<std::shared_ptr<const ptx::Module>> modules;
  for (const std::string& source : sourcesOf({bytes.get(), size})) {
    modules.push_back(ptx::parse(source, diagnostics));
    if (!modules.back())
      return 0;
  }
  const auto program = ptx::link(modules, diagnostics);
  if (!program)
    return 0;
  ptx::variables(*program);
  ptx::kernels(*program);
  return 0;
}
