#include "driver/core/driver.h"

#include "driver/core/handle_tables.h"
#include "driver/core/process_checkpoint.h"
#include "driver/device/device.h"
#include "driver/device/device_profile.h"
#include "driver/device/visible_devices.h"
#include "driver/memory/leak_check.h"
#include "driver/memory/unused_memory.h"
#include "environment/environment.h"
#include "exec/engine.h"
#include "ir/checker_abi.h"
#include "jit/checks.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/protection_keys.h"
#include "memory/race_shadow.h"
#include "trace/findings.h"

#include <cstdlib>
#include <pthread.h>

namespace heddle::driver {

constinit std::atomic<Driver*> Driver::instance_{nullptr};

Driver& Driver::make() {
  static Driver* const driver = new Driver;
  instance_.store(driver, std::memory_order_release);
  return *driver;
}

Driver::Driver() = default;

CUresult Driver::initialise() {
  std::lock_guard lock(mutex_);
  switch (state_.load()) {
  case State::Ready:
  case State::Locked:
    return CUDA_SUCCESS;
  case State::Ended:
    return CUDA_ERROR_DEINITIALIZED;
  case State::Forked:
    return CUDA_ERROR_NOT_INITIALIZED;
  case State::Fresh:
    break;
  }
  if (!tables_) {
    tables_ = std::make_unique<Tables>();
    try {
      makeDevices();
    } catch (...) {
      // The next call begins anew.
      devices_.clear();
      memory_.reset();
      tables_.reset();
      throw;
    }
  }
  if (devices_.empty())
    return CUDA_ERROR_NO_DEVICE;
  launchBlocking_ = environmentFlag("CUDA_LAUNCH_BLOCKING");
  exec::installFaultHandlers(); // before the first copy
  // A child process has none of the threads of its parent, so it has no workers.
  pthread_atfork(nullptr, nullptr, [] {
    instance().state_ = State::Forked;
    abandonCheckpointService();
  });
  std::atexit(atExit);
  state_ = State::Ready;
  startCheckpointService();
  return CUDA_SUCCESS;
}

void Driver::holdUpCalls() {
  State ready = State::Ready;
  state_.compare_exchange_strong(ready, State::Locked);
}

void Driver::allowCalls() {
  State locked = State::Locked;
  if (state_.compare_exchange_strong(locked, State::Ready))
    state_.notify_all();
}

namespace {

// When the library is loaded, which is mostly before the program has other threads.
[[gnu::constructor]] void raiseWallEarly() {
  memory::raiseWall();
}

} // namespace

namespace {

void reportCopyOfUnwritten(const void* from, std::size_t bytes, const void* piece) {
  const auto address = [](const void* pointer) {
    return trace::hexadecimal(reinterpret_cast<std::uintptr_t>(pointer));
  };
  trace::reportFinding(trace::Finding::Error,
                       "Host API memory access error at host access to " + address(from) +
                           " of size " + trace::withCommas(bytes) +
                           " bytes\n    Uninitialized access to " + address(piece) +
                           " on access by cudaMemcpy source");
}

// Before the first allocation, because the checker's table has to know all of them.
void startChecker() {
  const trace::CheckSettings& settings = trace::checkSettings();
  if (!settings.any())
    return;
  trace::reportFinding(trace::Finding::Start, "");
  const bool needsBounds =
      settings.memoryAccesses || settings.initialisedReads || settings.initialisedBlock;
  const bool hasBounds = needsBounds && memory::AccessBounds::enable();
  if (needsBounds && !hasBounds)
    trace::reportFinding(trace::Finding::Note,
                         "The checker has no address space for its table of allocations. Memory "
                         "accesses are not checked.");
  if (settings.initialisedReads && hasBounds) {
    memory::InitialisedBytes::enable();
    memory::InitialisedBytes::active()->setReport(reportCopyOfUnwritten);
  }
  const bool hasRaceShadow =
      settings.globalRaces &&
      memory::RaceShadow::enable(kGlobalRaceEntries * sizeof(GlobalRaceEarlierWrite));
  if (settings.globalRaces && !hasRaceShadow)
    trace::reportFinding(trace::Finding::Note,
                         "The checker has no address space for the shadow of global memory. Races "
                         "on it are not looked for.");
  jit::enableChecks({settings.memoryAccesses && hasBounds, settings.initialisedReads && hasBounds,
                     settings.initialisedBlock && hasBounds, settings.synchronisation,
                     settings.sharedRaces, hasRaceShadow});
}

} // namespace

void Driver::makeDevices() {
  const unsigned count = physicalDeviceCount();
  exec::Engine::setDevices(count);
  memory::allocateDeviceKeys(count);
  startChecker();
  jit::enableAddressTests();
  memory_ = memory::AddressSpace::create(count, profile() ? profile()->memoryBytes : 0);
  for (unsigned index : visibleDevices(count))
    devices_.push_back(std::make_unique<Device>(static_cast<int>(devices_.size()), index));
}

CUresult Driver::refusal() const {
  if (exec::HostFunctionThread::isCurrent())
    return CUDA_ERROR_NOT_PERMITTED;
  state_.wait(State::Locked, std::memory_order_acquire);
  if (state_.load(std::memory_order_acquire) == State::Ready)
    return CUDA_SUCCESS;
  return state_.load(std::memory_order_acquire) == State::Ended ? CUDA_ERROR_DEINITIALIZED
                                                                : CUDA_ERROR_NOT_INITIALIZED;
}

void Driver::atExit() {
  Driver& driver = instance();
  driver.allowCalls();
  State ready = State::Ready;
  if (!driver.state_.compare_exchange_strong(ready, State::Ended))
    return;
  for (const auto& device : driver.devices_)
    if (device->primaryContext().isActive())
      device->primaryContext().execution().printfBuffer().flush();
  if (exec::Engine::started())
    exec::Engine::instance().stop();
  reportAllUnused();
  reportAllLeaks();
}

CUresult currentContext(Context*& context) {
  HEDDLE_TRY(Driver::instance().state());
  GreenContext* green = GreenContext::current();
  if (green && !Driver::instance().tables().greenContexts.lives(green))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  context = Context::current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!Driver::instance().tables().contexts.lives(context))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return context->health();
}

} // namespace heddle::driver
