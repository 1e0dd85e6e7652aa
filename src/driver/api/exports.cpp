// The symbols that libcuda exports, made from driver_api.def: each calls its implementation, traces
// the call when traces are on, and adds it to the error log when it fails. This file must not
// include api.h, which gives the names of cuda.h to the implementations.
#include "driver/api/driver_internals.h"
#include "driver/api/entry_points.h"
#include "driver/api/error_log.h"
#include "driver/api/unsupported.h"
#include "driver/stream/per_thread_default_stream.h"
#include "ir/api_boundary.h"
#include "ir/driver_api.h"
#include "ir/exported_symbol.h"
#include "trace/call_arguments.h"
#include "trace/trace.h"

#include <cuda.h>
#include <cudaEGL.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cudaTypedefs.h>
#include <cudaVDPAU.h>

#include <initializer_list>
#include <string>
#include <type_traits>

// The implementations, which have the prefix heddle_ (api.h).
#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  extern "C" decltype(symbol) heddle_##symbol;
#define HEDDLE_EARLIER_ENTRY(name, introduced, symbol, perThread)                                  \
  extern "C" std::remove_pointer_t<PFN_##name##_v##introduced> heddle_##symbol;
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)
#define HEDDLE_UNSUPPORTED_ENTRY(name, introduced, symbol, perThread)
#include "ir/driver_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_EARLIER_ENTRY
#undef HEDDLE_ALIAS_ENTRY
#undef HEDDLE_UNSUPPORTED_ENTRY

namespace heddle::driver {

namespace {

// The result of a call that an exception ended. Must be called in a catch block.
[[gnu::noinline, gnu::cold]] CUresult exceptionResult() {
  return codeOfException<CUresult>(
      {CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_OPERATING_SYSTEM, CUDA_ERROR_UNKNOWN});
}

void recordCall(const char* symbol, std::initializer_list<trace::Argument> arguments,
                CUresult result, std::uint64_t start) {
  trace::recordCall(symbol, trace::argumentsText(arguments),
                    std::to_string(static_cast<int>(result)), start, callDepth());
}

// What stands behind an exported symbol. `Symbol::text` is the symbol's name.
template <auto implementation, typename Symbol> struct TracedCall;

template <typename... Arguments, CUresult (*implementation)(Arguments...), typename Symbol>
struct TracedCall<implementation, Symbol> {
  static CUresult call(Arguments... arguments) {
    CUresult result;
    try {
      result = trace::enabled() ? callTraced(arguments...) : implementation(arguments...);
    } catch (...) {
      result = exceptionResult();
    }
    if (result != CUDA_SUCCESS) [[unlikely]]
      logFailure(Symbol::text, result);
    return result;
  }

private:
  // A function of its own, so that a call without traces needs no stack frame.
  [[gnu::noinline, gnu::cold]] static CUresult callTraced(Arguments... arguments) {
    const std::uint64_t start = trace::now();
    const CUresult result = implementation(arguments...);
    recordCall(Symbol::text, {trace::argument(arguments)...}, result, start);
    return result;
  }
};

// The form of a call that takes the default stream to be the calling thread's own.
template <auto implementation, typename Symbol> struct PerThreadCall;

template <typename... Arguments, CUresult (*implementation)(Arguments...), typename Symbol>
struct PerThreadCall<implementation, Symbol> {
  static CUresult call(Arguments... arguments) {
    const PerThreadDefault scope;
    return TracedCall<implementation, Symbol>::call(arguments...);
  }
};

// Has no parameters, since there are entry points among these whose types no header of ours
// declares. By the C calling conventions of our machines a caller may pass arguments all the same.
template <typename Symbol> CUresult unsupportedCall() {
  return unsupported(Symbol::text);
}

} // namespace
} // namespace heddle::driver

