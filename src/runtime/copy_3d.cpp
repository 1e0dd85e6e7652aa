// Copies of boxes between pitched memory and arrays.
#include "runtime/array.h"
#include "runtime/copy.h"

#include <optional>

using namespace heddle::runtime;

namespace heddle::runtime {

// Where an array takes part, widths and offsets count its texels; otherwise they count bytes.
cudaError_t describeCopy(const Driver& driver, const cudaMemcpy3DParms& p, CUDA_MEMCPY3D& copy) {
  if (!isValidKind(p.kind))
    return cudaErrorInvalidMemcpyDirection;
  if (!p.srcArray == !p.srcPtr.ptr || !p.dstArray == !p.dstPtr.ptr)
    return cudaErrorInvalidValue;
  size_t elementBytes = 1, extent = 1;
  if (cudaArray_t array = p.srcArray ? p.srcArray : p.dstArray)
    if (CUresult result = arrayElementBytes(driver, array, elementBytes, &extent))
      return toError(result);

  copy.WidthInBytes = (p.extent.width + extent - 1) / extent * elementBytes;
  copy.Height = (p.extent.height + extent - 1) / extent;
  copy.Depth = p.extent.depth;
  copy.srcXInBytes = p.srcPos.x / extent * elementBytes;
  copy.srcY = p.srcPos.y / extent;
  copy.srcZ = p.srcPos.z;
  copy.srcHost = p.srcPtr.ptr;
  copy.srcDevice = toDevice(p.srcPtr.ptr);
  copy.srcArray = toDriver(p.srcArray);
  copy.srcPitch = p.srcPtr.pitch;
  copy.srcHeight = p.srcPtr.ysize;
  copy.srcMemoryType = p.srcArray ? CU_MEMORYTYPE_ARRAY : sourceType(p.kind);
  copy.dstXInBytes = p.dstPos.x / extent * elementBytes;
  copy.dstY = p.dstPos.y / extent;
  copy.dstZ = p.dstPos.z;
  copy.dstHost = p.dstPtr.ptr;
  copy.dstDevice = toDevice(p.dstPtr.ptr);
  copy.dstArray = toDriver(p.dstArray);
  copy.dstPitch = p.dstPtr.pitch;
  copy.dstHeight = p.dstPtr.ysize;
  copy.dstMemoryType = p.dstArray ? CU_MEMORYTYPE_ARRAY : destinationType(p.kind);

  // This error is for copies between two pitched memories. Where an array takes part, the driver
  // refuses what does not fit as an invalid value.
  if (!p.srcArray && !p.dstArray &&
      (copy.srcPitch < copy.WidthInBytes || copy.dstPitch < copy.WidthInBytes ||
       (p.extent.depth > 1 && (p.srcPtr.ysize < copy.Height || p.dstPtr.ysize < copy.Height))))
    return cudaErrorInvalidPitchValue;
  return cudaSuccess;
}

} // namespace heddle::runtime

namespace {

// A copy between two devices gives no direction: the driver finds out by the addresses where memory
// is.
cudaError_t copyBoxBetweenDevices(const cudaMemcpy3DPeerParms* p,
                                  std::optional<cudaStream_t> stream) {
  if (!p)
    return record(cudaErrorInvalidValue);
  return betweenDevices(
      p->dstDevice, p->srcDevice,
      [&](const Driver& driver, CUcontext dstContext, CUcontext srcContext) -> cudaError_t {
        if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
          return cudaSuccess;
        cudaMemcpy3DParms plain{};
        plain.srcArray = p->srcArray;
        plain.srcPos = p->srcPos;
        plain.srcPtr = p->srcPtr;
        plain.dstArray = p->dstArray;
        plain.dstPos = p->dstPos;
        plain.dstPtr = p->dstPtr;
        plain.extent = p->extent;
        plain.kind = cudaMemcpyDefault;
        CUDA_MEMCPY3D box{};
        if (cudaError_t status = describeCopy(driver, plain, box); status != cudaSuccess)
          return status;
        CUDA_MEMCPY3D_PEER copy{};
        copy.srcXInBytes = box.srcXInBytes;
        copy.srcY = box.srcY;
        copy.srcZ = box.srcZ;
        copy.srcMemoryType = box.srcMemoryType;
        copy.srcHost = box.srcHost;
        copy.srcDevice = box.srcDevice;
        copy.srcArray = box.srcArray;
        copy.srcContext = srcContext;
        copy.srcPitch = box.srcPitch;
        copy.srcHeight = box.srcHeight;
        copy.dstXInBytes = box.dstXInBytes;
        copy.dstY = box.dstY;
        copy.dstZ = box.dstZ;
        copy.dstMemoryType = box.dstMemoryType;
        copy.dstHost = box.dstHost;
        copy.dstDevice = box.dstDevice;
        copy.dstArray = box.dstArray;
        copy.dstContext = dstContext;
        copy.dstPitch = box.dstPitch;
        copy.dstHeight = box.dstHeight;
        copy.WidthInBytes = box.WidthInBytes;
        copy.Height = box.Height;
        copy.Depth = box.Depth;
        return toError(stream ? driver.cuMemcpy3DPeerAsync(&copy, *stream)
                              : driver.cuMemcpy3DPeer(&copy));
      });
}

// Without a stream the copy is synchronous.
cudaError_t copyBox(const cudaMemcpy3DParms* p, std::optional<cudaStream_t> stream,
                    const char* caller = __builtin_FUNCTION()) {
  if (!p)
    return record(cudaErrorInvalidValue);
  auto body = [&](const Driver& driver) {
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
      return cudaSuccess;
    CUDA_MEMCPY3D copy{};
    if (cudaError_t status = describeCopy(driver, *p, copy); status != cudaSuccess)
      return status;
    return toError(stream ? driver.cuMemcpy3DAsync(&copy, *stream) : driver.cuMemcpy3D(&copy));
  };
  return inContext(body, caller);
}

} // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return copyBox(p, {});
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copyBox(p, stream);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return copyBoxBetweenDevices(p, {});
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copyBoxBetweenDevices(p, stream);
}
