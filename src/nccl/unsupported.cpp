// Functions of NCCL that are not implemented. They are defined without their parameters, which the
// calling conventions of our processors allow. So this file must not include nccl.h.
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    heddle::trace::reportNotSupported(#name);                                                      \
    return 3; /* ncclInternalError, as there is no code for "not supported" */                     \
  }
#include "nccl/unsupported.def"
#undef HEDDLE_UNSUPPORTED
