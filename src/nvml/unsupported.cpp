// Functions of NVML that are not implemented. They are defined without their parameters, which the
// calling conventions of our processors allow. So this file must not include nvml.h.
#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    return 3; /* NVML_ERROR_NOT_SUPPORTED */                                                       \
  }
#include "nvml/unsupported.def"
#undef HEDDLE_UNSUPPORTED
