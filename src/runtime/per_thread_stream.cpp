// The forms of functions for a default stream per thread, made from runtime_api.def: each calls the
// plain function, which finds the driver's per-thread forms in place of the others.

// Leaves out heddle/removed_functions.h: its inline functions overload functions of the API, of
// which this file needs the one that is exported.
#define HEDDLE_REMOVED_FUNCTIONS_H
#include "runtime/per_thread_stream.h"

#include "ir/exported_symbol.h"
#include "runtime/runtime.h"

// Declared by no header: the compiler generates calls of it.
extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);

namespace heddle::runtime {

constinit thread_local bool PerThreadDefaultStream::active_ = false;
constinit std::atomic<bool> PerThreadDefaultStream::used_ = false;

bool PerThreadDefaultStream::isActiveInThisThread() {
  return active_;
}

namespace {

template <auto function> struct PerThreadForm;

template <typename... Arguments, cudaError_t (*function)(Arguments...)>
struct PerThreadForm<function> {
  static cudaError_t call(Arguments... arguments) {
    const PerThreadDefaultStream scope;
    return function(arguments...);
  }
};

} // namespace

#define HEDDLE_EXPORT_none(name)
#define HEDDLE_EXPORT_ptsz(name)                                                                   \
  HEDDLE_EXPORTED_SYMBOL(_##name##_ptsz, #name "_ptsz", PerThreadForm<&name>::call)
#define HEDDLE_EXPORT_ptds(name)                                                                   \
  HEDDLE_EXPORTED_SYMBOL(_##name##_ptds, #name "_ptds", PerThreadForm<&name>::call)
#define HEDDLE_ENTRY(name, perThread) HEDDLE_EXPORT_##perThread(name)
#define HEDDLE_REMOVED_ENTRY(name, perThread)
#include "runtime/runtime_api.def"

} // namespace heddle::runtime
