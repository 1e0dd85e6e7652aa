// Functions of cuFFT that are not implemented. They are defined without their parameters, which the
// calling conventions of our processors allow. So this file must not include cufft.h.
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    heddle::trace::reportNotSupported(#name);                                                      \
    return 16; /* CUFFT_NOT_SUPPORTED */                                                           \
  }
#include "cufft/unsupported.def"
#undef HEDDLE_UNSUPPORTED
