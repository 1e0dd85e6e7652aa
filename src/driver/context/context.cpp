#include "driver/context/context.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/device_services.h"
#include "memory/quick_thread_local.h"

#include <algorithm>
#include <iterator>

namespace heddle::driver {

namespace {

std::atomic<std::uint64_t> nextContextId{1};

HEDDLE_QUICK_THREAD_LOCAL Context* topContext = nullptr; // null when the stack is empty

// The contexts pushed by a thread. Without a destructor, since calls come even after a thread's
// objects are gone, from atexit handlers.
class ContextStack {
public:
  bool empty() const { return depth_ == 0; }
  void pop() {
    --depth_;
    topContext = depth_ ? contexts_[depth_ - 1] : nullptr;
  }
  bool push(Context* context) {
    if (depth_ == std::size(contexts_))
      return false;
    contexts_[depth_++] = topContext = context;
    return true;
  }

private:
  std::size_t depth_ = 0;
  Context* contexts_[128] = {};
};

ContextStack& contextStack() {
  static thread_local ContextStack stack;
  return stack;
}

void setCurrent(Context* context) {
  auto& stack = contextStack();
  if (!stack.empty())
    stack.pop();
  if (context)
    stack.push(context);
}

bool validFlags(unsigned flags) {
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) == 0 &&
         (schedule == 0 || (schedule & (schedule - 1)) == 0);
}

Driver& driver() {
  return Driver::instance();
}

// What a GPU makes of smaller limits.
constexpr std::size_t kLeastPrintfBytes = 512u << 10, kLeastHeapBytes = 4u << 20;

CUresult unknownLimit(CUlimit limit) {
  return limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH ? CUDA_ERROR_UNSUPPORTED_LIMIT
                                                  : CUDA_ERROR_INVALID_VALUE;
}

// The context of a handle that may be null for "the current one".
CUresult contextOrCurrent(CUcontext handle, Context*& context) {
  if (!handle)
    return currentContext(context);
  HEDDLE_TRY(driver().state());
  context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return context->health();
}

CUresult createContext(CUcontext* out, unsigned flags, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!out || !validFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = driver().tables().contexts.create(*device, false);
  if (!context)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->flags = flags;
  if (const CUresult result = context->activate(); result != CUDA_SUCCESS) {
    driver().tables().contexts.destroy(context);
    return result;
  }
  if (!contextStack().push(context)) {
    driver().tables().contexts.destroy(context);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *out = context->handle();
  return CUDA_SUCCESS;
}

} // namespace

CUresult faultResult(exec::Fault fault) {
  switch (fault) {
  case exec::Fault::None:
    return CUDA_SUCCESS;
  case exec::Fault::IllegalAddress:
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  case exec::Fault::MisalignedAddress:
    return CUDA_ERROR_MISALIGNED_ADDRESS;
  case exec::Fault::LaunchFailed:
    return CUDA_ERROR_LAUNCH_FAILED;
  case exec::Fault::Assert:
    return CUDA_ERROR_ASSERT;
  }
  return CUDA_ERROR_UNKNOWN;
}

Context::Context(Device& device, bool primary)
    : device_(device), primary_(primary), deviceServices_(std::make_unique<DeviceServices>(*this)) {
}

Context::~Context() {
  deactivate();
}

Context* Context::current() {
  return topContext;
}

Context* Context::quiet() {
  Context* const context = topContext;
  Driver& driver = Driver::instance();
  if (!context || driver.state() != CUDA_SUCCESS || !driver.tables().contexts.lives(context))
    return nullptr;
  const exec::ExecutionContext* const execution = context->execution_.get();
  return execution && !execution->hasUnfinishedTasks() && !execution->faulted() ? context : nullptr;
}

Context* Context::find(CUcontext handle) {
  return driver().tables().contexts.find(handle);
}

CUresult Context::activate() {
  if (execution_)
    return CUDA_SUCCESS;
  if (!device_.enter())
    return CUDA_ERROR_DEVICE_UNAVAILABLE;
  execution_ = std::make_unique<exec::ExecutionContext>(device_.index());
  execution_->setDeviceServices(deviceServices_.get());
  id_ = nextContextId.fetch_add(1);
  coreDump = CoreDumpSettings::ofAllContexts();
  return CUDA_SUCCESS;
}

void Context::deactivate() {
  if (!execution_)
    return;
  execution_->synchronize();
  execution_->printfBuffer().flush();
  dependents_.endAll();
  perThread_.clear();
  driver().memory().releaseOwnedBy(this);
  peers_.clear();
  execution_.reset();
  device_.leave();
}

CUresult Context::health() const {
  if (!execution_)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return faultResult(execution_->fault());
}

exec::Stream& Context::perThreadStream() {
  // A thread uses one context at a time, mostly: remember the last answer.
  static thread_local std::uint64_t cachedId = 0;
  static thread_local exec::Stream* cached = nullptr;
  if (cachedId == id_ && cached)
    return *cached;
  std::lock_guard lock(mutex_);
  auto& stream = perThread_[std::this_thread::get_id()];
  if (!stream)
    stream = std::make_unique<exec::Stream>(*execution_, exec::Stream::Mode::Blocking);
  cachedId = id_;
  cached = stream.get();
  return *stream;
}

void Context::waitForWork() {
  execution_->synchronize(spins());
}

CUresult Context::synchronize() {
  HEDDLE_TRY(refuseWhileCapturing(*this));
  waitForWork();
  execution_->printfBuffer().flush();
  trimPools(device_);
  return health();
}

CUresult Context::limit(CUlimit limit, std::size_t& value) {
  switch (limit) {
  case CU_LIMIT_STACK_SIZE:
    value = stackLimit;
    return CUDA_SUCCESS;
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    value = execution_->printfBuffer().capacity();
    return CUDA_SUCCESS;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    value = execution_->heap().size();
    return CUDA_SUCCESS;
  case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
    value = fetchGranularity;
    return CUDA_SUCCESS;
  case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
    value = persistingCacheLimit;
    return CUDA_SUCCESS;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    value = pendingLaunchLimit;
    return CUDA_SUCCESS;
  default:
    return unknownLimit(limit);
  }
}

CUresult Context::enablePeer(Context& peer) {
  if (&peer.device() == &device_)
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  std::lock_guard lock(mutex_);
  if (!peers_.insert(peer.id()).second)
    return CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
  execution_->allowDevice(peer.device().index());
  return CUDA_SUCCESS;
}

CUresult Context::disablePeer(Context& peer) {
  std::lock_guard lock(mutex_);
  if (!peers_.erase(peer.id()))
    return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  // Kernels that run may still use it.
  execution_->synchronize();
  execution_->forbidDevice(peer.device().index());
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

// Primary context

CUresult cuDevicePrimaryCtxRetain(CUcontext* out, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(device->primaryMutex());
  Context& primary = device->primaryContext();
  HEDDLE_TRY(primary.activate());
  ++primary.retained;
  *out = primary.handle();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  std::lock_guard lock(device->primaryMutex());
  Context& primary = device->primaryContext();
  if (primary.retained == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--primary.retained == 0)
    primary.deactivate();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  std::lock_guard lock(device->primaryMutex());
  Context& primary = device->primaryContext();
  primary.deactivate(); // who has retained it still has
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice handle, unsigned int flags) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!validFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  device->primaryContext().flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice handle, unsigned int* flags, int* active) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = device->primaryContext().flags;
  *active = device->primaryContext().active();
  return CUDA_SUCCESS;
}

