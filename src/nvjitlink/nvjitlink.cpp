// libnvJitLink: the API of nvJitLink.h, over the device linker that bin/nvlink uses.
#pragma GCC visibility push(default) // of the functions in this header, and of nothing else
#include "nvJitLink.h"
#pragma GCC visibility pop

#include "fatbin/lto_ir.h"
#include "ir/api_boundary.h"
#include "nvjitlink/device_linker.h"
#include "toolkit/files.h"
#include "toolkit/version.h"
#include "trace/message.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>

using namespace heddle;
using nvjitlink::DeviceLinker;
using nvjitlink::InputKind;
using nvjitlink::LinkResult;

struct nvJitLink {
  const toolkit::Architecture* architecture = nullptr;
  std::optional<DeviceLinker> linker;
  bool lto = false, ptx = false;
  std::vector<std::string> ltoOptions; // of libnvvm
  bool completed = false;
  std::string cubin;
  std::string errors;

  // The PTX that -ptx asks for. Null when there is none.
  const std::string* linkedPtx() const {
    return ptx && completed && !cubin.empty() ? &linker->ltoPtx() : nullptr;
  }
  std::string log() const { return (linker ? linker->log() : std::string()) + errors; }
};

namespace {

struct IgnoredOption {
  std::string_view name;
  bool hasValue; // it is written behind "="
};
// These steer how a GPU's code is made, of which there is none here.
constexpr IgnoredOption kIgnored[] = {
    {"-g", false},
    {"-lineinfo", false},
    {"-time", false},
    {"-verbose", false},
    {"-no-cache", false},
    {"-optimize-unused-variables", false},
    {"-r", false},
    {"-relocatable-device-code", true},
    {"-maxrregcount", true},
    {"-kernels-used", true},
    {"-variables-used", true},
    {"-Xptxas", true},
    {"-Xnvvm", true},
    {"-split-compile", true},
    {"-split-compile-extended", true},
    {"-jump-table-density", true},
};

bool isIgnored(std::string_view option) {
  return std::ranges::any_of(kIgnored, [&](const IgnoredOption& ignored) {
    const std::string_view name = option.substr(0, option.find('='));
    return name == ignored.name && (name.size() < option.size()) == ignored.hasValue;
  });
}

template <class Body> nvJitLinkResult guarded(Body body) {
  return withoutExceptions<nvJitLinkResult>(
      {NVJITLINK_ERROR_INTERNAL, NVJITLINK_ERROR_INTERNAL, NVJITLINK_ERROR_INTERNAL}, body);
}

nvJitLinkResult fail(nvJitLink& state, nvJitLinkResult result, const std::string& line) {
  state.errors += line + "\n";
  return result;
}

nvJitLinkResult setArchitecture(nvJitLink& state, std::string_view option, bool& isVirtual) {
  const std::string_view name = option.substr(option.find('=') + 1);
  isVirtual = name.starts_with("compute_");
  const std::string_view number = name.substr(isVirtual ? 8 : name.starts_with("sm_") ? 3 : 0);
  if (number.size() == name.size() || number.empty() || number[0] < '0' || number[0] > '9')
    return fail(state, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                fmt::format("ERROR NVJITLINK_ERROR_UNRECOGNIZED_OPTION: missing option value ({})",
                            option));
  state.architecture = toolkit::findArchitecture(name);
  if (!state.architecture)
    return fail(state, NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
                fmt::format("ERROR NVJITLINK_ERROR_UNRECOGNIZED_ARCH: unrecognized architecture "
                            "(compute_{})",
                            number));
  if (!state.architecture->current)
    return fail(state, NVJITLINK_ERROR_UNSUPPORTED_ARCH,
                fmt::format("ERROR NVJITLINK_ERROR_UNSUPPORTED_ARCH: unsupported architecture "
                            "(compute_{})",
                            number));
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult setOptions(nvJitLink& state, std::uint32_t count, const char** options) {
  bool isVirtual = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view option = options[i] ? options[i] : "";
    if (option.starts_with("-arch=")) {
      if (const auto result = setArchitecture(state, option, isVirtual))
        return result;
    } else if (option == "-lto") {
      state.lto = true;
    } else if (option == "-ptx") {
      state.ptx = true;
    } else if (option.starts_with("-O") && option.size() > 2) {
      if (option != "-O0" && option != "-O3")
        return fail(state, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                    fmt::format("unsupported value of -O: {}. Only 0 and 3 are supported.",
                                option.substr(2)));
      state.ltoOptions.push_back(option == "-O0" ? "-opt=0" : "-opt=3");
    } else if (std::string lto = nvjitlink::ltoOption(option); !lto.empty()) {
      state.ltoOptions.push_back(std::move(lto));
    } else if (!isIgnored(option)) {
      return fail(state, NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                  fmt::format("unrecognized option: {}", option));
    }
  }
  if (!state.architecture)
    return NVJITLINK_ERROR_MISSING_ARCH;
  if (isVirtual && !state.ptx)
    return fail(state, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "ERROR: virtual arch requires -ptx");
  if (state.ptx && !state.lto)
    return fail(state, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "ERROR: -ptx requires -lto");
  return NVJITLINK_SUCCESS;
}

struct KnownInput {
  nvJitLinkInputType type;
  InputKind kind;
  const char* name;
};
constexpr KnownInput kInputs[] = {
    {NVJITLINK_INPUT_CUBIN, InputKind::Cubin, "NVJITLINK_INPUT_CUBIN"},
    {NVJITLINK_INPUT_PTX, InputKind::Ptx, "NVJITLINK_INPUT_PTX"},
    {NVJITLINK_INPUT_LTOIR, InputKind::LtoIr, "NVJITLINK_INPUT_LTOIR"},
    {NVJITLINK_INPUT_FATBIN, InputKind::FatBinary, "NVJITLINK_INPUT_FATBIN"},
    {NVJITLINK_INPUT_OBJECT, InputKind::Object, "NVJITLINK_INPUT_OBJECT"},
    {NVJITLINK_INPUT_LIBRARY, InputKind::Library, "NVJITLINK_INPUT_LIBRARY"},
    // An index lists the contents of libraries of LTO-IR. Heddle's tools make none, so no input is
    // ever recognised as one.
    {NVJITLINK_INPUT_INDEX, InputKind::Unknown, "NVJITLINK_INPUT_INDEX"},
};

nvJitLinkResult add(nvJitLink& state, nvJitLinkInputType type, std::string_view data,
                    const std::string& name) {
  const auto* input = std::ranges::find(kInputs, type, &KnownInput::type);
  if (type == NVJITLINK_INPUT_ANY)
    input = std::ranges::find(kInputs, nvjitlink::kindOf(data), &KnownInput::kind);
  if (input == std::end(kInputs))
    return fail(state, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
                fmt::format("unsupported input type: {}", name));
  if (input->kind == InputKind::LtoIr && fatbin::readLtoIr(data) && !state.lto)
    return fail(state, NVJITLINK_ERROR_LTO_NOT_ENABLED,
                fmt::format("ERROR: LTO-IR needs the option -lto: {}", name));
  switch (state.linker->add(input->kind, data, name)) {
  case LinkResult::Success:
    return NVJITLINK_SUCCESS;
  case LinkResult::Empty:
    return NVJITLINK_ERROR_INVALID_INPUT;
  case LinkResult::NotForDevice:
    return fail(state, NVJITLINK_ERROR_ARCH_MISMATCH,
                fmt::format("ERROR NVJITLINK_ERROR_ARCH_MISMATCH: nothing in '{}' is for {}", name,
                            state.architecture->realName()));
  case LinkResult::InvalidPtx:
    return fail(state, NVJITLINK_ERROR_PTX_COMPILE,
                fmt::format("ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX ({})", name));
  case LinkResult::NotSupported:
    trace::reportNotSupported("linking of NVIDIA's LTO-IR (NVJITLINK_INPUT_LTOIR)");
    return fail(state, NVJITLINK_ERROR_NVVM_COMPILE,
                "ERROR NVJITLINK_ERROR_NVVM_COMPILE: the LTO-IR is not Heddle's");
  case LinkResult::WrongKind:
  case LinkResult::Unresolved:
  case LinkResult::InvalidIr:
    break;
  }
  return fail(state, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
              fmt::format("ERROR 1: bad input: does not match type {}: {}", input->name, name));
}

nvJitLinkResult copySize(nvJitLinkHandle handle, std::size_t* size, const std::string& text) {
  if (!handle || !size)
    return NVJITLINK_ERROR_NULL_INPUT;
  *size = text.empty() ? 0 : text.size() + 1;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult copyText(nvJitLinkHandle handle, char* out, const std::string& text) {
  if (!handle || !out)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!text.empty())
    std::memcpy(out, text.c_str(), text.size() + 1);
  return NVJITLINK_SUCCESS;
}

} // namespace

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t numOptions,
                                const char** options) {
  if (!handle || (numOptions && !options))
    return NVJITLINK_ERROR_NULL_INPUT;
  return guarded([&] {
    // The handle is made even when an option is wrong, because its log says what was wrong.
    *handle = new nvJitLink;
    const nvJitLinkResult result = setOptions(**handle, numOptions, options);
    if (result == NVJITLINK_SUCCESS)
      (*handle)->linker.emplace(*(*handle)->architecture, (*handle)->ltoOptions, (*handle)->lto);
    return result;
  });
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  if (!handle || !*handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                 const void* data, size_t size, const char* name) {
  if (!handle || (!data && size))
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->linker || handle->completed)
    return NVJITLINK_ERROR_INTERNAL;
  return guarded([&] {
    return add(*handle, inputType, {static_cast<const char*>(data), size}, name ? name : "");
  });
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                 const char* fileName) {
  if (!handle || !fileName)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->linker || handle->completed)
    return NVJITLINK_ERROR_INTERNAL;
  return guarded([&] {
    const std::optional<std::string> content = toolkit::readFile(fileName);
    if (!content)
      return fail(*handle, NVJITLINK_ERROR_INVALID_INPUT,
                  fmt::format("no such file: {}", fileName));
    return add(*handle, inputType, *content, fileName);
  });
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (!handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!handle->linker || std::exchange(handle->completed, true))
    return NVJITLINK_ERROR_INTERNAL;
  return guarded([&] {
    if (handle->ptx && !handle->linker->hasOnlyLtoIr())
      return fail(*handle, NVJITLINK_ERROR_INTERNAL,
                  "ERROR: -ptx requires that all inputs have LTOIR");
    switch (handle->linker->link(handle->cubin)) {
    case LinkResult::Success:
      return NVJITLINK_SUCCESS;
    case LinkResult::InvalidIr:
      return fail(*handle, NVJITLINK_ERROR_NVVM_COMPILE,
                  "ERROR NVJITLINK_ERROR_NVVM_COMPILE: the LTO-IR cannot be compiled");
    default:
      return fail(*handle, NVJITLINK_ERROR_INTERNAL, "ERROR 9: finish");
    }
  });
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->cubin.empty())
    return NVJITLINK_ERROR_INTERNAL;
  *size = handle->cubin.size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin) {
  if (!handle || !cubin)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->cubin.empty())
    return NVJITLINK_ERROR_INTERNAL;
  std::memcpy(cubin, handle->cubin.data(), handle->cubin.size());
  return NVJITLINK_SUCCESS;
}

