#include "driver/module/module_image.h"
#include "driver/api/unsupported.h"
#include "driver/device/device_profile.h"

#include "environment/environment.h"
#include "exec/runtime_symbols.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace heddle::driver {

namespace {

// Takes a cubin that is for this device. Its native code is for one kind of processor and one
// version of the compiler; on others, the PTX in the cubin is compiled again.
bool addCubin(std::string_view file, Image& image) {
  std::optional<fatbin::Cubin> cubin = fatbin::readCubin(file);
  if (!cubin ||
      (cubin->arch && !fatbin::binaryRunsOn(cubin->arch, cubin->flags, limits().computeCapability)))
    return false;
  for (std::string& source : cubin->sources)
    image.sources.push_back(std::move(source));
  if (cubin->identity == jit::codeIdentity())
    image.code.merge(cubin->objects);
  return true;
}

bool addNewestCubin(std::span<const fatbin::Image> images, Image& image) {
  const unsigned device = limits().computeCapability;
  std::vector<const fatbin::Image*> fitting;
  for (const fatbin::Image& each : images)
    if (each.kind == fatbin::Kind::Cubin && fatbin::binaryRunsOn(each.arch, each.flags, device))
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
  if (!ptx) {
    const bool isLto =
        std::ranges::find(*images, fatbin::Kind::LtoIr, &fatbin::Image::kind) != images->end();
    return isLto ? unsupported("LTO-IR in a fat binary") : CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
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
    // One of several objects may have no code for the device, such as a device runtime library.
    if (result != CUDA_SUCCESS &&
        (containers->size() == 1 || result != CUDA_ERROR_NO_BINARY_FOR_GPU))
      return result;
  }
  return image.sources.empty() ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_SUCCESS;
}

bool isPtx(std::string_view text) {
  for (;;) {
    const std::size_t start = text.find_first_not_of(" \t\r\n\f\v");
    text.remove_prefix(std::min(start, text.size()));
    const bool line = text.starts_with("//"), block = text.starts_with("/*");
    if (!line && !block)
      return text.starts_with(".version");
    const std::size_t end = line ? text.find('\n') : text.find("*/", 2);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

// An ELF file is a cubin of ours, a cubin of a GPU, which is for no device of ours, or no image at
// all.
CUresult readElf(const char* bytes, Image& image) {
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header);
  const std::size_t size = fatbin::cubinSize(bytes, sizeof header);
  image.isCubin = size != 0;
  if (!image.isCubin)
    return header.e_machine == EM_CUDA ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE;
  if (!fatbin::readCubin({bytes, size}))
    return CUDA_ERROR_INVALID_IMAGE;
  return !environmentFlag("CUDA_FORCE_PTX_JIT") && addCubin({bytes, size}, image)
             ? CUDA_SUCCESS
             : CUDA_ERROR_NO_BINARY_FOR_GPU;
}

} // namespace

bool isElf(std::string_view file) {
  return file.starts_with(ELFMAG);
}

bool jitDisabled() {
  return environmentFlag("CUDA_DISABLE_PTX_JIT");
}

CUresult readObjects(std::string_view file, Image& image) {
  std::vector<fatbin::EmbeddedContainer> containers = fatbin::embeddedContainers(file);
  if (containers.empty() && !fatbin::isArchive(file))
    return CUDA_ERROR_INVALID_IMAGE;
  for (const fatbin::EmbeddedContainer& each : containers) {
    // A container in a file may not have the alignment that a container in memory has.
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
  // Text may be shorter than the four bytes that identify a container.
  const std::size_t known = strnlen(bytes, 4);
  if (known == 4) {
    switch (fatbin::identify(data, 0)) {
    case fatbin::Form::Wrapper:
      return readWrapper(*static_cast<const fatbin::Wrapper*>(data), image);
    case fatbin::Form::Container:
      return addContainer(data, image);
    case fatbin::Form::Unknown:
      break;
    }
    if (isElf({bytes, known}))
      return readElf(bytes, image);
  }
  if (!isPtx(bytes))
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
  case jit::Failure::InvalidTarget: // only of text: readImage() has chosen the rest by its target
  case jit::Failure::UnresolvedSymbol:
    return CUDA_ERROR_INVALID_PTX;
  case jit::Failure::UnsupportedPtxVersion:
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  case jit::Failure::NotSupported:
    return CUDA_ERROR_NOT_SUPPORTED;
  case jit::Failure::OutOfResources:
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  }
  return CUDA_ERROR_UNKNOWN;
}

namespace {

jit::Status create(const Image& image, const JitOptions& options,
                   std::unique_ptr<jit::Program>& program, bool definesExterns = true) {
  std::vector<jit::PtxSource> sources;
  for (const std::string& text : image.sources)
    sources.push_back(
        {text, sources.empty() ? "ptx" : "ptx " + std::to_string(sources.size() + 1)});
  jit::ProgramOptions programOptions;
  // readImage() has chosen PTX in a container by the target that the container tells.
  programOptions.computeCapability =
      image.isText ? limits().computeCapability : std::numeric_limits<unsigned>::max();
  programOptions.definesExterns = definesExterns;
  programOptions.runtimeSymbols = exec::runtimeSymbols();
  if (!image.code.empty())
    programOptions.precompiled = std::make_shared<const jit::Precompiled>(image.code);
  const auto start = std::chrono::steady_clock::now();
  const jit::Status status = jit::Program::create(sources, programOptions, program);
  options.report(status, std::chrono::steady_clock::now() - start);
  return status;
}

} // namespace

CUresult makeProgram(const Image& image, const JitOptions& options,
                     std::unique_ptr<jit::Program>& program) {
  const jit::Status status = create(image, options, program);
  if (!program)
    return status ? CUDA_ERROR_UNKNOWN : jitResult(status);
  return CUDA_SUCCESS;
}

CUresult linkSources(const Image& image, const JitOptions& options) {
  std::unique_ptr<jit::Program> program;
  const jit::Status status = create(image, options, program, false);
  if (!program)
    return CUDA_ERROR_UNKNOWN;
  const bool fits = std::ranges::all_of(program->kernels(), [](const jit::KernelInfo& kernel) {
    return kernel.staticSharedBytes <= limits().sharedPerBlock;
  });
  return fits ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
}

CUresult checkSources(const Image& image, const JitOptions& options) {
  std::unique_ptr<jit::Program> program;
  const jit::Status status = create(image, options, program);
  return status.failure == jit::Failure::UnresolvedSymbol ? CUDA_SUCCESS : jitResult(status);
}

CUresult readFile(const char* path, std::vector<char>& contents) {
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  if (std::filesystem::is_directory(path, ignored))
    return CUDA_ERROR_OUT_OF_MEMORY; // as the driver of a GPU answers
  contents.assign(std::istreambuf_iterator<char>(file), {});
  contents.push_back('\0'); // PTX text must end with a null
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
