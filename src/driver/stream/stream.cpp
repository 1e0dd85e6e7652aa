#include "driver/stream/stream.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "exec/engine.h"
#include "exec/simple_tasks.h"
#include "exec/stream_order.h"
#include "memory/quick_thread_local.h"

#include <algorithm>

namespace heddle::driver {

namespace {

HEDDLE_QUICK_THREAD_LOCAL bool perThreadDefault = false;

CUresult createInCurrent(CUstream* out, unsigned flags, int priority) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || (flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)))
    return CUDA_ERROR_INVALID_VALUE;
  return createStream(out, *context, GreenContext::current(), flags, priority);
}

} // namespace

PerThreadDefault::PerThreadDefault() : before_(perThreadDefault) {
  perThreadDefault = true;
}
PerThreadDefault::~PerThreadDefault() {
  perThreadDefault = before_;
}

CUresult createStream(CUstream* out, Context& context, GreenContext* green, unsigned flags,
                      int priority) {
  auto& streams = Driver::instance().tables().streams;
  StreamObject* stream = streams.create(context, green, flags,
                                        std::clamp(priority, kGreatestPriority, kLeastPriority));
  if (!stream)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context.adopt(*stream, streams);
  *out = reinterpret_cast<CUstream>(stream);
  return CUDA_SUCCESS;
}

StreamObject::StreamObject(Context& context, GreenContext* green, unsigned flags, int priority)
    : context_(context), green_(green),
      stream_(context.execution(),
              flags & CU_STREAM_NON_BLOCKING ? exec::Stream::Mode::NonBlocking
                                             : exec::Stream::Mode::Blocking,
              priority, green ? green->group() : nullptr),
      flags_(flags) {}

StreamObject::~StreamObject() {
  forgetCapturedStream(stream_);
}

GreenContext* StreamObject::green() const {
  return green_ ? GreenContext::find(green_) : nullptr;
}

bool StreamTarget::isLegacy() const {
  return stream == &context->execution().legacyStream() ||
         (green && stream == &green->defaultStream());
}

CUresult findStream(CUstream handle, StreamTarget& target) {
  const bool perThread = handle == CU_STREAM_PER_THREAD || (!handle && perThreadDefault);
  if (!handle || handle == CU_STREAM_LEGACY || perThread) {
    HEDDLE_TRY(currentContext(target.context));
    target.green = GreenContext::current();
    if (target.green) [[unlikely]] {
      // A green context has one default stream and, as on a GPU, none for each thread.
      target.stream = &target.green->defaultStream();
      return handle == CU_STREAM_PER_THREAD ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
    }
    target.stream = perThread ? &target.context->perThreadStream()
                              : &target.context->execution().legacyStream();
    return CUDA_SUCCESS;
  }
  HEDDLE_TRY(Driver::instance().state());
  target.object = Driver::instance().tables().streams.find(handle);
  if (!target.object)
    return Context::current() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_CONTEXT;
  target.context = &target.object->context();
  target.stream = &target.object->stream();
  target.green = target.object->green();
  return target.context->health();
}

