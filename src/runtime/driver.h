// The driver library, found at run time and reached through one table of function pointers.
#pragma once

#include "cuda.h"

#include "heddle/error_types.h"

#include <atomic>

namespace heddle::runtime {

// One member for each entry of driver_entries.def, under the entry's plain name.
struct Driver {
#define HEDDLE_DRIVER_ENTRY(name, version) decltype(&::name) name;
#include "runtime/driver_entries.def"
#undef HEDDLE_DRIVER_ENTRY
  int version = 0; // as cuDriverGetVersion says
};

// The driver, while it is loaded and works.
extern std::atomic<const Driver*> readyDriver;
cudaError_t loadDriver(const Driver*& driver);

// Loads the driver at the first call. On success `driver` is set; otherwise the error says why
// there is none, and every later call answers the same.
inline cudaError_t requireDriver(const Driver*& driver) {
  driver = readyDriver.load(std::memory_order_acquire);
  return driver ? cudaSuccess : loadDriver(driver);
}

// The driver's version, or 0 when there is no driver library at all.
int driverVersion();

// False once the process is exiting: the driver may be gone already and must not be called.
bool driverAlive();

} // namespace heddle::runtime
