// Functions of cuSPARSE that are not implemented. They are defined without their parameters, which
// the calling conventions of our processors allow. So this file must not include cusparse.h.
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    heddle::trace::reportNotSupported(#name);                                                      \
    return 10; /* CUSPARSE_STATUS_NOT_SUPPORTED */                                                 \
  }
#include "cusparse/unsupported.def"
#undef HEDDLE_UNSUPPORTED
