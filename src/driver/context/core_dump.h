// The settings of core dumps (cuCoredumpSetAttribute), of one context or of all contexts to come.
// They are only stored: a fault of a kernel is reported on standard error, and no dump is written.
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