namespace {

StreamAttributes& attributesOf(const StreamTarget& target) {
  return target.object ? target.object->attributes : target.context->defaultStreamAttributes;
}

CUresult checkWindow(const CUaccessPolicyWindow& window, CUdevice device) {
  int limit = 0;
  HEDDLE_TRY(
      cuDeviceGetAttribute(&limit, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, device));
  const bool valid = window.num_bytes <= static_cast<std::size_t>(limit) && window.hitRatio >= 0 &&
                     window.hitRatio <= 1 && window.hitProp <= CU_ACCESS_PROPERTY_PERSISTING &&
                     window.missProp <= CU_ACCESS_PROPERTY_STREAMING;
  return valid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace
} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuStreamCreate(CUstream* out, unsigned int flags) {
  return createInCurrent(out, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream* out, unsigned int flags, int priority) {
  return createInCurrent(out, flags, priority);
}

CUresult cuStreamDestroy(CUstream handle) {
  HEDDLE_TRY(Driver::instance().state());
  auto& streams = Driver::instance().tables().streams;
  StreamObject* stream = streams.find(handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  streams.destroy(stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  HEDDLE_TRY(refuseWhileCapturing(target));
  target.stream->synchronize(target.context->spins());
  target.context->execution().printfBuffer().flush();
  trimPools(target.context->device());
  return target.context->health();
}

CUresult cuStreamQuery(CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  HEDDLE_TRY(refuseWhileCapturing(target));
  if (!target.stream->isIdle())
    return CUDA_ERROR_NOT_READY;
  if (exec::followsStreamOrder()) [[unlikely]]
    exec::noteHostWait(*target.stream);
  return target.context->health();
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent eventHandle, unsigned int flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags & ~static_cast<unsigned>(CU_EVENT_WAIT_EXTERNAL))
    return CUDA_ERROR_INVALID_VALUE;
  Event* event = Driver::instance().tables().events.find(eventHandle);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (captureCount.load(std::memory_order_relaxed) && (event->capture || capturing(target)))
    return flags & CU_EVENT_WAIT_EXTERNAL ? captureNode(target, EventWaitNode{eventHandle})
                                          : captureWait(target, *event);
  if (flags & CU_EVENT_WAIT_EXTERNAL) // only for captured streams
    return CUDA_ERROR_ILLEGAL_STATE;
  event->orderBefore(*target.stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback callback, void* userData,
                             unsigned int flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!callback || flags)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(refuseWhileCapturing(target));
  Context* context = target.context;
  target.stream->submit(exec::TaskRef::adopt(new exec::HostFunctionTask(context->execution(), [=] {
    callback(handle, faultResult(context->execution().fault()), userData);
  })));
  return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn function, void* userData) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!function)
    return CUDA_ERROR_INVALID_VALUE;
  if (capturing(target))
    return captureNode(target, HostNode{function, userData});
  HEDDLE_TRY(refuseWhileCapturing(target));
  exec::ExecutionContext& execution = target.context->execution();
  target.stream->submit(
      exec::TaskRef::adopt(new exec::HostFunctionTask(execution, [&execution, function, userData] {
        if (!execution.faulted())
          function(userData);
      })));
  return CUDA_SUCCESS;
}

CUresult cuStreamGetFlags(CUstream handle, unsigned int* flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = target.object ? target.object->flags() : 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream handle, int* priority) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!priority)
    return CUDA_ERROR_INVALID_VALUE;
  *priority = target.object ? target.object->priority() : 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream handle, unsigned long long* id) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  *id = target.stream->id();
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext* context) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = target.green ? target.green->contextHandle() : target.context->handle();
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx_v2(CUstream handle, CUcontext* context, CUgreenCtx* green) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (context)
    *context = target.context->handle();
  if (green)
    *green = target.green ? target.green->handle() : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetDevice(CUstream handle, CUdevice* device) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = target.context->device().ordinal();
  return CUDA_SUCCESS;
}

CUresult cuStreamGetAttribute(CUstream handle, CUstreamAttrID attribute, CUstreamAttrValue* out) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  const StreamAttributes& attributes = attributesOf(target);
  switch (attribute) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    out->accessPolicyWindow = attributes.window;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    out->syncPolicy = attributes.synchronization;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    out->priority = target.stream->priority();
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    out->memSyncDomainMap = attributes.domainMap;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    out->memSyncDomain = attributes.domain;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuStreamSetAttribute(CUstream handle, CUstreamAttrID attribute,
                              const CUstreamAttrValue* value) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  StreamAttributes& attributes = attributesOf(target);
  switch (attribute) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    HEDDLE_TRY(checkWindow(value->accessPolicyWindow, target.context->device().ordinal()));
    attributes.window = value->accessPolicyWindow;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    if (value->syncPolicy < CU_SYNC_POLICY_AUTO || value->syncPolicy > CU_SYNC_POLICY_BLOCKING_SYNC)
      return CUDA_ERROR_INVALID_VALUE;
    attributes.synchronization = value->syncPolicy;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    attributes.domainMap = value->memSyncDomainMap;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    attributes.domain = value->memSyncDomain;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuStreamCopyAttributes(CUstream destinationHandle, CUstream sourceHandle) {
  StreamTarget destination, source;
  HEDDLE_TRY(findStream(destinationHandle, destination));
  HEDDLE_TRY(findStream(sourceHandle, source));
  if (destination.context != source.context)
    return CUDA_ERROR_INVALID_VALUE;
  attributesOf(destination) = attributesOf(source);
  return CUDA_SUCCESS;
}
