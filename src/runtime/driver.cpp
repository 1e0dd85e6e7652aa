#include "runtime/driver.h"

#include "ir/driver_api.h"
#include "runtime/call_trace.h"
#include "runtime/driver_library.h"
#include "runtime/error.h"
#include "runtime/until_unloaded.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace heddle::runtime {

constinit std::atomic<const Driver*> readyDriver = nullptr;

namespace {

// A row of the driver API's table.
struct DriverApiRow {
  std::string_view symbol;
  const char* name;
  int introduced;
  bool hasPerThreadForm;
};

constexpr DriverApiRow kDriverApi[] = {
#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  {#symbol, #name, introduced, std::string_view(#perThread) != "none"},
#define HEDDLE_EARLIER_ENTRY HEDDLE_ENTRY
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)
#define HEDDLE_UNSUPPORTED_ENTRY HEDDLE_ENTRY
#include "ir/driver_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_EARLIER_ENTRY
#undef HEDDLE_ALIAS_ENTRY
#undef HEDDLE_UNSUPPORTED_ENTRY
};

// The row of the form that has this symbol. Its name and version are what cuGetProcAddress must be
// asked for.
consteval const DriverApiRow& rowOf(std::string_view symbol) {
  return *std::ranges::find(kDriverApi, symbol, &DriverApiRow::symbol);
}

// Stands in for a function that an older driver does not have.
template <class... Args> CUresult missingFunction(Args...) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

template <class... Args> void assign(CUresult (*&member)(Args...), void* function) {
  member = function ? reinterpret_cast<CUresult (*)(Args...)>(function) : &missingFunction<Args...>;
}

void* lookUp(decltype(&::cuGetProcAddress) resolve, const DriverApiRow& row, cuuint64_t flags) {
  const bool perThread =
      row.hasPerThreadForm && (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
  const int version = perThread ? perThreadFormIntroduced(row.introduced) : row.introduced;
  void* function = nullptr;
  CUdriverProcAddressQueryResult status{};
  return resolve(row.name, &function, version, flags, &status) == CUDA_SUCCESS ? function : nullptr;
}

void lookUpFunctions(decltype(&::cuGetProcAddress) resolve, cuuint64_t flags, Driver& table) {
// HEDDLE_QUOTED is a macro of its own so that a plain name becomes its symbol before it is quoted:
// cuda.h defines cuMemAlloc as cuMemAlloc_v2.
#define HEDDLE_QUOTED(symbol) #symbol
#define HEDDLE_DRIVER_FUNCTION(name)                                                               \
  assign(table.name, lookUp(resolve, rowOf(HEDDLE_QUOTED(name)), flags));
#include "runtime/driver_functions.def"
#undef HEDDLE_DRIVER_FUNCTION
#undef HEDDLE_QUOTED
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

// Runs at the end of the process, and also when a library that contains this code is unloaded. In
// the second case the driver stays, and calls must still reach it: kernels are unregistered after
// this.
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

  lookUpFunctions(resolve, CU_GET_PROC_ADDRESS_DEFAULT, result.table);

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

const LoadedDriver& loadedDriver() {
  static UntilUnloaded<LoadedDriver> loaded(load());
  return loaded.get();
}

// Destructors with this priority run after the library's exit handlers and static objects, among
// which are those that unregister kernels. Without a driver nothing tells an unloaded library from
// the end of the process, where other threads may still be in the runtime; then the objects stay.
[[gnu::destructor(101)]] void freeWhenUnloaded() {
  if (!internals || internals->processExits())
    return;
  readyDriver.store(nullptr, std::memory_order_relaxed);
  UntilUnloadedBase::destroyAll();
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

const Driver& perThreadForms(const Driver& driver) {
  static UntilUnloaded<Driver> forms([&driver] {
    Driver table;
    lookUpFunctions(driver.cuGetProcAddress, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, table);
    table.version = driver.version;
    return table;
  }());
  return forms.get();
}

int driverVersion() {
  return loadedDriver().table.version;
}

bool driverAlive() {
  return !exiting.load(std::memory_order_relaxed);
}

} // namespace heddle::runtime
