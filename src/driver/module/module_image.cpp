#include "driver/module/module_image.h"
#include "driver/api/unsupported.h"
#include "driver/device/device_profile.h"
#include "driver/module/code_tiers.h"
#include "driver/module/image_memory.h"
#include "driver/module/perf_format.h"

#include "environment/environment.h"
#include "exec/runtime_symbols.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"
#include "jit/sealed_object.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace heddle::driver {

namespace {

// The bytes of an image. A trusted image is part of the program's executable or of one of its
// libraries, so that its native code runs whoever has made it.
struct Bytes {
  std::string_view content;
  bool isTrusted = false;
};

// Takes a cubin that is for this device. Its native code is for one kind of processor and one
// version of the compiler; on others, and where it is not this user's, the PTX in the cubin is
// compiled again.
bool addCubin(Bytes file, Image& image) {
  std::optional<fatbin::Cubin> cubin = fatbin::readCubin(file.content);
  if (!cubin ||
      (cubin->arch && !fatbin::binaryRunsOn(cubin->arch, cubin->flags, limits().computeCapability)))
    return false;
  for (std::string& source : cubin->sources)
    image.sources.push_back(std::move(source));
  if (cubin->identity == jit::codeIdentity())
    for (const auto& [key, sealed] : cubin->objects)
      if (const auto object =
              file.isTrusted ? jit::openTrusted(sealed) : jit::openSealed(key, sealed))
        image.code.emplace(key, *object);
  return true;
}

bool addNewestCubin(std::span<const fatbin::Image> images, bool isTrusted, Image& image) {
  const unsigned device = limits().computeCapability;
  std::vector<const fatbin::Image*> fitting;
  for (const fatbin::Image& each : images)
    if (each.kind == fatbin::Kind::Cubin && fatbin::binaryRunsOn(each.arch, each.flags, device))
      fitting.push_back(&each);
  std::ranges::sort(fitting, std::ranges::greater{}, &fatbin::Image::arch);
  for (const fatbin::Image* each : fitting)
    if (auto content = each->content(); content && addCubin({*content, isTrusted}, image))
      return true;
  return false;
}

CUresult addContainer(Bytes container, Image& image) {
  auto images = fatbin::read(container.content.data(), container.content.size());
  if (!images)
    return CUDA_ERROR_INVALID_IMAGE;
  if (!environmentFlag("CUDA_FORCE_PTX_JIT") && addNewestCubin(*images, container.isTrusted, image))
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

// The image at an address, of which only its own headers tell the size.
Bytes bytesAt(const void* data) {
  if (const std::string_view segment = programSegment(data); !segment.empty())
    return {segment, true};
  const auto* const begin = static_cast<const char*>(data);
  const std::string_view head(begin, readableBytes(data, sizeof(Elf64_Ehdr)));
  if (const std::size_t size =
          std::max(fatbin::containerSize(data, head.size()), fatbin::cubinSize(data, head.size())))
    return {{begin, readableBytes(data, size)}};
  const bool isBinary = isElf(head) || fatbin::identify(data, head.size()) != fatbin::Form::Unknown;
  return {isBinary ? head : readableText(data)};
}

CUresult readWrapper(std::string_view bytes, Image& image) {
  fatbin::Wrapper wrapper;
  if (bytes.size() < sizeof wrapper)
    return CUDA_ERROR_INVALID_IMAGE;
  std::memcpy(&wrapper, bytes.data(), sizeof wrapper);
  auto containers = fatbin::containersOf(wrapper, [](const void* data, std::size_t size) {
    return readableBytes(data, size) == size;
  });
  if (!containers)
    return CUDA_ERROR_INVALID_IMAGE;
  for (const void* container : *containers) {
    const CUresult result = addContainer(bytesAt(container), image);
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
CUresult readElf(Bytes file, Image& image) {
  Elf64_Ehdr header;
  if (file.content.size() < sizeof header)
    return CUDA_ERROR_INVALID_IMAGE;
  std::memcpy(&header, file.content.data(), sizeof header);
  image.isCubin = fatbin::isCubin(header);
  if (!image.isCubin)
    return header.e_machine == EM_CUDA ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_ERROR_INVALID_IMAGE;
  const std::optional<fatbin::Cubin> cubin = fatbin::readCubin(file.content);
  if (!cubin || cubin->sources.empty())
    return CUDA_ERROR_INVALID_IMAGE;
  return !environmentFlag("CUDA_FORCE_PTX_JIT") && addCubin(file, image)
             ? CUDA_SUCCESS
             : CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult readText(std::string_view text, Image& image) {
  if (!isPtx(text))
    return CUDA_ERROR_INVALID_IMAGE;
  if (jitDisabled())
    return CUDA_ERROR_JIT_COMPILATION_DISABLED;
  image.isText = true;
  image.sources.emplace_back(text);
  return CUDA_SUCCESS;
}

CUresult readBytes(Bytes bytes, Image& image) {
  if (fatbin::identify(bytes.content.data(), bytes.content.size()) == fatbin::Form::Container)
    return addContainer(bytes, image);
  if (isElf(bytes.content))
    return readElf(bytes, image);
  return readText(bytes.content.substr(0, bytes.content.find('\0')), image);
}

} // namespace

bool isElf(std::string_view file) {
  return fatbin::beginsWith(file.data(), file.size(), ELFMAG);
}

bool jitDisabled() {
  return environmentFlag("CUDA_DISABLE_PTX_JIT");
}

CUresult readObjects(std::string_view file, Image& image) {
  std::vector<fatbin::EmbeddedContainer> containers = fatbin::embeddedContainers(file);
  if (containers.empty() && !fatbin::isArchive(file))
    return CUDA_ERROR_INVALID_IMAGE;
  for (const fatbin::EmbeddedContainer& each : containers) {
    const CUresult result = addContainer({each.content}, image);
    if (result != CUDA_SUCCESS &&
        (containers.size() == 1 || result != CUDA_ERROR_NO_BINARY_FOR_GPU))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult readImage(const void* data, Image& image) {
  const Bytes bytes = bytesAt(data);
  // A wrapper holds addresses, so there is none outside of memory.
  if (fatbin::identify(data, bytes.content.size()) == fatbin::Form::Wrapper)
    return readWrapper(bytes.content, image);
  return readBytes(bytes, image);
}

CUresult readFileImage(std::string_view content, Image& image) {
  return readBytes({content}, image);
}

CUresult jitResult(const jit::Status& status) {
  switch (status.failure) {
  case jit::Failure::None:
    return CUDA_SUCCESS;
  case jit::Failure::InvalidPtx:
  case jit::Failure::InvalidTarget: // only of text: readImage() has chosen other images by target
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
  programOptions.tier = codeTier();
  programOptions.perf = perfFormat();
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

CUresult readFile(const char* path, std::string& contents) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status))
    return CUDA_ERROR_OUT_OF_MEMORY; // as the driver of a GPU answers
  // Reading a pipe could wait for ever, and a device may have no end.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return CUDA_ERROR_INVALID_IMAGE;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  contents.assign(std::istreambuf_iterator<char>(file), {});
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
