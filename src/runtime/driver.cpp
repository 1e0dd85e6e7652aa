#include "runtime/driver.h"

#include "runtime/call_trace.h"
#include "runtime/driver_library.h"
#include "runtime/error.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace heddle::runtime {

constinit std::atomic<const Driver*> readyDriver = nullptr;

namespace {

struct Entry {
  const char* name;
  int version;
};

constexpr Entry kEntries[] = {
#define HEDDLE_DRIVER_ENTRY(name, version) {#name, version},
#include "runtime/driver_entries.def"
#undef HEDDLE_DRIVER_ENTRY
};

// Stands in for an entry that an older driver does not have.
template <class... Args> CUresult missingEntry(Args...) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

template <class... Args> void assign(CUresult (*&member)(Args...), void* function) {
  member = function ? reinterpret_cast<CUresult (*)(Args...)>(function) : &missingEntry<Args...>;
}

struct LoadedDriver {
  Driver table{};
  cudaError_t status = cudaErrorInsufficientDriver;
};

std::atomic<bool> exiting = false;
const DriverInternals* internals = nullptr;

const DriverInternals* findInternals(void* getExportTable) {
  CUuuid id;
  std::memcpy(id.bytes, kDriverInternalsId, sizeof id.bytes);
  const void* table = nullptr;
  if (!getExportTable ||
      reinterpret_cast<decltype(&::cuGetExportTable)>(getExportTable)(&table, &id) != CUDA_SUCCESS)
    return nullptr;
  return static_cast<const DriverInternals*>(table);
}

// At the end of the process, and when the library that this code is part of is unloaded: then the
// driver stays, and wants to be told what goes.
void atExit() {
  if (internals && !internals->processExits())
    return;
  exiting.store(true, std::memory_order_relaxed);
  readyDriver.store(nullptr, std::memory_order_relaxed);
}

LoadedDriver load() {
  LoadedDriver result;
  void* library = openDriverLibrary();
  if (!library)
    return result;
  // Registered after the driver's own exit handlers, so it runs before them.
  std::atexit(atExit);
  internals = findInternals(dlsym(library, "cuGetExportTable"));
  if (internals)
    internals->watchExit();

  auto resolve =
      reinterpret_cast<decltype(&::cuGetProcAddress)>(dlsym(library, "cuGetProcAddress_v2"));
  auto init = reinterpret_cast<decltype(&::cuInit)>(dlsym(library, "cuInit"));
  if (!resolve || !init)
    return result;

  const Entry* entry = kEntries;
  auto next = [&]() -> void* {
    void* function = nullptr;
    CUdriverProcAddressQueryResult query{};
    if (resolve(entry->name, &function, entry->version, CU_GET_PROC_ADDRESS_DEFAULT, &query) !=
        CUDA_SUCCESS)
      function = nullptr;
    ++entry;
    return function;
  };
#define HEDDLE_DRIVER_ENTRY(name, version) assign(result.table.name, next());
#include "runtime/driver_entries.def"
#undef HEDDLE_DRIVER_ENTRY

  if (trace::enabled())
    CallTrace::setDriver(internals);

  if (CUresult started = init(0); started != CUDA_SUCCESS) {
    result.status = toError(started);
    result.table.cuDriverGetVersion(&result.table.version);
    return result;
  }
  result.table.cuDriverGetVersion(&result.table.version);
  constexpr int kOldestDriver = 13000;
  result.status = result.table.version >= kOldestDriver ? cudaSuccess : cudaErrorInsufficientDriver;
  return result;
}

// Never destroyed: programs unregister their kernels after our own exit handlers have run.
const LoadedDriver& loadedDriver() {
  static const LoadedDriver* loaded = new LoadedDriver(load());
  return *loaded;
}

} // namespace

cudaError_t loadDriver(const Driver*& driver) {
  const LoadedDriver& loaded = loadedDriver();
  if (exiting.load(std::memory_order_relaxed)) [[unlikely]]
    return cudaErrorCudartUnloading;
  driver = &loaded.table;
  if (loaded.status == cudaSuccess)
    readyDriver.store(driver, std::memory_order_release);
  return loaded.status;
}

int driverVersion() {
  return loadedDriver().table.version;
}

bool driverAlive() {
  return !exiting.load(std::memory_order_relaxed);
}

} // namespace heddle::runtime
