#include "runtime/runtime.h"

#include <memory>

using namespace heddle::runtime;

namespace {

// Carries a callback of the runtime's type through the driver.
struct PendingCallback {
  cudaStreamCallback_t callback;
  void* userData;

  static void run(CUstream stream, CUresult status, void* data) {
    std::unique_ptr<PendingCallback> pending(static_cast<PendingCallback*>(data));
    pending->callback(stream, toError(status), pending->userData);
  }
};

} // namespace

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  return cudaStreamCreateWithFlags(pStream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return inContext([&](const Driver& driver) { return driver.cuStreamCreate(pStream, flags); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamCreateWithPriority(pStream, flags, priority);
  });
}

// The default streams cannot be destroyed.
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return record(cudaErrorInvalidResourceHandle);
  return inContext([&](const Driver& driver) { return driver.cuStreamDestroy(stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return inContext([&](const Driver& driver) { return driver.cuStreamQuery(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return inContext([&](const Driver& driver) { return driver.cuStreamSynchronize(stream); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return inContext(
      [&](const Driver& driver) { return driver.cuStreamWaitEvent(stream, event, flags); });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned int flags) {
  if (!callback)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    auto pending = std::make_unique<PendingCallback>(PendingCallback{callback, userData});
    CUresult result =
        driver.cuStreamAddCallback(stream, &PendingCallback::run, pending.get(), flags);
    [[maybe_unused]] PendingCallback* ownedByRun =
        result == CUDA_SUCCESS ? pending.release() : nullptr;
    return result;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length,
                                     unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamAttachMemAsync(stream, toDevice(devPtr), length, flags);
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  return inContext(
      [&](const Driver& driver) { return driver.cuStreamGetPriority(hStream, priority); });
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) {
  return inContext([&](const Driver& driver) { return driver.cuStreamGetFlags(hStream, flags); });
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  return inContext([&](const Driver& driver) { return driver.cuStreamGetId(hStream, streamId); });
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  return inContext([&](const Driver& driver) { return driver.cuStreamGetDevice(hStream, device); });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return inContext([&](const Driver& driver) { return driver.cuStreamCopyAttributes(dst, src); });
}

static_assert(sizeof(cudaLaunchAttributeValue) == sizeof(CUlaunchAttributeValue));

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue* value_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamGetAttribute(hStream, static_cast<CUlaunchAttributeID>(attr),
                                       reinterpret_cast<CUlaunchAttributeValue*>(value_out));
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue* value) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamSetAttribute(hStream, static_cast<CUlaunchAttributeID>(attr),
                                       reinterpret_cast<const CUlaunchAttributeValue*>(value));
  });
}
