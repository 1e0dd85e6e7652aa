#include "driver/context/green_context.h"

#include "driver/context/context.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"

#include <algorithm>

namespace heddle::driver {

namespace {

Driver& driver() {
  return Driver::instance();
}

HandleTable<GreenContext>& table() {
  return driver().tables().greenContexts;
}

CUresult findGreen(CUgreenCtx handle, GreenContext*& green) {
  HEDDLE_TRY(driver().state());
  green = handle ? GreenContext::find(handle) : nullptr;
  if (!green)
    return CUDA_ERROR_INVALID_CONTEXT;
  return green->primary().health();
}

CUresult resourceOf(const Device& device, const MultiprocessorSet& multiprocessors,
                    CUdevResource* resource, CUdevResourceType type) {
  if (!resource)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_DEV_RESOURCE_TYPE_SM)
    return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  describeMultiprocessors(device, multiprocessors, *resource);
  return CUDA_SUCCESS;
}

} // namespace

GreenContext::GreenContext(Context& primary, const MultiprocessorSet& multiprocessors)
    : primary_(primary), id_(Context::takeId()), multiprocessors_(multiprocessors),
      group_(std::make_shared<exec::StreamGroup>(workersOf(primary.device(), multiprocessors))),
      defaultStream_(primary.execution(), exec::Stream::Mode::NonBlocking, 0, group_) {}

GreenContext* GreenContext::find(const void* handle) {
  return table().find(handle);
}

GreenContext* greenOrCurrent(CUcontext handle) {
  return handle ? GreenContext::find(handle) : GreenContext::current();
}

CUresult GreenContext::synchronize() {
  HEDDLE_TRY(refuseWhileCapturing(primary_));
  primary_.execution().synchronize(primary_.spins(), group_.get());
  primary_.execution().printfBuffer().flush();
  return primary_.health();
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuGreenCtxCreate(CUgreenCtx* out, CUdevResourceDesc descriptorHandle, CUdevice handle,
                          unsigned int flags) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!out || flags != CU_GREEN_CTX_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  const ResourceDescriptor whole{handle, allMultiprocessors(*device)};
  const ResourceDescriptor* descriptor =
      descriptorHandle ? driver().tables().resourceDescriptors.find(descriptorHandle) : &whole;
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  if (descriptor->device != handle)
    return CUDA_ERROR_INVALID_DEVICE;
  CUcontext primaryHandle;
  HEDDLE_TRY(cuDevicePrimaryCtxRetain(&primaryHandle, handle));
  Context& primary = device->primaryContext();
  GreenContext* green = table().create(primary, descriptor->multiprocessors);
  if (!green) {
    cuDevicePrimaryCtxRelease(handle);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  primary.adopt(*green, table());
  *out = green->handle();
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxDestroy(CUgreenCtx handle) {
  GreenContext* green;
  HEDDLE_TRY(driver().state());
  green = handle ? GreenContext::find(handle) : nullptr;
  if (!green)
    return CUDA_ERROR_INVALID_CONTEXT;
  const CUdevice device = green->primary().device().ordinal();
  table().destroy(green);
  return cuDevicePrimaryCtxRelease(device);
}

CUresult cuCtxFromGreenCtx(CUcontext* out, CUgreenCtx handle) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = green->contextHandle();
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx handle, CUdevResource* resource,
                                  CUdevResourceType type) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  return resourceOf(green->primary().device(), green->multiprocessors(), resource, type);
}

CUresult cuCtxGetDevResource(CUcontext handle, CUdevResource* resource, CUdevResourceType type) {
  HEDDLE_TRY(driver().state());
  Context* context = handle ? Context::find(handle) : nullptr;
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  HEDDLE_TRY(context->health());
  const GreenContext* green = GreenContext::find(handle);
  return resourceOf(context->device(),
                    green ? green->multiprocessors() : allMultiprocessors(context->device()),
                    resource, type);
}

CUresult cuGreenCtxGetId(CUgreenCtx handle, unsigned long long* id) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  *id = green->id();
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxStreamCreate(CUstream* out, CUgreenCtx handle, unsigned int flags,
                                int priority) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  if (!out || flags != CU_STREAM_NON_BLOCKING)
    return CUDA_ERROR_INVALID_VALUE;
  return createStream(out, green->primary(), green, flags, priority);
}

CUresult cuStreamGetGreenCtx(CUstream handle, CUgreenCtx* out) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = target.green ? target.green->handle() : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx handle, CUevent event) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  return cuCtxRecordEvent(green->contextHandle(), event);
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx handle, CUevent event) {
  GreenContext* green;
  HEDDLE_TRY(findGreen(handle, green));
  return cuCtxWaitEvent(green->contextHandle(), event);
}
