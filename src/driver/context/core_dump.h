// What a program may say about core dumps of devices: for all contexts to come, and for one. Faults
// of kernels are told on standard error; there are no dumps.
#pragma once

#include "driver/api/api.h"

#include <string>

namespace heddle::driver {

struct CoreDumpSettings {
  bool onException = false;
  bool triggersHost = true;
  bool userTrigger = false;
  int generationFlags = CU_COREDUMP_DEFAULT_FLAGS;
  std::string file, pipe;

  // The settings that a new context has.
  static CoreDumpSettings ofAllContexts();
};

} // namespace heddle::driver
