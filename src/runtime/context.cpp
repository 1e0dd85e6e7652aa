#include "runtime/context.h"

#include "runtime/error.h"
#include "runtime/until_unloaded.h"

#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

namespace heddle::runtime {
namespace {

// A cache of contexts that were found usable and have not been reset since. A context has one slot,
// which it shares with others whose addresses hash to the same number.
constinit std::atomic<CUcontext> knownContexts[16] = {};

std::atomic<CUcontext>& knownSlot(CUcontext context) {
  const auto number = reinterpret_cast<std::uintptr_t>(context);
  return knownContexts[(number >> 4 ^ number >> 12) % std::size(knownContexts)];
}

// The primary contexts that this process has retained. A reset leaves the handle valid but the
// context empty, so it has to be retained again before its next use.
class PrimaryContexts {
public:
  cudaError_t retain(const Driver& driver, int device, CUcontext& context) {
    std::lock_guard lock(mutex_);
    Primary& primary = primaries_[device];
    if (!primary.retained) {
      CUresult result = driver.cuDevicePrimaryCtxRetain(&primary.context, device);
      if (result != CUDA_SUCCESS)
        return retainError(result);
      primary.retained = true;
    }
    context = primary.context;
    knownSlot(context).store(context, std::memory_order_release);
    return cudaSuccess;
  }

  cudaError_t reset(const Driver& driver, int device) {
    std::lock_guard lock(mutex_);
    Primary& primary = primaries_[device];
    if (!primary.retained)
      return cudaSuccess;
    CUresult result = driver.cuDevicePrimaryCtxReset(device);
    if (result == CUDA_SUCCESS) {
      primary.retained = false;
      for (std::atomic<CUcontext>& known : knownContexts)
        known.store(nullptr, std::memory_order_release);
    }
    return toError(result);
  }

  // Returns whether `context` is usable. If it is a primary context that has been reset, it is not,
  // and `device` is set to its device.
  bool noteIfUsable(CUcontext context, int& device) {
    std::lock_guard lock(mutex_);
    const bool stale = isStale(context, device);
    if (!stale)
      knownSlot(context).store(context, std::memory_order_release);
    return !stale;
  }

private:
  struct Primary {
    CUcontext context = nullptr;
    bool retained = false;
  };

  // Whether `context` is a primary context that this process has retained and that has been reset
  // since. The caller holds the lock.
  bool isStale(CUcontext context, int& device) const {
    for (const auto& [ordinal, primary] : primaries_)
      if (primary.context == context && !primary.retained) {
        device = ordinal;
        return true;
      }
    return false;
  }

  // The driver answers with the fault that has ended the context. To the program this is a device
  // that is not available.
  static cudaError_t retainError(CUresult result) {
    bool fault = result >= CUDA_ERROR_ILLEGAL_ADDRESS && result <= CUDA_ERROR_LAUNCH_FAILED;
    return fault ? cudaErrorDevicesUnavailable : toError(result);
  }

  std::mutex mutex_;
  std::map<int, Primary> primaries_;
};

PrimaryContexts& primaryContexts() {
  static UntilUnloaded<PrimaryContexts> contexts;
  return contexts.get();
}

struct ThreadState {
  int device = 0; // chosen with cudaSetDevice, or by makeAnyPrimaryCurrent()
  bool chosen = false;
};

thread_local ThreadState thisThread;

cudaError_t makePrimaryCurrent(const Driver& driver, int device) {
  CUcontext context = nullptr;
  if (cudaError_t status = primaryContexts().retain(driver, device, context); status != cudaSuccess)
    return status;
  return toError(driver.cuCtxSetCurrent(context));
}

std::mutex validMutex;
std::vector<int>& validDevices() {
  static UntilUnloaded<std::vector<int>> devices;
  return devices.get();
}

// The devices that are tried for a thread that has not called cudaSetDevice, in this order.
std::vector<int> candidates(const Driver& driver) {
  {
    std::lock_guard lock(validMutex);
    if (!validDevices().empty())
      return validDevices();
  }
  int count = 0;
  driver.cuDeviceGetCount(&count);
  std::vector<int> all(static_cast<unsigned>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// If the program has not asked for a certain device, devices that another process uses exclusively
// are skipped.
cudaError_t makeAnyPrimaryCurrent(const Driver& driver) {
  if (thisThread.chosen)
    return makePrimaryCurrent(driver, thisThread.device);
  cudaError_t status = cudaErrorNoDevice;
  for (int device : candidates(driver)) {
    status = makePrimaryCurrent(driver, device);
    if (status != cudaErrorDevicesUnavailable) {
      thisThread.device = device;
      return status;
    }
  }
  return status;
}

cudaError_t checkContext(const Driver& driver, CUcontext current) {
  if (!current)
    return makeAnyPrimaryCurrent(driver);
  int device = 0;
  return primaryContexts().noteIfUsable(current, device) ? cudaSuccess
                                                         : makePrimaryCurrent(driver, device);
}

} // namespace

cudaError_t requireContext(const Driver& driver) {
  CUcontext current = nullptr;
  if (CUresult result = driver.cuCtxGetCurrent(&current); result != CUDA_SUCCESS)
    return toError(result);
  if (current && knownSlot(current).load(std::memory_order_acquire) == current) [[likely]]
    return cudaSuccess;
  return checkContext(driver, current);
}

int currentDevice(const Driver& driver) {
  CUdevice device = 0;
  return driver.cuCtxGetDevice(&device) == CUDA_SUCCESS ? device : thisThread.device;
}

cudaError_t selectDevice(const Driver& driver, int device) {
  CUdevice handle = 0;
  if (CUresult result = driver.cuDeviceGet(&handle, device); result != CUDA_SUCCESS)
    return toError(result);
  if (cudaError_t status = makePrimaryCurrent(driver, handle); status != cudaSuccess)
    return status;
  thisThread.device = device;
  thisThread.chosen = true;
  return cudaSuccess;
}

cudaError_t primaryContext(const Driver& driver, int device, CUcontext& context) {
  CUdevice handle = 0;
  if (CUresult result = driver.cuDeviceGet(&handle, device); result != CUDA_SUCCESS)
    return toError(result);
  return primaryContexts().retain(driver, handle, context);
}

void setValidDevices(std::vector<int> devices) {
  std::lock_guard lock(validMutex);
  validDevices() = std::move(devices);
}

cudaError_t resetDevice(const Driver& driver) {
  return primaryContexts().reset(driver, currentDevice(driver));
}

} // namespace heddle::runtime
