// Entry points that are not implemented: each fails with cudaErrorNotSupported and names itself on
// stderr the first time. Declared here without their parameters, which the C calling conventions
// allow, so the API's own header is not included.
#include "runtime/error.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" cudaError name() {                                                                    \
    return heddle::runtime::notSupported(#name);                                                   \
  }
#include "runtime/unsupported.def"
#undef HEDDLE_UNSUPPORTED
