// Functions of NVML that have nothing to say here. They are defined without their parameters, which
// by the C calling conventions of our machines harms nobody; so this file must not see nvml.h.
#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    return 3; /* NVML_ERROR_NOT_SUPPORTED */                                                       \
  }
#include "nvml/unsupported.def"
#undef HEDDLE_UNSUPPORTED