// Contexts of the program's own

CUresult cuCtxCreate(CUcontext* out, CUctxCreateParams*, unsigned int flags, CUdevice device) {
  return createContext(out, flags, device);
}

CUresult cuCtxDestroy(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context->primary())
    return CUDA_ERROR_INVALID_CONTEXT;
  auto& stack = contextStack();
  if (topContext == context)
    stack.pop();
  driver().tables().contexts.destroy(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxAttach(CUcontext* out, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || flags)
    return CUDA_ERROR_INVALID_VALUE;
  ++context->uses;
  *out = context->handle();
  return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  // Only the thread's current context can be given up.
  if (context->handle() != handle)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--context->uses > 0)
    return CUDA_SUCCESS;
  return cuCtxDestroy(handle);
}

CUresult cuCtxPushCurrent(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return contextStack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  auto& stack = contextStack();
  if (stack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (out)
    *out = topContext->handle();
  stack.pop();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  Context* context = handle ? Context::find(handle) : nullptr;
  if (handle && !context)
    return CUDA_ERROR_INVALID_CONTEXT;
  setCurrent(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  // Also one that has been destroyed, as other calls will say.
  Context* context = Context::current();
  *out = context ? context->handle() : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  HEDDLE_TRY(driver().state());
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = context->device().ordinal();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext handle) {
  if (!handle)
    return cuCtxGetDevice(device);
  HEDDLE_TRY(driver().state());
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = context->device().ordinal();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  // A primary context always maps host memory.
  *flags = context->flags | (context->primary() ? CU_CTX_MAP_HOST : 0u);
  return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!validFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  context->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long* id) {
  Context* context;
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(contextOrCurrent(handle, context));
  *id = context->id();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned int* version) {
  Context* context;
  HEDDLE_TRY(contextOrCurrent(handle, context));
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return context->synchronize();
}

CUresult cuCtxSynchronize_v2(CUcontext handle) {
  Context* context;
  HEDDLE_TRY(contextOrCurrent(handle, context));
  return context->synchronize();
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (least)
    *least = kLeastPriority;
  if (greatest)
    *greatest = kGreatestPriority;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = context->cacheConfig;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  context->cacheConfig = config;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? CUDA_SUCCESS
                                                             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  return context->limit(limit, *value);
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  switch (limit) {
  case CU_LIMIT_STACK_SIZE:
    // Local memory is the workers' large stacks; the limit is only remembered.
    if (value >= (512u << 10))
      return CUDA_ERROR_INVALID_VALUE;
    context->stackLimit = heddle::memory::roundUp(value, 16);
    return CUDA_SUCCESS;
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    context->execution().printfBuffer().setCapacity(
        heddle::memory::roundUp(std::max(value, kLeastPrintfBytes), 256));
    return CUDA_SUCCESS;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    return context->execution().heap().resize(
               heddle::memory::roundUp(std::max(value, kLeastHeapBytes), 64u << 10))
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
    if (value > 128)
      return CUDA_ERROR_INVALID_VALUE;
    context->fetchGranularity = value;
    return CUDA_SUCCESS;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    context->pendingLaunchLimit = std::max<std::size_t>((value + 31) / 32 * 32, 32);
    return CUDA_SUCCESS;
  case CU_LIMIT_PERSISTING_L2_CACHE_SIZE: {
    int most = 0;
    HEDDLE_TRY(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE,
                                    context->device().ordinal()));
    if (value > static_cast<std::size_t>(most))
      return CUDA_ERROR_INVALID_VALUE;
    // Set aside in parts: on an H200 there are eight.
    const auto part = std::max<std::size_t>(static_cast<std::size_t>(most) / 8, 1);
    context->persistingCacheLimit = (value + part - 1) / part * part;
    return CUDA_SUCCESS;
  }
  default:
    return unknownLimit(limit);
  }
}

CUresult cuCtxResetPersistingL2Cache() {
  Context* context;
  return currentContext(context);
}

// What other devices have written to this one's memory is in it: they are one processor.
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (target != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX ||
      (scope != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER &&
       scope != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES))
    return CUDA_ERROR_INVALID_VALUE;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext handle, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Context* peer = Context::find(handle);
  if (!peer)
    return CUDA_ERROR_INVALID_CONTEXT;
  return flags ? CUDA_ERROR_INVALID_VALUE : context->enablePeer(*peer);
}

CUresult cuCtxDisablePeerAccess(CUcontext handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Context* peer = Context::find(handle);
  return peer ? context->disablePeer(*peer) : CUDA_ERROR_INVALID_CONTEXT;
}
