// The driver library, found at run time and reached through one table of function pointers.
#pragma once

#include "runtime/per_thread_stream.h"

#include "cuda.h"
#include "cudaEGL.h"
#include "cudaGL.h"

#include "heddle/error_types.h"

#include <atomic>

namespace heddle::runtime {

// One member for each function of driver_functions.def, under its plain name.
struct Driver {
#define HEDDLE_DRIVER_FUNCTION(name) decltype(&::name) name;
#include "runtime/driver_functions.def"
#undef HEDDLE_DRIVER_FUNCTION
  int version = 0; // the answer of cuDriverGetVersion
};

// The driver, while it is loaded and works.
extern std::atomic<const Driver*> readyDriver;
cudaError_t loadDriver(const Driver*& driver);

// The same driver with the forms of its functions for a default stream per thread.
const Driver& perThreadForms(const Driver& driver);

// Loads the driver at the first call. On success `driver` is set; otherwise the error says why
// there is none, and every later call answers the same.
inline cudaError_t requireDriver(const Driver*& driver) {
  driver = readyDriver.load(std::memory_order_acquire);
  if (!driver) [[unlikely]]
    if (const cudaError_t status = loadDriver(driver); status != cudaSuccess)
      return status;
  if (PerThreadDefaultStream::isActive()) [[unlikely]]
    driver = &perThreadForms(*driver);
  return cudaSuccess;
}

// The driver's version, or 0 when there is no driver library at all.
int driverVersion();

// False once the process is exiting: the driver may be gone already and must not be called.
bool driverAlive();

} // namespace heddle::runtime
