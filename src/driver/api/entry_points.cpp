// The entry points are declared here without their types, since only their addresses matter; so
// this file must not see cuda.h.
#include "driver/api/entry_points.h"

#define HEDDLE_ENTRY(name, introduced, perThread, symbol) extern "C" int symbol();
#include "driver/api/entry_points.def"
#undef HEDDLE_ENTRY

namespace heddle::driver {

#define HEDDLE_ENTRY(name, introduced, perThread, symbol)                                          \
  {#name, introduced, perThread, reinterpret_cast<void*>(&symbol)},
const EntryPoint entryPoints[] = {
#include "driver/api/entry_points.def"
};
#undef HEDDLE_ENTRY

const std::size_t entryPointCount = sizeof entryPoints / sizeof entryPoints[0];

} // namespace heddle::driver
