#include "driver/image.h"
#include "driver/profile.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace heddle::driver {

namespace {

constexpr std::size_t kElfHeaderBytes = 64; // what every ELF file has
constexpr unsigned char kElfMagic[4] = {0x7f, 'E', 'L', 'F'};

bool environmentFlag(const char* name) {
  const char* value = std::getenv(name);
  return value && *value && std::strcmp(value, "0") != 0;
}

// A cubin counts when its code is for this processor and this compiler, or has no code yet.
bool addCubin(std::string_view file, Image& image) {
  std::optional<fatbin::Cubin> cubin = fatbin::readCubin(file);
  if (!cubin || (!cubin->identity.empty() && cubin->identity != jit::codeIdentity()))
    return false;
  for (std::string& source : cubin->sources)
    image.sources.push_back(std::move(source));
  image.code.merge(cubin->objects);
  return true;
}

// Binary code serves devices of its major compute capability, from its own minor one on.
bool addNewestCubin(std::span<const fatbin::Image> images, Image& image) {
  const unsigned device = limits().computeCapability;
  std::vector<const fatbin::Image*> fitting;
  for (const fatbin::Image& each : images)
    if (each.kind == fatbin::Kind::Elf && each.arch / 10 == device / 10 && each.arch <= device)
      fitting.push_back(&each);
  std::ranges::sort(fitting, std::ranges::greater{}, &fatbin::Image::arch);
  for (const fatbin::Image* each : fitting)
    if (auto content = each->content(); content && addCubin(*content, image))
      return true;
  return false;
}

CUresult addContainer(const void* container, Image& image) {
  auto images = fatbin::read(container, 0);
  if (!images)
    return CUDA_ERROR_INVALID_IMAGE;
  if (!environmentFlag("CUDA_FORCE_PTX_JIT") && addNewestCubin(*images, image))
    return CUDA_SUCCESS;
  const fatbin::Image* ptx = fatbin::selectPtx(*images, limits().computeCapability);
  if (!ptx)
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  auto text = ptx->content();
  if (!text)
    return CUDA_ERROR_INVALID_IMAGE;
  image.sources.push_back(std::move(*text));
  return CUDA_SUCCESS;
}

CUresult readWrapper(const fatbin::Wrapper& wrapper, Image& image) {
  auto containers = fatbin::containersOf(wrapper);
  if (!containers)
    return CUDA_ERROR_INVALID_IMAGE;
  for (const void* container : *containers) {
    const CUresult result = addContainer(container, image);
    // Of several objects to be linked, one may hold no code for us (a device runtime library).
    if (result != CUDA_SUCCESS &&
        (containers->size() == 1 || result != CUDA_ERROR_NO_BINARY_FOR_GPU))
      return result;
  }
  return image.sources.empty() ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_SUCCESS;
}

bool looksLikeText(const char* data) {
  return std::isprint(static_cast<unsigned char>(*data)) ||
         std::isspace(static_cast<unsigned char>(*data));
}

} // namespace

bool jitDisabled() {
  return environmentFlag("CUDA_DISABLE_PTX_JIT");
}

CUresult readObjects(std::string_view file, Image& image) {
  std::vector<fatbin::EmbeddedContainer> containers = fatbin::embeddedContainers(file);
  if (containers.empty() && !fatbin::isArchive(file))
    return CUDA_ERROR_INVALID_IMAGE;
  for (const fatbin::EmbeddedContainer& each : containers) {
    // In a file they need not be aligned as the reader of containers in memory expects.
    const std::vector<char> copy(each.content.begin(), each.content.end());
    const CUresult result = addContainer(copy.data(), image);
    if (result != CUDA_SUCCESS &&
        (containers.size() == 1 || result != CUDA_ERROR_NO_BINARY_FOR_GPU))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult readImage(const void* data, Image& image) {
  const auto* bytes = static_cast<const char*>(data);
  // Short text may end before four bytes.
  const std::size_t known = strnlen(bytes, 4);
  if (known == 0)
    return CUDA_ERROR_INVALID_IMAGE;
  if (known == 4) {
    switch (fatbin::identify(data, 0)) {
    case fatbin::Form::Wrapper:
      return readWrapper(*static_cast<const fatbin::Wrapper*>(data), image);
    case fatbin::Form::Container:
      return addContainer(data, image);
    case fatbin::Form::Unknown:
      break;
    }
    if (std::memcmp(data, kElfMagic, sizeof kElfMagic) == 0) {
      const std::size_t size = fatbin::cubinSize(data, kElfHeaderBytes);
      const bool fits =
          size && !environmentFlag("CUDA_FORCE_PTX_JIT") && addCubin({bytes, size}, image);
      return fits ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  }
  if (!looksLikeText(bytes))
    return CUDA_ERROR_INVALID_IMAGE;
  if (jitDisabled())
    return CUDA_ERROR_JIT_COMPILATION_DISABLED;
  image.isText = true;
  image.sources.emplace_back(bytes);
  return CUDA_SUCCESS;
}

CUresult jitResult(const jit::Status& status) {
  switch (status.failure) {
  case jit::Failure::None:
    return CUDA_SUCCESS;
  case jit::Failure::InvalidPtx:
  case jit::Failure::UnresolvedSymbol:
    return CUDA_ERROR_INVALID_PTX;
  case jit::Failure::UnsupportedPtxVersion:
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  case jit::Failure::InvalidTarget:
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  case jit::Failure::NotSupported:
    return CUDA_ERROR_NOT_SUPPORTED;
  case jit::Failure::OutOfResources:
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  }
  return CUDA_ERROR_UNKNOWN;
}

CUresult makeProgram(const Image& image, const JitOptions& options,
                     std::unique_ptr<jit::Program>& program) {
  std::vector<jit::PtxSource> sources;
  for (const std::string& text : image.sources)
    sources.push_back(
        {text, sources.empty() ? "ptx" : "ptx " + std::to_string(sources.size() + 1)});
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = limits().computeCapability;
  if (!image.code.empty())
    programOptions.precompiled = std::make_shared<const jit::Precompiled>(image.code);
  jit::Status status;
  const auto start = std::chrono::steady_clock::now();
  program = jit::Program::create(sources, programOptions, status);
  options.report(status, std::chrono::steady_clock::now() - start);
  if (!program)
    return status ? CUDA_ERROR_UNKNOWN : jitResult(status);
  return CUDA_SUCCESS;
}

CUresult readFile(const char* path, std::vector<char>& contents) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  contents.assign(std::istreambuf_iterator<char>(file), {});
  contents.push_back('\0'); // PTX is text with an end
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
