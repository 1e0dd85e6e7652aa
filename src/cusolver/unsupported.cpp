// Functions of cuSOLVER that are not implemented. They are defined without their parameters, which
// the calling conventions of our processors allow. So this file must not include their headers.
#include "cusolver_common.h"
#include "trace/message.h"

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" cusolverStatus_t name();                                                              \
  cusolverStatus_t name() {                                                                        \
    heddle::trace::reportNotSupported(#name);                                                      \
    return CUSOLVER_STATUS_NOT_SUPPORTED;                                                          \
  }
#include "cusolver/unsupported.def"
#undef HEDDLE_UNSUPPORTED
