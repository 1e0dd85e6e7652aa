// Functions of cuRAND that are not there. They are defined without their parameters, which by the C
// calling conventions of our machines harms nobody; so this file must not see curand.h.
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    heddle::trace::reportNotSupported(#name);                                                      \
    return 999; /* CURAND_STATUS_INTERNAL_ERROR: it has no code for this */                        \
  }
#include "curand/unsupported.def"
#undef HEDDLE_UNSUPPORTED
