// CUcontext: what a program's work lives in. The primary context is reset and revived under the
// same handle.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/context/core_dump.h"
#include "driver/core/driver.h"
#include "driver/stream/stream.h"
#include "exec/execution_context.h"
#include "exec/stream.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace heddle::driver {

class Context {
public:
  Context(Device& device, bool primary);
  ~Context();

  // The calling thread's current context; null when it has none.
  static Context* current();
  // The current one, when small work for it can be done at once, in whatever stream: it lives, has
  // met no fault, and has nothing to do. Null otherwise.
  static Context* quiet();
  // A live context for a handle; null otherwise.
  static Context* find(CUcontext handle);
  CUcontext handle() { return reinterpret_cast<CUcontext>(this); }

  Device& device() { return device_; }
  bool primary() const { return primary_; }
  bool active() const { return execution_ != nullptr; }
  // Makes it usable; what a primary context needs after a reset. Fails when the device's compute
  // mode forbids it.
  CUresult activate();
  // Waits for its work and frees everything that belongs to it.
  void deactivate();

  // CUDA_SUCCESS, or the fault that every call on the context answers from then on.
  CUresult health() const;
  exec::ExecutionContext& execution() { return *execution_; }
  std::uint64_t id() const { return id_; }

  unsigned flags = 0;
  unsigned retained = 0;         // primary only
  std::atomic<unsigned> uses{1}; // as cuCtxAttach and cuCtxDetach count
  CUfunc_cache cacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  std::size_t stackLimit = 1024;
  std::size_t persistingCacheLimit = 0;
  std::size_t pendingLaunchLimit = 2048; // of launches from device code
  std::size_t fetchGranularity = 64;
  StreamAttributes defaultStreamAttributes;
  CoreDumpSettings coreDump;
  bool spins() const { return (flags & CU_CTX_SCHED_MASK) != CU_CTX_SCHED_BLOCKING_SYNC; }

  exec::Stream& perThreadStream();
  // Waits for all submitted work, also while a stream is captured.
  void waitForWork();
  // Waits for all work, then shows what kernels printed.
  CUresult synchronize();

  // The peers whose memory this context may use.
  CUresult enablePeer(Context& peer);
  CUresult disablePeer(Context& peer);

  CUresult limit(CUlimit limit, std::size_t& value);

  // What ends with the context.
  ContextDependents& dependents() { return dependents_; }
  // Makes the context destroy an object of that table when it ends.
  template <typename Object> void adopt(Object& object, HandleTable<Object>& table) {
    dependents_.add(object.dependent, [&object, &table] { table.destroy(&object); });
  }

private:
  Device& device_;
  const bool primary_;
  std::uint64_t id_ = 0;
  std::unique_ptr<DeviceServices> deviceServices_;
  std::unique_ptr<exec::ExecutionContext> execution_;
  std::mutex mutex_;
  std::map<std::thread::id, std::unique_ptr<exec::Stream>> perThread_;
  ContextDependents dependents_;
  std::set<std::uint64_t> peers_; // by context id
};

CUresult faultResult(exec::Fault fault);

} // namespace heddle::driver
