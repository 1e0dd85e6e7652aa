// libnvfatbin: the API of nvFatbin.h, over fatbin::Writer.
#include "nvFatbin.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/lto_ir.h"
#include "fatbin/object_files.h"
#include "ir/api_boundary.h"
#include "toolkit/architectures.h"
#include "toolkit/ptx_directives.h"
#include "toolkit/version.h"
#include "trace/message.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <new>
#include <string>
#include <string_view>

#define HEDDLE_NVFATBIN extern "C" __attribute__((visibility("default"))) nvFatbinResult

using namespace heddle;

struct _nvFatbinHandle {
  fatbin::Writer writer;
  fatbin::Writer::Entry defaults;
  std::vector<char> content; // the finished fat binary; empty after an image was added
};

namespace {

using Entry = fatbin::Writer::Entry;

nvFatbinResult setOption(std::string_view option, Entry& defaults) {
  // These name the host and the machine, which can only be this one.
  for (std::string_view accepted :
       {"-64", "--64", "-cuda", "--cuda", "-host=linux", "--host=linux", "-c", "--device-c"})
    if (option == accepted)
      return NVFATBIN_SUCCESS;
  if (option == "-g" || option == "--debug")
    defaults.flags |= fatbin::flagDebug;
  else if (option == "-compress=false" || option == "--compress=false")
    defaults.compression = fatbin::Compression::None;
  else if (option == "-compress-mode=size")
    defaults.compression = fatbin::Compression::ZstdStrong;
  else if (option != "-compress=true" && option != "--compress=true" && option != "-compress-all" &&
           option != "--compress-all")
    return NVFATBIN_ERROR_UNRECOGNIZED_OPTION;
  return NVFATBIN_SUCCESS;
}

// The first check of every function that adds an image.
nvFatbinResult check(nvFatbinHandle handle, const void* code, std::size_t size) {
  if (!handle || !code)
    return NVFATBIN_ERROR_NULL_POINTER;
  handle->content.clear();
  return size == 0 ? NVFATBIN_ERROR_EMPTY_INPUT : NVFATBIN_SUCCESS;
}

template <class Body> nvFatbinResult guarded(Body body) {
  return withoutExceptions<nvFatbinResult>(
      {NVFATBIN_ERROR_INTERNAL, NVFATBIN_ERROR_INTERNAL, NVFATBIN_ERROR_INTERNAL}, body);
}

// Calls `add` with the entry and the architecture of an image, when the arguments are right.
template <class Add>
nvFatbinResult addImage(nvFatbinHandle handle, const void* code, std::size_t size, const char* arch,
                        const char* identifier, const char* options, Add add) {
  if (const nvFatbinResult result = check(handle, code, size))
    return result;
  if (!arch)
    return NVFATBIN_ERROR_NULL_POINTER;
  const toolkit::Architecture* architecture = toolkit::findArchitecture(arch);
  if (!architecture)
    return NVFATBIN_ERROR_INVALID_ARCH;
  return guarded([&] {
    Entry entry = handle->defaults;
    entry.arch = architecture->number;
    entry.flags |= architecture->imageFlags();
    entry.fileName = identifier ? identifier : "";
    entry.options = options ? options : "";
    return add(entry, *architecture);
  });
}

// The architecture of a GPU's own cubin, which is in the ELF header's flags. Since ABI version 8 it
// is in another byte.
unsigned architectureOf(const Elf64_Ehdr& header) {
  constexpr unsigned kNewAbiVersion = 8;
  return header.e_ident[EI_ABIVERSION] >= kNewAbiVersion ? header.e_flags >> 8 & 0xff
                                                         : header.e_flags & 0xff;
}

nvFatbinResult addElf(nvFatbinHandle handle, std::string_view file, const Entry& entry) {
  Elf64_Ehdr header;
  if (file.size() < sizeof header)
    return NVFATBIN_ERROR_ELF_SIZE_MISMATCH;
  std::memcpy(&header, file.data(), sizeof header);
  if (const std::size_t size = fatbin::cubinSize(file.data(), file.size())) {
    if (size > file.size())
      return NVFATBIN_ERROR_ELF_SIZE_MISMATCH;
    const auto cubin = fatbin::readCubin(file);
    if (!cubin)
      return NVFATBIN_ERROR_INTERNAL;
    if (cubin->arch && cubin->arch != entry.arch)
      return NVFATBIN_ERROR_ELF_ARCH_MISMATCH;
    handle->writer.addCubin(file, entry);
    return NVFATBIN_SUCCESS;
  }
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != EM_CUDA)
    return NVFATBIN_ERROR_INTERNAL;
  if (header.e_shoff + header.e_shnum * header.e_shentsize > file.size())
    return NVFATBIN_ERROR_ELF_SIZE_MISMATCH;
  if (architectureOf(header) != entry.arch)
    return NVFATBIN_ERROR_ELF_ARCH_MISMATCH;
  handle->writer.addElf(file, entry);
  return NVFATBIN_SUCCESS;
}

nvFatbinResult addContainers(nvFatbinHandle handle, std::string_view object) {
  const auto containers = fatbin::embeddedContainers(object);
  if (containers.empty())
    return NVFATBIN_ERROR_MISSING_FATBIN;
  for (const fatbin::EmbeddedContainer& container : containers) {
    // The reader expects the alignment that containers have in memory, which these may lack.
    const std::vector<char> copy(container.content.begin(), container.content.end());
    const auto images = fatbin::read(copy.data(), copy.size());
    if (!images)
      return NVFATBIN_ERROR_INTERNAL;
    for (const fatbin::Image& image : *images)
      if (!handle->writer.addImage(image, handle->defaults.compression))
        return NVFATBIN_ERROR_INTERNAL;
  }
  return NVFATBIN_SUCCESS;
}

