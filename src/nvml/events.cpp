// Sets of events that programs wait for. The events of NVML are failures and changes of hardware,
// none of which happens to a device of this kind: no type can be registered, and every wait ends at
// its time limit.
#include "nvml/device_query.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#undef nvmlEventSetWait

struct nvmlEventSet_st {};

using namespace heddle::nvml;

namespace {

// The sets that exist, so that a handle which is none of them is recognised.
class EventSets {
public:
  nvmlEventSet_t create() {
    std::lock_guard lock(mutex_);
    return sets_.emplace_back(std::make_unique<nvmlEventSet_st>()).get();
  }
  bool contains(nvmlEventSet_t set) {
    std::lock_guard lock(mutex_);
    return std::ranges::find(sets_, set, &Owner::get) != sets_.end();
  }
  bool destroy(nvmlEventSet_t set) {
    std::lock_guard lock(mutex_);
    return std::erase_if(sets_, [&](const Owner& each) { return each.get() == set; }) != 0;
  }

private:
  using Owner = std::unique_ptr<nvmlEventSet_st>;
  std::mutex mutex_;
  std::vector<Owner> sets_;
};

EventSets& eventSets() {
  static EventSets sets;
  return sets;
}

} // namespace

HEDDLE_NVML nvmlEventSetCreate(nvmlEventSet_t* set) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  if (!set)
    return NVML_ERROR_INVALID_ARGUMENT;
  return guarded([&] {
    *set = eventSets().create();
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlEventSetFree(nvmlEventSet_t set) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  return guarded(
      [&] { return eventSets().destroy(set) ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT; });
}

HEDDLE_NVML nvmlDeviceGetSupportedEventTypes(nvmlDevice_t handle, unsigned long long* types) {
  return answer(handle, types, 0ull);
}

HEDDLE_NVML nvmlDeviceRegisterEvents(nvmlDevice_t handle, unsigned long long types,
                                     nvmlEventSet_t set) {
  return query(handle, set, [&](CUdevice) {
    if (!eventSets().contains(set))
      return NVML_ERROR_INVALID_ARGUMENT;
    return types == 0 ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
  });
}

HEDDLE_NVML nvmlEventSetWait_v2(nvmlEventSet_t set, nvmlEventData_t* data, unsigned int timeout) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  if (!data)
    return NVML_ERROR_INVALID_ARGUMENT;
  return guarded([&] {
    if (!eventSets().contains(set))
      return NVML_ERROR_INVALID_ARGUMENT;
    std::this_thread::sleep_for(std::chrono::milliseconds(timeout));
    return NVML_ERROR_TIMEOUT;
  });
}
HEDDLE_NVML nvmlEventSetWait(nvmlEventSet_t set, nvmlEventData_t* data, unsigned int timeout) {
  return nvmlEventSetWait_v2(set, data, timeout);
}
