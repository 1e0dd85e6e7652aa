#include "driver/image.h"
#include "driver/profile.h"

#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace heddle::driver {

namespace {

constexpr char kLinkedMagic[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'L', '1'};
constexpr unsigned char kElfMagic[4] = {0x7f, 'E', 'L', 'F'};

CUresult addContainer(const void* container, Image& image) {
  auto images = fatbin::read(container, 0);
  if (!images)
    return CUDA_ERROR_INVALID_IMAGE;
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

void unpackLinked(const char* at, Image& image) {
  at += sizeof kLinkedMagic;
  std::uint64_t count;
  std::memcpy(&count, at, sizeof count);
  at += sizeof count;
  for (; count > 0; --count) {
    std::uint64_t size;
    std::memcpy(&size, at, sizeof size);
    at += sizeof size;
    image.sources.emplace_back(at, size);
    at += size;
  }
}

bool looksLikeText(const char* data) {
  return std::isprint(static_cast<unsigned char>(*data)) ||
         std::isspace(static_cast<unsigned char>(*data));
}

} // namespace

bool jitDisabled() {
  const char* value = std::getenv("CUDA_DISABLE_PTX_JIT");
  return value && *value && std::strcmp(value, "0") != 0;
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
    if (std::memcmp(data, kElfMagic, sizeof kElfMagic) == 0)
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (std::strncmp(bytes, kLinkedMagic, sizeof kLinkedMagic) == 0) {
      unpackLinked(bytes, image);
      return CUDA_SUCCESS;
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

std::vector<char> packLinked(const std::vector<std::string>& sources) {
  std::vector<char> out(std::begin(kLinkedMagic), std::end(kLinkedMagic));
  const auto putNumber = [&](std::uint64_t number) {
    const char* bytes = reinterpret_cast<const char*>(&number);
    out.insert(out.end(), bytes, bytes + sizeof number);
  };
  putNumber(sources.size());
  for (const std::string& source : sources) {
    putNumber(source.size());
    out.insert(out.end(), source.begin(), source.end());
  }
  return out;
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
