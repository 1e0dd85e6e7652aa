// The state of libcuda that exists once in a process: the address space, the devices and the tables
// of handles. It is never destroyed, since programs call the driver during their exit.
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
class GreenContext;
struct GraphHandle;
class Kernel;
class Library;
class LinkState;
class MemoryPool;
class MipmappedArray;
class Module;
class PhysicalMemory;
struct ResourceDescriptor;
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
  // CUDA_SUCCESS when entry points may proceed. In a host function of a stream they may not: one
  // that waited for its stream would wait for itself.
  CUresult state() const {
    return state_.load(std::memory_order_acquire) == State::Ready &&
                   !exec::HostFunctionThread::isCurrent()
               ? CUDA_SUCCESS
               : refusal();
  }

  bool isInitialised() const {
    const State state = state_.load(std::memory_order_acquire);
    return state == State::Ready || state == State::Locked;
  }
  // Makes all entry points wait from now on, until they may proceed again
  // (process_checkpoint.h).
  void holdUpCalls();
  void allowCalls();

  memory::AddressSpace& memory() { return *memory_; }
  // The devices that the program sees: HEDDLE_DEVICES says how many there are, and
  // CUDA_VISIBLE_DEVICES which of them are visible.
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

  enum class State { Fresh, Ready, Locked, Ended, Forked };
  std::atomic<State> state_{State::Fresh};
  std::mutex mutex_;
  std::unique_ptr<memory::AddressSpace> memory_;
  std::unique_ptr<Tables> tables_;
  std::vector<std::unique_ptr<Device>> devices_;
  bool launchBlocking_ = false;
};

// Finds the current context of the calling thread. Fails when the driver is not initialised, when
// there is no current context, or when it has been destroyed or has met a fault. Nearly every entry
// point begins with this.
CUresult currentContext(Context*& context);

} // namespace heddle::driver
