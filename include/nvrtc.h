/* The compiler for CUDA C++ at run time: source text in, PTX out. libnvrtc holds it. */
#ifndef HEDDLE_NVRTC_H
#define HEDDLE_NVRTC_H

/* The name that programs test for. */
#define __NVRTC_H__

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16,
  NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram* nvrtcProgram;

const char* nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int* major, int* minor);
nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs);
nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs);

/* `name` may be null. The headers are found by #include under the names given here. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options);

/* Sizes include the zero at the end of text. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t* LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char* LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t* optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char* optixir);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log);

/* Before compilation, an expression for a kernel or a variable; after it, its name in the PTX. */
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* const name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* const name_expression,
                                const char** lowered_name);

nvrtcResult nvrtcGetPCHHeapSize(size_t* ret);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t* size);

/* The callback is asked now and then during compilation; 1 cancels it. */
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void*, void*), void* payload);

#ifdef __cplusplus
}
#endif

#if defined(NVRTC_GET_TYPE_NAME) && NVRTC_GET_TYPE_NAME && defined(__cplusplus)
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>

/* The spelling of a type, for use in name expressions. */
inline nvrtcResult nvrtcGetTypeName(const std::type_info& type, std::string* result) {
  int status = 0;
  char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  if (status == -1)
    return NVRTC_ERROR_OUT_OF_MEMORY;
  if (!name)
    return NVRTC_ERROR_INTERNAL_ERROR;
  *result = name;
  std::free(name);
  return NVRTC_SUCCESS;
}

/* typeid alone would drop references and qualifiers. */
template <typename T> struct __heddle_nvrtc_type {};

template <typename T> nvrtcResult nvrtcGetTypeName(std::string* result) {
  std::string wrapped;
  nvrtcResult status = nvrtcGetTypeName(typeid(__heddle_nvrtc_type<T>), &wrapped);
  if (status != NVRTC_SUCCESS)
    return status;
  std::string::size_type open = wrapped.find('<'), close = wrapped.rfind('>');
  if (open == std::string::npos || close == std::string::npos || close <= open)
    return NVRTC_ERROR_INTERNAL_ERROR;
  std::string name = wrapped.substr(open + 1, close - open - 1);
  while (!name.empty() && name[name.size() - 1] == ' ')
    name.erase(name.size() - 1);
  *result = name;
  return NVRTC_SUCCESS;
}
#endif

#endif
