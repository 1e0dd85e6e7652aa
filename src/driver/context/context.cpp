#include "driver/context/context.h"

#include "driver/context/current_context.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/device_services.h"
#include "driver/memory/leak_check.h"

#include <new>
#include <thread>

namespace heddle::driver {

namespace {

std::atomic<std::uint64_t> nextContextId{1};

Driver& driver() {
  return Driver::instance();
}

bool areContextFlags(unsigned flags) {
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) == 0 &&
         (schedule == 0 || (schedule & (schedule - 1)) == 0);
}

CUresult createContext(CUcontext* out, unsigned flags, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!out || !areContextFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = driver().tables().contexts.create(*device, false);
  if (!context)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->flags = flags;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  try {
    result = context->activate();
    if (result == CUDA_SUCCESS && !pushCurrentContext(*context))
      result = CUDA_ERROR_OUT_OF_MEMORY;
  } catch (const std::bad_alloc&) {
    result = CUDA_ERROR_OUT_OF_MEMORY;
  }
  if (result == CUDA_SUCCESS)
    *out = context->handle();
  else
    driver().tables().contexts.destroy(context);
  return result;
}

// Waits for all work of a context that ends. There may be no memory for the list of what to wait
// for, and nothing can be freed before.
void waitToEnd(exec::ExecutionContext& execution) {
  for (;;) {
    try {
      return execution.synchronize();
    } catch (const std::bad_alloc&) {
      std::this_thread::yield();
    }
  }
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
  case exec::Fault::InvalidProgramCounter:
    return CUDA_ERROR_INVALID_PC;
  case exec::Fault::IllegalInstruction:
    return CUDA_ERROR_ILLEGAL_INSTRUCTION;
  case exec::Fault::LaunchFailed:
    return CUDA_ERROR_LAUNCH_FAILED;
  case exec::Fault::Assert:
    return CUDA_ERROR_ASSERT;
  case exec::Fault::OutOfMemory:
    return CUDA_ERROR_OUT_OF_MEMORY;
  case exec::Fault::Timeout:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  }
  return CUDA_ERROR_UNKNOWN;
}

Context::Context(Device& device, bool primary)
    : device_(device), primary_(primary), deviceServices_(std::make_unique<DeviceServices>(*this)) {
}

Context::~Context() {
  deactivate();
}

Context* Context::find(CUcontext handle) {
  if (Context* context = driver().tables().contexts.find(handle))
    return context;
  GreenContext* green = GreenContext::find(handle);
  return green ? &green->primary() : nullptr;
}

std::uint64_t Context::takeId() {
  return nextContextId.fetch_add(1);
}

CUresult Context::activate() {
  if (execution_)
    return CUDA_SUCCESS;
  if (!device_.enter())
    return CUDA_ERROR_DEVICE_UNAVAILABLE;
  try {
    auto execution = std::make_unique<exec::ExecutionContext>(device_.index());
    coreDump = CoreDumpSettings::ofAllContexts();
    execution_ = std::move(execution);
  } catch (...) {
    device_.leave();
    throw;
  }
  execution_->setDeviceServices(deviceServices_.get());
  id_ = takeId();
  return CUDA_SUCCESS;
}

void Context::deactivate() {
  if (!execution_)
    return;
  waitToEnd(*execution_);
  execution_->printfBuffer().flush();
  dependents_.endAll();
  perThread_.clear();
  // Threads remember their stream together with this id. A new id makes them forget it, also if
  // what follows throws and the context stays active.
  id_ = takeId();
  reportLeaks(*this);
  driver().memory().releaseOwnedBy(this);
  peers_.clear();
  execution_.reset();
  device_.leave();
}

CUresult Context::health() const {
  if (!execution_)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  const CUresult result = faultResult(execution_->fault());
  // The call that reports a fault would have waited for the kernel. What the kernel has printed
  // comes before what the program says of the failure, whether the kernel has ended before the call
  // or not.
  if (result != CUDA_SUCCESS)
    execution_->printfBuffer().flush();
  return result;
}

exec::Stream& Context::perThreadStream() {
  // Most threads use one context, so each remembers the last answer. The id tells a context from a
  // later one at the same address.
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

CUresult contextOrCurrent(CUcontext handle, Context*& context) {
  if (!handle)
    return currentContext(context);
  HEDDLE_TRY(driver().state());
  context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return context->health();
}

} // namespace heddle::driver

using namespace heddle::driver;

// Primary contexts

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
  primary.deactivate(); // keeps the number of retains
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice handle, unsigned int flags) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!areContextFlags(flags))
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
  *active = device->primaryContext().isActive();
  return CUDA_SUCCESS;
}

// Contexts that the program creates

CUresult cuCtxCreate(CUcontext* out, CUctxCreateParams* parameters, unsigned int flags,
                     CUdevice device) {
  HEDDLE_TRY(driver().state());
  // Only a server for several processes (MPS) can give a context a part of the multiprocessors.
  if (parameters && parameters->numExecAffinityParams > 0)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return createContext(out, flags, device);
}

CUresult cuCtxDestroy(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context->isPrimary())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (Context::current() == context)
    popCurrentContext();
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

CUresult cuCtxGetFlags(unsigned int* flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  // A primary context always maps host memory.
  *flags = context->flags | (context->isPrimary() ? CU_CTX_MAP_HOST : 0u);
  return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!areContextFlags(flags))
    return CUDA_ERROR_INVALID_VALUE;
  context->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long* id) {
  Context* context;
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(contextOrCurrent(handle, context));
  GreenContext* green = greenOrCurrent(handle);
  *id = green ? green->id() : context->id();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam* out, CUexecAffinityType type) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  out->type = type;
  int multiprocessors = 0;
  HEDDLE_TRY(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                  context->device().ordinal()));
  out->param.smCount.val = static_cast<unsigned>(multiprocessors);
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
  GreenContext* green = GreenContext::current();
  return green ? green->synchronize() : context->synchronize();
}

CUresult cuCtxSynchronize_v2(CUcontext handle) {
  Context* context;
  HEDDLE_TRY(contextOrCurrent(handle, context));
  GreenContext* green = greenOrCurrent(handle);
  return green ? green->synchronize() : context->synchronize();
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

// All devices are this processor, so a fence makes the writes of other devices visible.
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
