// One module through the engine and through the interpreter, and whether they agree.
#pragma once

#include "interpreter.h"

#include <string>

namespace heddle::reference {

struct Variant {
  LaunchShape shape;
  unsigned gangWidth = 0; // 0: the engine's choice
  bool plainMemory = false;
  // Which code the blocks run. Switched: quick code first, optimised code from the second block on.
  enum class Code { Full, Quick, Switched } code = Code::Full;
  bool isLarge = true; // whether quick code is made as for a large kernel, in loops over strips
  bool callFunctions = false;
  bool threads = false; // each by itself, as faults are looked for
};

struct Verdict {
  enum class Kind {
    Agrees,
    Differs,
    Invalid, // the module has no one meaning, or is no module
  };
  Kind kind;
  std::string reason;
};

Verdict judge(const std::string& text, const Variant& variant);

} // namespace heddle::reference