// nvJitLink makes PTX from LTO-IR only.
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* size) {
  if (!handle || !size)
    return NVJITLINK_ERROR_NULL_INPUT;
  const std::string* ptx = handle->linkedPtx();
  if (!ptx)
    return NVJITLINK_ERROR_INVALID_INPUT;
  *size = ptx->size() + 1;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  if (!handle || !ptx)
    return NVJITLINK_ERROR_NULL_INPUT;
  const std::string* linked = handle->linkedPtx();
  if (!linked)
    return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(ptx, linked->c_str(), linked->size() + 1);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* size) {
  return guarded([&] { return copySize(handle, size, handle ? handle->log() : std::string()); });
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  return guarded([&] { return copyText(handle, log, handle ? handle->log() : std::string()); });
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* size) {
  return copySize(handle, size, {});
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  return copyText(handle, log, {});
}

nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor)
    return NVJITLINK_ERROR_NULL_INPUT;
  *major = toolkit::kMajorVersion;
  *minor = toolkit::kMinorVersion;
  return NVJITLINK_SUCCESS;
}

// NVIDIA's header of this version renames its functions by macros, so programs compiled with it
// call these names.
#define HEDDLE_VERSIONED(name)                                                                     \
  extern "C" __attribute__((alias(#name), visibility("default"))) decltype(name) __##name##_13_0;
HEDDLE_VERSIONED(nvJitLinkCreate)
HEDDLE_VERSIONED(nvJitLinkDestroy)
HEDDLE_VERSIONED(nvJitLinkAddData)
HEDDLE_VERSIONED(nvJitLinkAddFile)
HEDDLE_VERSIONED(nvJitLinkComplete)
HEDDLE_VERSIONED(nvJitLinkGetLinkedCubinSize)
HEDDLE_VERSIONED(nvJitLinkGetLinkedCubin)
HEDDLE_VERSIONED(nvJitLinkGetLinkedPtxSize)
HEDDLE_VERSIONED(nvJitLinkGetLinkedPtx)
HEDDLE_VERSIONED(nvJitLinkGetErrorLogSize)
HEDDLE_VERSIONED(nvJitLinkGetErrorLog)
HEDDLE_VERSIONED(nvJitLinkGetInfoLogSize)
HEDDLE_VERSIONED(nvJitLinkGetInfoLog)
