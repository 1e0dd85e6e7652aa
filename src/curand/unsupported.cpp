// Functions of cuRAND that are not implemented. They are defined without their parameters, which
// the calling conventions of our processors allow. So this file must not include curand.h.
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    heddle::trace::reportNotSupported(#name);                                                      \
    return 999; /* CURAND_STATUS_INTERNAL_ERROR, as there is no code for "not supported" */        \
  }
#include "curand/unsupported.def"
#undef HEDDLE_UNSUPPORTED
