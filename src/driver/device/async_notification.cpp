// Notifications of a device. The only kind there is tells that memory exceeds a budget, which
// something outside of the program sets. Nothing sets one here, so a registered callback is never
// called.
#include "driver/device/device.h"

#include <map>
#include <mutex>

struct CUasyncCallbackEntry_st {};

namespace heddle::driver {

namespace {

struct Registered {
  std::mutex mutex;
  std::map<CUasyncCallbackHandle, CUdevice> devices;
};

Registered& registered() {
  static auto* const made = new Registered;
  return *made;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuDeviceRegisterAsyncNotification(CUdevice handle, CUasyncCallback callback, void*,
                                           CUasyncCallbackHandle* out) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!callback || !out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = new CUasyncCallbackEntry_st;
  std::lock_guard lock(registered().mutex);
  registered().devices.emplace(*out, handle);
  return CUDA_SUCCESS;
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice handle, CUasyncCallbackHandle callback) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  std::lock_guard lock(registered().mutex);
  const auto found = registered().devices.find(callback);
  if (found == registered().devices.end() || found->second != handle)
    return CUDA_ERROR_INVALID_VALUE;
  delete callback;
  registered().devices.erase(found);
  return CUDA_SUCCESS;
}
