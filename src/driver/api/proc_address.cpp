// cuGetProcAddress: functions by their plain names and by the version of CUDA that the caller was
// written for.
#include "driver/api/api.h"
#include "driver/api/entry_points.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::driver {

namespace {

using Forms =
    std::vector<const EntryPoint*>; // of one function: its versions, each possibly per thread

const std::unordered_map<std::string_view, Forms>& formsByName() {
  static const auto* const built = [] {
    auto* map = new std::unordered_map<std::string_view, Forms>;
    for (const EntryPoint& entry : entryPoints())
      (*map)[entry.name].push_back(&entry);
    return map;
  }();
  return *built;
}

bool hasPerThreadForm(const Forms& forms) {
  return std::ranges::any_of(forms, &EntryPoint::perThread);
}

const EntryPoint* newest(const Forms& forms, int version, bool perThread) {
  const EntryPoint* best = nullptr;
  for (const EntryPoint* form : forms)
    if (form->perThread == perThread && form->introduced <= version &&
        (!best || form->introduced > best->introduced))
      best = form;
  return best;
}

CUdriverProcAddressQueryResult lookUp(const char* name, int version, bool perThread,
                                      void** address) {
  *address = nullptr;
  const auto found = formsByName().find(name);
  if (found == formsByName().end())
    return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  // A caller who asks for the per-thread form of a function that has one never gets the other form,
  // also not where its version is too old for it.
  const Forms& forms = found->second;
  const EntryPoint* entry = newest(forms, version, perThread && hasPerThreadForm(forms));
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
