// Linear copies.
#include "runtime/copy.h"

namespace heddle::runtime {

bool isValidKind(cudaMemcpyKind kind) {
  return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

CUresult copy(const Driver& driver, void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToDevice:
    return driver.cuMemcpyHtoD(toDevice(dst), src, count);
  case cudaMemcpyDeviceToHost:
    return driver.cuMemcpyDtoH(dst, toDevice(src), count);
  case cudaMemcpyDeviceToDevice:
    return driver.cuMemcpyDtoD(toDevice(dst), toDevice(src), count);
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    break;
  }
  return driver.cuMemcpy(toDevice(dst), toDevice(src), count);
}

CUresult copyAsync(const Driver& driver, void* dst, const void* src, size_t count,
                   cudaMemcpyKind kind, CUstream stream) {
  switch (kind) {
  case cudaMemcpyHostToDevice:
    return driver.cuMemcpyHtoDAsync(toDevice(dst), src, count, stream);
  case cudaMemcpyDeviceToHost:
    return driver.cuMemcpyDtoHAsync(dst, toDevice(src), count, stream);
  case cudaMemcpyDeviceToDevice:
    return driver.cuMemcpyDtoDAsync(toDevice(dst), toDevice(src), count, stream);
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    break;
  }
  return driver.cuMemcpyAsync(toDevice(dst), toDevice(src), count, stream);
}

CUmemorytype sourceType(cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToHost:
  case cudaMemcpyHostToDevice:
    return CU_MEMORYTYPE_HOST;
  case cudaMemcpyDeviceToHost:
  case cudaMemcpyDeviceToDevice:
    return CU_MEMORYTYPE_DEVICE;
  case cudaMemcpyDefault:
    break;
  }
  return CU_MEMORYTYPE_UNIFIED;
}

CUmemorytype destinationType(cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToHost:
  case cudaMemcpyDeviceToHost:
    return CU_MEMORYTYPE_HOST;
  case cudaMemcpyHostToDevice:
  case cudaMemcpyDeviceToDevice:
    return CU_MEMORYTYPE_DEVICE;
  case cudaMemcpyDefault:
    break;
  }
  return CU_MEMORYTYPE_UNIFIED;
}

} // namespace heddle::runtime

using namespace heddle::runtime;

namespace {

[[gnu::noinline]] cudaError_t copyInContext(void* dst, const void* src, size_t count,
                                            cudaMemcpyKind kind) {
  return inContext(
      [&](const Driver& driver) {
        if (count == 0)
          return cudaSuccess;
        if (!isValidKind(kind))
          return cudaErrorInvalidMemcpyDirection;
        return toError(copy(driver, dst, src, count, kind));
      },
      "cudaMemcpy");
}

} // namespace

// The check for a context takes a noticeable part of the time of a small copy. So the copy is tried
// without it first; if the driver refuses it, nothing has been copied, and it is repeated with a
// context.
cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  const Driver* driver;
  if (count != 0 && isValidKind(kind) && !heddle::trace::enabled() &&
      requireDriver(driver) == cudaSuccess && copy(*driver, dst, src, count, kind) == CUDA_SUCCESS)
      [[likely]]
    return cudaSuccess;
  return copyInContext(dst, src, count, kind);
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    if (count == 0)
      return cudaSuccess;
    if (!isValidKind(kind))
      return cudaErrorInvalidMemcpyDirection;
    return toError(copyAsync(driver, dst, src, count, kind, stream));
  });
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (count == 0)
    return cudaSuccess;
  return betweenDevices(
      dstDevice, srcDevice, [&](const Driver& driver, CUcontext dstContext, CUcontext srcContext) {
        return driver.cuMemcpyPeer(toDevice(dst), dstContext, toDevice(src), srcContext, count);
      });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                size_t count, cudaStream_t stream) {
  return betweenDevices(dstDevice, srcDevice,
                        [&](const Driver& driver, CUcontext dstContext, CUcontext srcContext) {
                          return driver.cuMemcpyPeerAsync(toDevice(dst), dstContext, toDevice(src),
                                                          srcContext, count, stream);
                        });
}
