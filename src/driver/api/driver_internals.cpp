#include "driver/api/driver_internals.h"

#include "driver/api/api.h"
#include "driver/launch/library_work.h"
#include "exec/library_task.h"
#include "ir/driver_internals.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace heddle::driver {

namespace {

thread_local unsigned depth = 0;
std::atomic<bool> exitBegun{false};

constexpr DriverInternals kInternals{
    sizeof(DriverInternals),
    [](unsigned value) { depth = value; },
    [] { std::atexit([] { exitBegun = true; }); },
    [] { return exitBegun.load(); },
    {launchLibraryWork, exec::isAccessible, workersPerDevice, exec::finishLibraryTask},
};

} // namespace

unsigned callDepth() {
  return depth;
}

} // namespace heddle::driver

// The tables that programs can get here are private to NVIDIA's libraries; ours has the one for our
// runtime and our libraries.
CUresult cuGetExportTable(const void** table, const CUuuid* id) {
  if (!table || !id)
    return CUDA_ERROR_INVALID_VALUE;
  const bool known = std::memcmp(id->bytes, heddle::kDriverInternalsId, sizeof id->bytes) == 0;
  *table = known ? &heddle::driver::kInternals : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
