// The entry points of libnvrtc. They check their arguments, and turn exceptions into results.
#include "ir/api_boundary.h"
#include "nvrtc/program.h"
#include "toolkit/version.h"

#include <cstring>

using heddle::nvrtc::Header;
using heddle::nvrtc::Program;
using heddle::nvrtc::ProgramTable;

#define HEDDLE_NVRTC_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

template <class Body> nvrtcResult guarded(Body body) {
  return heddle::withoutExceptions<nvrtcResult>(
      {NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_INTERNAL_ERROR, NVRTC_ERROR_INTERNAL_ERROR}, body);
}

template <class Body> nvrtcResult withProgram(nvrtcProgram handle, Body body) {
  return guarded([&] {
    std::shared_ptr<Program> program = ProgramTable::global().find(handle);
    return program ? body(*program) : NVRTC_ERROR_INVALID_PROGRAM;
  });
}

// Sizes of texts count the zero at the end; sizes of binary data do not.
nvrtcResult size(nvrtcProgram handle, size_t* result, size_t (*of)(const Program&)) {
  return withProgram(handle, [&](Program& program) {
    if (!result)
      return NVRTC_ERROR_INVALID_INPUT;
    *result = of(program);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult copyText(nvrtcProgram handle, char* to, const std::string& (Program::*of)() const) {
  return withProgram(handle, [&](Program& program) {
    if (!to)
      return NVRTC_ERROR_INVALID_INPUT;
    const std::string& text = (program.*of)();
    std::memcpy(to, text.c_str(), text.size() + 1);
    return NVRTC_SUCCESS;
  });
}

// The bytes of a result, without a zero behind them.
nvrtcResult copyBytes(nvrtcProgram handle, char* to, const std::string& (Program::*of)() const) {
  return withProgram(handle, [&](Program& program) {
    if (!to)
      return NVRTC_ERROR_INVALID_INPUT;
    const std::string& bytes = (program.*of)();
    std::copy(bytes.begin(), bytes.end(), to);
    return NVRTC_SUCCESS;
  });
}

// For OptiX-IR, which this compiler does not make.
nvrtcResult noSize(nvrtcProgram handle, size_t* result) {
  return size(handle, result, [](const Program&) { return size_t(0); });
}
nvrtcResult copyNothing(nvrtcProgram handle, char* to) {
  return withProgram(handle,
                     [&](Program&) { return to ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT; });
}

constexpr const char* kErrorNames[] = {
    "NVRTC_SUCCESS",
    "NVRTC_ERROR_OUT_OF_MEMORY",
    "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM",
    "NVRTC_ERROR_INVALID_OPTION",
    "NVRTC_ERROR_COMPILATION",
    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "NVRTC_ERROR_INTERNAL_ERROR",
    "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
    "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
    "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
    "NVRTC_ERROR_PCH_CREATE",
    "NVRTC_ERROR_CANCELLED",
    "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
};

// Only for nvrtcGetPCHHeapSize, which returns what was set.
size_t pchHeapBytes = size_t(256) << 20;

} // namespace

HEDDLE_NVRTC_EXPORT const char* nvrtcGetErrorString(nvrtcResult result) {
  auto number = static_cast<size_t>(static_cast<int>(result));
  return number < std::size(kErrorNames) ? kErrorNames[number] : "NVRTC_ERROR unknown";
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = heddle::toolkit::kMajorVersion;
  *minor = heddle::toolkit::kMinorVersion;
  return NVRTC_SUCCESS;
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  return guarded([&] {
    if (!count)
      return NVRTC_ERROR_INVALID_INPUT;
    *count = static_cast<int>(heddle::nvrtc::supportedArchitectures().size());
    return NVRTC_SUCCESS;
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetSupportedArchs(int* numbers) {
  return guarded([&] {
    if (!numbers)
      return NVRTC_ERROR_INVALID_INPUT;
    for (int number : heddle::nvrtc::supportedArchitectures())
      *numbers++ = number;
    return NVRTC_SUCCESS;
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram* handle, const char* source,
                                                   const char* name, int headerCount,
                                                   const char* const* headers,
                                                   const char* const* includeNames) {
  return guarded([&] {
    if (!handle)
      return NVRTC_ERROR_INVALID_PROGRAM;
    if (!source || headerCount < 0 || (headerCount > 0 && (!headers || !includeNames)))
      return NVRTC_ERROR_INVALID_INPUT;
    std::vector<Header> list;
    for (int i = 0; i < headerCount; ++i) {
      if (!headers[i] || !includeNames[i])
        return NVRTC_ERROR_INVALID_INPUT;
      list.push_back({includeNames[i], headers[i]});
    }
    *handle = ProgramTable::global().add(std::make_shared<Program>(
        source, name && *name ? name : "default_program", std::move(list)));
    return NVRTC_SUCCESS;
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram* handle) {
  return guarded([&] {
    if (!handle || !ProgramTable::global().remove(*handle))
      return NVRTC_ERROR_INVALID_PROGRAM;
    *handle = nullptr;
    return NVRTC_SUCCESS;
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram handle, int optionCount,
                                                    const char* const* options) {
  return withProgram(handle, [&](Program& program) {
    if (optionCount < 0 || (optionCount > 0 && !options))
      return NVRTC_ERROR_INVALID_INPUT;
    return program.compile({options, static_cast<size_t>(optionCount)});
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetPTXSize(nvrtcProgram handle, size_t* bytes) {
  return size(handle, bytes, [](const Program& program) { return program.ptx().size() + 1; });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetPTX(nvrtcProgram handle, char* ptx) {
  return copyText(handle, ptx, &Program::ptx);
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram handle, size_t* bytes) {
  return size(handle, bytes, [](const Program& program) { return program.log().size() + 1; });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetProgramLog(nvrtcProgram handle, char* log) {
  return copyText(handle, log, &Program::log);
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetCUBINSize(nvrtcProgram handle, size_t* bytes) {
  return size(handle, bytes, [](const Program& program) { return program.cubin().size(); });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetCUBIN(nvrtcProgram handle, char* cubin) {
  return copyBytes(handle, cubin, &Program::cubin);
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram handle, size_t* bytes) {
  return size(handle, bytes, [](const Program& program) { return program.ltoIr().size(); });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetLTOIR(nvrtcProgram handle, char* code) {
  return copyBytes(handle, code, &Program::ltoIr);
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram handle, size_t* bytes) {
  return noSize(handle, bytes);
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetOptiXIR(nvrtcProgram handle, char* code) {
  return copyNothing(handle, code);
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcAddNameExpression(nvrtcProgram handle,
                                                       const char* const expression) {
  return withProgram(handle, [&](Program& program) {
    return expression ? program.addNameExpression(expression) : NVRTC_ERROR_INVALID_INPUT;
  });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetLoweredName(nvrtcProgram handle,
                                                    const char* const expression,
                                                    const char** name) {
  return withProgram(handle, [&](Program& program) {
    return expression && name ? program.loweredName(expression, name) : NVRTC_ERROR_INVALID_INPUT;
  });
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetPCHHeapSize(size_t* bytes) {
  if (!bytes)
    return NVRTC_ERROR_INVALID_INPUT;
  *bytes = __atomic_load_n(&pchHeapBytes, __ATOMIC_RELAXED);
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcSetPCHHeapSize(size_t bytes) {
  __atomic_store_n(&pchHeapBytes, bytes, __ATOMIC_RELAXED);
  return NVRTC_SUCCESS;
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram handle) {
  return withProgram(handle, [](Program& program) { return program.pchCreateStatus(); });
}
HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram handle, size_t* bytes) {
  return noSize(handle, bytes);
}

HEDDLE_NVRTC_EXPORT nvrtcResult nvrtcSetFlowCallback(nvrtcProgram handle,
                                                     int (*callback)(void*, void*), void* payload) {
  return withProgram(handle, [&](Program& program) {
    if (!callback)
      return NVRTC_ERROR_INVALID_INPUT;
    program.setFlowCallback(callback, payload);
    return NVRTC_SUCCESS;
  });
}
