// The entry points as they are exported: each calls the implementation and, when traces are on,
// tells of the call. This file sees cuda.h without the library's own symbols (api.h).
#include "driver/api/error_log.h"
#include "driver/stream/per_thread_default_stream.h"
#include "ir/driver_internals.h"
#include "trace/trace.h"

#include <cuda.h>

#include <atomic>
#include <cstdlib>
#include <string>

namespace heddle::driver {

namespace {

thread_local unsigned depth = 0;

void setDepth(unsigned value) {
  depth = value;
}

std::atomic<bool> exitBegun{false};

void watchExit() {
  std::atexit([] { exitBegun = true; });
}

bool processExits() {
  return exitBegun;
}

template <auto implementation, typename Name> struct Traced;

template <typename... Arguments, CUresult (*implementation)(Arguments...), typename Name>
struct Traced<implementation, Name> {
  static CUresult call(Arguments... arguments) {
    const CUresult result = trace::enabled() ? tell(arguments...) : implementation(arguments...);
    if (result != CUDA_SUCCESS) [[unlikely]]
      logFailure(Name::text, result);
    return result;
  }

private:
  // Apart, so that a call that nobody traces needs no frame.
  [[gnu::noinline, gnu::cold]] static CUresult tell(Arguments... arguments) {
    const std::uint64_t start = trace::now();
    const CUresult result = implementation(arguments...);
    trace::call(Name::text, trace::argumentsText(arguments...),
                std::to_string(static_cast<int>(result)), start, depth);
    return result;
  }
};

// The twin that takes the default stream for the thread's own.
template <auto implementation, typename Name> struct PerThread;

template <typename... Arguments, CUresult (*implementation)(Arguments...), typename Name>
struct PerThread<implementation, Name> {
  static CUresult call(Arguments... arguments) {
    const PerThreadDefault scope;
    return Traced<implementation, Name>::call(arguments...);
  }
};

} // namespace

extern const DriverInternals driverInternals{sizeof(DriverInternals), &setDepth, &watchExit,
                                             &processExits};

} // namespace heddle::driver

// A symbol without parameters that the dynamic linker resolves to the wrapper: so the wrapper's
// type comes from cuda.h alone. The resolvers run before anything is relocated, and only form an
// address.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HEDDLE_RESOLVER __attribute__((visibility("hidden"), disable_sanitizer_instrumentation))
#endif
#endif
#ifndef HEDDLE_RESOLVER
#define HEDDLE_RESOLVER __attribute__((visibility("hidden")))
#endif

// Names are pasted and quoted, so as they are written: in cuda.h plain names stand for current
// versions.
#define HEDDLE_EXPORT(name, text_, Wrapper, entry)                                                 \
  namespace heddle::driver {                                                                       \
  struct Name##name {                                                                              \
    static constexpr const char* text = text_;                                                     \
  };                                                                                               \
  }                                                                                                \
  extern "C" HEDDLE_RESOLVER void* heddleResolve##name() {                                         \
    using namespace heddle::driver;                                                                \
    return reinterpret_cast<void*>(&Wrapper<&heddleImplementation_##entry, Name##name>::call);     \
  }                                                                                                \
  extern "C" __attribute__((visibility("default"),                                                 \
                            ifunc("heddleResolve" #name))) decltype(heddleImplementation_##entry)  \
      heddleExport##name __asm__(text_);

#define HEDDLE_TRACED(name)                                                                        \
  extern "C" decltype(name) heddleImplementation_##name __asm__("heddle_" #name);
#define HEDDLE_PREVIOUS(name, entry)
#define HEDDLE_PER_THREAD(name, entry)
#include "driver/api/traced_entries.def"
#undef HEDDLE_TRACED
#undef HEDDLE_PREVIOUS
#undef HEDDLE_PER_THREAD

#define HEDDLE_TRACED(name) HEDDLE_EXPORT(_##name, #name, Traced, name)
#define HEDDLE_PREVIOUS(name, entry) HEDDLE_EXPORT(_##name, #name, Traced, entry)
#define HEDDLE_PER_THREAD(name, entry) HEDDLE_EXPORT(_##name, #name, PerThread, entry)
#include "driver/api/traced_entries.def"
#undef HEDDLE_TRACED
#undef HEDDLE_PREVIOUS
#undef HEDDLE_PER_THREAD
