// The driver API as the sources of this library see it. A function of the API is defined under its
// name in cuda.h, but its symbol in the object file is heddle_ and that name: what libcuda exports
// under the public name is made from the table and traces the call before it goes on to the
// function (exports.cpp). Calls from one function of the API to another therefore show up neither
// in traces nor in the error log.
#pragma once

#include <cuda.h>
#include <cudaEGL.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cudaTypedefs.h>
#include <cudaVDPAU.h>

#include <type_traits>

#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  extern "C" decltype(symbol) symbol __asm__("heddle_" #symbol);
// In cuda.h the plain names are macros for the present versions, so that a function of an earlier
// version cannot be defined under its own name. It is called heddle_ and its symbol in the sources
// too.
#define HEDDLE_EARLIER_ENTRY(name, introduced, symbol, perThread)                                  \
  extern "C" std::remove_pointer_t<PFN_##name##_v##introduced> heddle_##symbol;
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)
#define HEDDLE_UNSUPPORTED_ENTRY(name, introduced, symbol, perThread)
#include "ir/driver_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_EARLIER_ENTRY
#undef HEDDLE_ALIAS_ENTRY
#undef HEDDLE_UNSUPPORTED_ENTRY

// Returns from the calling function with the error of a step that failed.
#define HEDDLE_TRY(step)                                                                           \
  do {                                                                                             \
    if (const CUresult heddleResult = (step); heddleResult != CUDA_SUCCESS)                        \
      return heddleResult;                                                                         \
  } while (0)