const std::vector<char>& contentOf(nvFatbinHandle handle) {
  if (handle->content.empty())
    handle->content = fatbin::Writer(handle->writer).finish();
  return handle->content;
}

constexpr const char* kErrorStrings[] = {
    "",
    "Internal error",
    "ELF architecture does not match the one that was named",
    "ELF size does not match the one that was named",
    "PTX has no version",
    "Null pointer",
    "Compression failed",
    "Compressed size is too large",
    "Unrecognized option",
    "Invalid architecture",
    "Invalid NVVM",
    "Empty input",
    "PTX has no target",
    "PTX target does not match the architecture that was named",
    "There is no fat binary",
    "Invalid index",
    "Identifier is used already",
    "PTX option is reserved",
};

} // namespace

extern "C" __attribute__((visibility("default"))) const char*
nvFatbinGetErrorString(nvFatbinResult result) {
  const auto index = static_cast<std::size_t>(result);
  return index < std::size(kErrorStrings) ? kErrorStrings[index] : "Unknown error";
}

HEDDLE_NVFATBIN nvFatbinVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor)
    return NVFATBIN_ERROR_NULL_POINTER;
  *major = toolkit::kMajorVersion;
  *minor = toolkit::kMinorVersion;
  return NVFATBIN_SUCCESS;
}

HEDDLE_NVFATBIN nvFatbinCreate(nvFatbinHandle* out, const char** options, size_t count) {
  if (!out || (count && !options))
    return NVFATBIN_ERROR_NULL_POINTER;
  Entry defaults;
  for (size_t i = 0; i < count; ++i) {
    if (!options[i])
      return NVFATBIN_ERROR_NULL_POINTER;
    if (const nvFatbinResult result = setOption(options[i], defaults))
      return result;
  }
  *out = new (std::nothrow) _nvFatbinHandle{{}, defaults, {}};
  return *out ? NVFATBIN_SUCCESS : NVFATBIN_ERROR_INTERNAL;
}

HEDDLE_NVFATBIN nvFatbinDestroy(nvFatbinHandle* handle) {
  if (!handle || !*handle)
    return NVFATBIN_ERROR_NULL_POINTER;
  delete *handle;
  *handle = nullptr;
  return NVFATBIN_SUCCESS;
}

HEDDLE_NVFATBIN nvFatbinAddPTX(nvFatbinHandle handle, const char* code, size_t size,
                               const char* arch, const char* identifier, const char* options) {
  return addImage(handle, code, size, arch, identifier, options,
                  [&](const Entry& entry, const toolkit::Architecture& architecture) {
                    const std::string text(code, strnlen(code, size));
                    const toolkit::Architecture* target =
                        toolkit::findArchitecture(toolkit::ptxDirective(text, ".target"));
                    if (!target)
                      return NVFATBIN_ERROR_MISSING_PTX_ARCH;
                    if (target->name != architecture.name)
                      return NVFATBIN_ERROR_PTX_ARCH_MISMATCH;
                    return handle->writer.addPtx(text, entry) ? NVFATBIN_SUCCESS
                                                              : NVFATBIN_ERROR_MISSING_PTX_VERSION;
                  });
}

HEDDLE_NVFATBIN nvFatbinAddCubin(nvFatbinHandle handle, const void* code, size_t size,
                                 const char* arch, const char* identifier) {
  return addImage(handle, code, size, arch, identifier, "",
                  [&](const Entry& entry, const toolkit::Architecture&) {
                    return addElf(handle, {static_cast<const char*>(code), size}, entry);
                  });
}

HEDDLE_NVFATBIN nvFatbinAddLTOIR(nvFatbinHandle handle, const void* code, size_t size,
                                 const char* arch, const char* identifier, const char* options) {
  return addImage(handle, code, size, arch, identifier, options,
                  [&](const Entry& entry, const toolkit::Architecture&) {
                    const std::string_view content(static_cast<const char*>(code), size);
                    if (!fatbin::isLtoIr(content))
                      return NVFATBIN_ERROR_INVALID_NVVM;
                    handle->writer.addLtoIr(content, entry);
                    return NVFATBIN_SUCCESS;
                  });
}

HEDDLE_NVFATBIN nvFatbinAddIndex(nvFatbinHandle handle, const void* code, size_t size,
                                 const char*) {
  if (const nvFatbinResult result = check(handle, code, size))
    return result;
  trace::reportNotSupported("nvFatbinAddIndex");
  return NVFATBIN_ERROR_INVALID_INDEX;
}

HEDDLE_NVFATBIN nvFatbinAddReloc(nvFatbinHandle handle, const void* code, size_t size) {
  if (const nvFatbinResult result = check(handle, code, size))
    return result;
  return guarded([&] { return addContainers(handle, {static_cast<const char*>(code), size}); });
}

HEDDLE_NVFATBIN nvFatbinSize(nvFatbinHandle handle, size_t* size) {
  if (!handle || !size)
    return NVFATBIN_ERROR_NULL_POINTER;
  return guarded([&] {
    *size = contentOf(handle).size();
    return NVFATBIN_SUCCESS;
  });
}

HEDDLE_NVFATBIN nvFatbinGet(nvFatbinHandle handle, void* buffer) {
  if (!handle || !buffer)
    return NVFATBIN_ERROR_NULL_POINTER;
  return guarded([&] {
    std::ranges::copy(contentOf(handle), static_cast<char*>(buffer));
    return NVFATBIN_SUCCESS;
  });
}
