// cuGetProcAddress: entry points by plain name and by the version of the API that the caller was
// written for.
#include "driver/api/entry_points.h"
#include "driver/core/driver.h"
#include "ir/driver_internals.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::driver {

extern const DriverInternals driverInternals; // traced_entries.cpp

namespace {

using Index = std::unordered_map<std::string_view, std::vector<const EntryPoint*>>;

const Index& index() {
  static const Index* const built = [] {
    auto* map = new Index;
    for (std::size_t i = 0; i < entryPointCount; ++i)
      (*map)[entryPoints[i].name].push_back(&entryPoints[i]);
    return map;
  }();
  return *built;
}

// A name with twins for the per-thread default stream has no other form for who asks for them.
bool hasTwins(const std::vector<const EntryPoint*>& candidates) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [](const EntryPoint* each) { return each->perThread; });
}

const EntryPoint* newest(const std::vector<const EntryPoint*>& candidates, int version,
                         bool perThread) {
  const EntryPoint* best = nullptr;
  for (const EntryPoint* candidate : candidates)
    if (candidate->perThread == perThread && candidate->introduced <= version &&
        (!best || candidate->introduced > best->introduced))
      best = candidate;
  return best;
}

CUdriverProcAddressQueryResult lookUp(const char* name, int version, bool perThread,
                                      void** address) {
  *address = nullptr;
  const auto found = index().find(name);
  if (found == index().end())
    return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const EntryPoint* entry = newest(found->second, version, perThread && hasTwins(found->second));
  if (!entry)
    return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
  *address = entry->address;
  return CU_GET_PROC_ADDRESS_SUCCESS;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuGetProcAddress(const char* name, void** address, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* status) {
  constexpr cuuint64_t known =
      CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (!name || !address || version > CUDA_VERSION || (flags & ~known))
    return CUDA_ERROR_INVALID_VALUE;
  if (version < 0)
    version = CUDA_VERSION;
  const auto result =
      lookUp(name, version, flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, address);
  if (status)
    *status = result;
  return CUDA_SUCCESS;
}

// Tables of private functions by name.
CUresult cuGetExportTable(const void** table, const CUuuid* id) {
  if (!table || !id)
    return CUDA_ERROR_INVALID_VALUE;
  const bool known = std::memcmp(id->bytes, heddle::kDriverInternalsId, sizeof id->bytes) == 0;
  *table = known ? &driverInternals : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
