#include "driver/memory/ipc.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/stream/event.h"
#include "memory/interprocess_memory.h"

#include <cstring>
#include <map>
#include <random>
#include <tuple>
#include <unistd.h>

namespace heddle::driver {

namespace {

constexpr char kMagic[8] = "heddleM";

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

// The memory of other processes that is open here: for each context, by process and descriptor.
using Key = std::tuple<const Context*, std::uint64_t, pid_t, int>;
struct Import {
  char* base = nullptr;
  std::size_t bytes = 0;
  unsigned count = 0; // of opens that have not been closed
  ContextDependent dependent;
};
std::mutex importsMutex;
std::map<Key, Import>& imports = *new std::map<Key, Import>; // contexts may end during exit

// The program may have changed the bytes of a handle.
bool isWithin(const SharedMemoryName& name, std::size_t bytes) {
  return name.offset <= bytes && name.bytes <= bytes - name.offset;
}

// Maps the shared memory that `name` stands for. The caller holds importsMutex.
CUresult openImport(const Key& key, const SharedMemoryName& name, Context& context) {
  const auto memory = memory::InterprocessMemory::ofProcess(name.process, name.descriptor);
  if (!memory || !isWithin(name, memory.size()))
    return CUDA_ERROR_INVALID_VALUE;
  const auto entry = imports.try_emplace(key).first;
  Import& import = entry->second;
  try {
    // A context that ends releases all its memory, so that only the import has to be forgotten
    // here.
    context.dependents().add(import.dependent, [key] {
      std::lock_guard lock(importsMutex);
      imports.erase(key);
    });
    import.base = static_cast<char*>(space().import(memory, &context, context.device().index()));
    import.bytes = memory.size();
  } catch (...) {
    imports.erase(entry);
    throw;
  }
  if (import.base)
    return CUDA_SUCCESS;
  imports.erase(entry);
  return CUDA_ERROR_MAP_FAILED;
}

} // namespace

std::uint64_t driverIdentity() {
  static const std::uint64_t identity = [] {
    std::random_device random;
    return (static_cast<std::uint64_t>(random()) << 32) | random();
  }();
  return identity;
}

CUresult exportMemory(CUdeviceptr pointer, SharedMemoryName& name) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto allocation = space().find(reinterpret_cast<void*>(pointer));
  if (!allocation || allocation->kind != memory::Kind::Device)
    return CUDA_ERROR_INVALID_VALUE;
  // The memory moves into a shared file. Nothing may run meanwhile that could use it.
  for (const auto& device : Driver::instance().devices())
    if (device->primaryContext().isActive())
      device->primaryContext().execution().synchronize();
  HEDDLE_TRY(context->synchronize());
  const auto shared = space().share(allocation->base);
  if (!shared)
    return CUDA_ERROR_OUT_OF_MEMORY;
  name = {};
  std::memcpy(name.magic, kMagic, sizeof kMagic);
  name.process = getpid();
  name.descriptor = shared->memory->descriptor();
  name.identity = driverIdentity();
  name.offset = static_cast<std::uint64_t>(allocation->base - shared->base);
  name.bytes = allocation->size;
  return CUDA_SUCCESS;
}

CUresult importMemory(const SharedMemoryName& name, CUdeviceptr* pointer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!pointer || std::memcmp(name.magic, kMagic, sizeof kMagic) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (name.process == getpid()) // CUDA forbids a process to open its own handles
    return CUDA_ERROR_INVALID_CONTEXT;
  std::lock_guard lock(importsMutex);
  const Key key{context, name.identity, name.process, name.descriptor};
  if (!imports.contains(key))
    HEDDLE_TRY(openImport(key, name, *context));
  Import& import = imports.at(key);
  if (!isWithin(name, import.bytes))
    return CUDA_ERROR_INVALID_VALUE;
  ++import.count;
  *pointer = reinterpret_cast<CUdeviceptr>(import.base + name.offset);
  return CUDA_SUCCESS;
}

CUresult closeMemory(CUdeviceptr pointer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (const auto allocation = space().find(reinterpret_cast<void*>(pointer));
      !allocation || allocation->kind != memory::Kind::Imported)
    return CUDA_ERROR_INVALID_VALUE;
  // The context's work may use the memory, and may wait for another thread, which must be able to
  // open memory meanwhile. So this waits without the lock, and before it counts the close: a close
  // that fails leaves the memory open.
  HEDDLE_TRY(context->synchronize());
  std::lock_guard lock(importsMutex);
  const auto allocation = space().find(reinterpret_cast<void*>(pointer));
  if (!allocation || allocation->kind != memory::Kind::Imported)
    return CUDA_ERROR_INVALID_VALUE;
  for (auto it = imports.begin(); it != imports.end(); ++it) {
    if (it->second.base != allocation->base)
      continue;
    if (--it->second.count > 0)
      return CUDA_SUCCESS;
    space().release(allocation->base, {memory::Kind::Imported});
    imports.erase(it);
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuIpcGetMemHandle(CUipcMemHandle* out, CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  // Memory of pools is exported by cuMemPoolExportPointer.
  if (!out || poolOf(reinterpret_cast<void*>(pointer)))
    return CUDA_ERROR_INVALID_VALUE;
  SharedMemoryName name;
  HEDDLE_TRY(exportMemory(pointer, name));
  *out = {};
  std::memcpy(out->reserved, &name, sizeof name);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle, unsigned int flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
    return CUDA_ERROR_INVALID_VALUE;
  SharedMemoryName name;
  std::memcpy(&name, handle.reserved, sizeof name);
  return importMemory(name, pointer);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return closeMemory(pointer);
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* out, CUevent eventHandle) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !eventHandle)
    return CUDA_ERROR_INVALID_VALUE;
  Event* event = Driver::instance().tables().events.find(eventHandle);
  if (!event || !event->interprocess())
    return CUDA_ERROR_INVALID_HANDLE;
  *out = {};
  const InterprocessEvent::Name name = event->interprocess()->name();
  std::memcpy(out->reserved, &name, sizeof name);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenEventHandle(CUevent* out, CUipcEventHandle handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  InterprocessEvent::Name name;
  std::memcpy(&name, handle.reserved, sizeof name);
  if (name.process == getpid())
    return CUDA_ERROR_INVALID_CONTEXT;
  auto shared = InterprocessEvent::open(name);
  if (!shared)
    return CUDA_ERROR_MAP_FAILED;
  return createEvent(out, *context, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS,
                     std::move(shared));
}
