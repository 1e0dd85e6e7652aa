// Functions that are not implemented: each fails with cudaErrorNotSupported and names itself on
// standard error the first time. They are defined without their parameters, which the C calling
// conventions of our machines allow, so this file must not include the API's own header.
#include "runtime/error.h"

#define HEDDLE_UNSUPPORTED_FUNCTION(name)                                                          \
  extern "C" cudaError name() {                                                                    \
    return heddle::runtime::notSupported(#name);                                                   \
  }
#define HEDDLE_UNSUPPORTED_none(name)
#define HEDDLE_UNSUPPORTED_ptsz(name) HEDDLE_UNSUPPORTED_FUNCTION(name##_ptsz)
#define HEDDLE_UNSUPPORTED_ptds(name) HEDDLE_UNSUPPORTED_FUNCTION(name##_ptds)
#define HEDDLE_UNSUPPORTED_ENTRY(name, perThread)                                                  \
  HEDDLE_UNSUPPORTED_FUNCTION(name)                                                                \
  HEDDLE_UNSUPPORTED_##perThread(name)
#define HEDDLE_ENTRY(name, perThread)
#define HEDDLE_REMOVED_ENTRY(name, perThread)
#define HEDDLE_REMOVED_UNSUPPORTED_ENTRY HEDDLE_UNSUPPORTED_ENTRY
#include "runtime/runtime_api.def"
