// The entry points as they are exported: each calls the implementation and, when traces are on,
// tells of the call. This file sees cuda.h without the library's own symbols (api.h).
#include "trace/depth.h"
#include "trace/trace.h"

#include <cuda.h>

#include <string>

namespace heddle::driver {

namespace {

thread_local unsigned depth = 0;

void setDepth(unsigned value) {
  depth = value;
}

template <auto implementation, typename Name> struct Traced;

template <typename... Arguments, CUresult (*implementation)(Arguments...), typename Name>
struct Traced<implementation, Name> {
  static CUresult call(Arguments... arguments) {
    if (!trace::enabled()) [[likely]]
      return implementation(arguments...);
    const std::uint64_t start = trace::now();
    const CUresult result = implementation(arguments...);
    trace::call(Name::text, trace::argumentsText(arguments...),
                std::to_string(static_cast<int>(result)), start, depth);
    return result;
  }
};

} // namespace

extern const trace::DepthTable depthTable{sizeof(trace::DepthTable), &setDepth};

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

#define HEDDLE_TRACED(name, like)                                                                  \
  extern "C" decltype(like) heddleImplementation_##name __asm__("heddle_" #name);                  \
  namespace heddle::driver {                                                                       \
  struct Name_##name {                                                                             \
    static constexpr const char* text = #name;                                                     \
  };                                                                                               \
  }                                                                                                \
  extern "C" HEDDLE_RESOLVER void* heddleResolve_##name() {                                        \
    using namespace heddle::driver;                                                                \
    return reinterpret_cast<void*>(&Traced<&heddleImplementation_##name, Name_##name>::call);      \
  }                                                                                                \
  extern "C"                                                                                       \
      __attribute__((visibility("default"), ifunc("heddleResolve_" #name))) decltype(like) name;
#include "driver/traced_entries.def"
#undef HEDDLE_TRACED
