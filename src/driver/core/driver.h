// libcuda: the CUDA driver API over the engine, the memory layer and the JIT. One file per API
// object; entry points check their arguments, find the object and call it. The Driver holds what
// there is one of in a process, and is never destroyed: calls during process exit must find it.
#pragma once

#include "driver/api/api.h"
#include "driver/core/handle_table.h"
#include "exec/host_function_thread.h"
#include "memory/address_space.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::driver {

class Array;
class Context;
class Device;
class DeviceServices;
class Event;
class Function;
class GraphExec;
class GraphNode;
struct GraphHandle;
class Kernel;
class Library;
class LinkState;
class MemoryPool;
class MipmappedArray;
class Module;
class PhysicalMemory;
class StreamObject;
struct SurfaceObject;
class SurfaceReference;
struct TextureObject;
class TextureReference;

class Driver {
public:
  static Driver& instance() {
    Driver* const made = instance_.load(std::memory_order_acquire);
    return made ? *made : make();
  }

  CUresult initialise();
  // CUDA_SUCCESS when entry points may proceed. Host functions of streams may not: work that waits
  // for itself would never end.
  CUresult state() const {
    return state_.load(std::memory_order_acquire) == State::Ready &&
                   !exec::HostFunctionThread::isCurrent()
               ? CUDA_SUCCESS
               : refusal();
  }

  memory::AddressSpace& memory() { return *memory_; }
  // The devices that the program sees: HEDDLE_DEVICES of them, less what CUDA_VISIBLE_DEVICES
  // hides.
  std::vector<std::unique_ptr<Device>>& devices() { return devices_; }
  bool launchBlocking() const { return launchBlocking_; }

  struct Tables;
  Tables& tables() { return *tables_; }

private:
  Driver();

  static Driver& make();
  CUresult refusal() const;
  void makeDevices();
  static void atExit();

  static std::atomic<Driver*> instance_;

  enum class State { Fresh, Ready, Ended, Forked };
  std::atomic<State> state_{State::Fresh};
  std::mutex mutex_;
  std::unique_ptr<memory::AddressSpace> memory_;
  std::unique_ptr<Tables> tables_;
  std::vector<std::unique_ptr<Device>> devices_;
  bool launchBlocking_ = false;
};

// What nearly every entry point starts with: the driver is up, and the calling thread has a context
// that lives and has met no fault.
CUresult currentContext(Context*& context);

} // namespace heddle::driver
