// Entry points that exist only to say that they are not implemented. They are defined without their
// parameters, which by the C calling conventions of our machines harms nobody; so this file must
// not see their declarations.
namespace heddle::driver {
int unsupportedEntry(const char* name);
}

#define HEDDLE_UNSUPPORTED(name)                                                                   \
  extern "C" __attribute__((visibility("default"))) int name();                                    \
  int name() {                                                                                     \
    return heddle::driver::unsupportedEntry(#name);                                                \
  }
#include "driver/api/unsupported.def"
#undef HEDDLE_UNSUPPORTED