// `id` is the symbol behind an underscore. The rows' macros paste and quote names before they pass
// them on, because a plain name that is passed on is replaced by the version that cuda.h defines it
// as.
#define HEDDLE_EXPORT(id, symbolText, ...)                                                         \
  namespace heddle::driver {                                                                       \
  namespace {                                                                                      \
  struct Symbol##id {                                                                              \
    static constexpr const char* text = symbolText;                                                \
  };                                                                                               \
  }                                                                                                \
  HEDDLE_EXPORTED_SYMBOL(id, symbolText, __VA_ARGS__::call)                                        \
  }

#define HEDDLE_EXPORT_none(id, symbolText, implementation)
#define HEDDLE_EXPORT_ptsz(id, symbolText, implementation)                                         \
  HEDDLE_EXPORT(id##_ptsz, symbolText "_ptsz", PerThreadCall<&implementation, Symbol##id##_ptsz>)
#define HEDDLE_EXPORT_ptds(id, symbolText, implementation)                                         \
  HEDDLE_EXPORT(id##_ptds, symbolText "_ptds", PerThreadCall<&implementation, Symbol##id##_ptds>)

#define HEDDLE_EXPORT_UNSUPPORTED(id, symbolText)                                                  \
  HEDDLE_EXPORT(id, symbolText, TracedCall<&unsupportedCall<Symbol##id>, Symbol##id>)
#define HEDDLE_EXPORT_UNSUPPORTED_none(id, symbolText)
#define HEDDLE_EXPORT_UNSUPPORTED_ptsz(id, symbolText)                                             \
  HEDDLE_EXPORT_UNSUPPORTED(id##_ptsz, symbolText "_ptsz")
#define HEDDLE_EXPORT_UNSUPPORTED_ptds(id, symbolText)                                             \
  HEDDLE_EXPORT_UNSUPPORTED(id##_ptds, symbolText "_ptds")

#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  HEDDLE_EXPORT(_##symbol, #symbol, TracedCall<&heddle_##symbol, Symbol_##symbol>)                 \
  HEDDLE_EXPORT_##perThread(_##symbol, #symbol, heddle_##symbol)
#define HEDDLE_EARLIER_ENTRY HEDDLE_ENTRY
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)                    \
  HEDDLE_EXPORT(_##symbol, #symbol, TracedCall<&heddle_##implementation, Symbol_##symbol>)         \
  HEDDLE_EXPORT_##perThread(_##symbol, #symbol, heddle_##implementation)
#define HEDDLE_UNSUPPORTED_ENTRY(name, introduced, symbol, perThread)                              \
  HEDDLE_EXPORT_UNSUPPORTED(_##symbol, #symbol)                                                    \
  HEDDLE_EXPORT_UNSUPPORTED_##perThread(_##symbol, #symbol)
#include "ir/driver_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_EARLIER_ENTRY
#undef HEDDLE_ALIAS_ENTRY
#undef HEDDLE_UNSUPPORTED_ENTRY

namespace heddle::driver {

std::span<const EntryPoint> entryPoints() {
#define HEDDLE_ROW(name, introduced, perThread, id)                                                \
  {name, introduced, perThread, reinterpret_cast<void*>(&heddleExport##id)},
#define HEDDLE_ROW_none(name, introduced, id)
#define HEDDLE_ROW_ptsz(name, introduced, id)                                                      \
  HEDDLE_ROW(name, perThreadFormIntroduced(introduced), true, id##_ptsz)
#define HEDDLE_ROW_ptds(name, introduced, id)                                                      \
  HEDDLE_ROW(name, perThreadFormIntroduced(introduced), true, id##_ptds)
#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  HEDDLE_ROW(#name, introduced, false, _##symbol)                                                  \
  HEDDLE_ROW_##perThread(#name, introduced, _##symbol)
#define HEDDLE_EARLIER_ENTRY HEDDLE_ENTRY
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)                    \
  HEDDLE_ROW(#name, introduced, false, _##symbol)                                                  \
  HEDDLE_ROW_##perThread(#name, introduced, _##symbol)
#define HEDDLE_UNSUPPORTED_ENTRY HEDDLE_ENTRY
  static const EntryPoint kTable[] = {
#include "ir/driver_api.def"
  };
  return kTable;
}

} // namespace heddle::driver
