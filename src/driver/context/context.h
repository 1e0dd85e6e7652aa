// CUcontext: what the memory, modules, streams and errors of a program belong to. The primary
// context of a device keeps its handle when it is reset.
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
  // The current context if it lives, has met no fault and has no work to do, so that the calling
  // thread can do small work for any of its streams at once. Null otherwise.
  static Context* currentIfIdle();
  // A live context for a handle; null otherwise. The handle of a green context stands for the
  // primary context that it is a part of.
  static Context* find(CUcontext handle);
  CUcontext handle() { return reinterpret_cast<CUcontext>(this); }

  Device& device() { return device_; }
  bool isPrimary() const { return primary_; }
  bool isActive() const { return execution_ != nullptr; }
  // Makes the context usable, as a primary context needs it after a reset. Fails when the compute
  // mode of the device forbids it.
  CUresult activate();
  // Waits for its work and frees everything that belongs to it.
  void deactivate();

  // CUDA_SUCCESS, or the fault that every call on the context answers from then on.
  CUresult health() const;
  exec::ExecutionContext& execution() { return *execution_; }
  std::uint64_t id() const { return id_; }
  // A number that no context has had.
  static std::uint64_t takeId();

  unsigned flags = 0;
  unsigned retained = 0;         // how often a primary context is retained
  std::atomic<unsigned> uses{1}; // counted by cuCtxAttach and cuCtxDetach
  CUfunc_cache cacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  std::size_t stackLimit = 1024;
  std::size_t persistingCacheLimit = 0;
  std::size_t pendingLaunchLimit = 2048; // of launches from device code
  std::size_t fetchGranularity = 64;
  StreamAttributes defaultStreamAttributes;
  CoreDumpSettings coreDump;
  bool spins() const { return (flags & CU_CTX_SCHED_MASK) != CU_CTX_SCHED_BLOCKING_SYNC; }

  exec::Stream& perThreadStream();
  // Waits for all submitted work. Unlike synchronize(), it may be called while a stream is
  // captured.
  void waitForWork();
  // cuCtxSynchronize: waits for all work and prints the output of kernels. Fails during a capture.
  CUresult synchronize();

  // The peers whose memory this context may use.
  CUresult enablePeer(Context& peer);
  CUresult disablePeer(Context& peer);

  CUresult limit(CUlimit limit, std::size_t& value); // cuCtxGetLimit

  // The objects that end with the context.
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

// The live context of a handle, or the current one for a null handle. Fails like currentContext().
CUresult contextOrCurrent(CUcontext handle, Context*& context);

} // namespace heddle::driver
