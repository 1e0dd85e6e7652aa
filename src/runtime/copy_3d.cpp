// Copies of boxes between pitched memory and arrays.
#include "runtime/array.h"
#include "runtime/copy.h"

#include <optional>

using namespace heddle::runtime;

namespace {

// Where an array takes part, widths and offsets count its elements; otherwise they count bytes.
cudaError_t describe(const Driver& driver, const cudaMemcpy3DParms& p, CUDA_MEMCPY3D& copy) {
  if (!isValidKind(p.kind))
    return cudaErrorInvalidMemcpyDirection;
  if (!p.srcArray == !p.srcPtr.ptr || !p.dstArray == !p.dstPtr.ptr)
    return cudaErrorInvalidValue;
  size_t elementBytes = 1;
  if (cudaArray_t array = p.srcArray ? p.srcArray : p.dstArray)
    if (CUresult result = arrayElementBytes(driver, array, elementBytes))
      return toError(result);

  copy.WidthInBytes = p.extent.width * elementBytes;
  copy.Height = p.extent.height;
  copy.Depth = p.extent.depth;
  copy.srcXInBytes = p.srcPos.x * (p.srcArray ? elementBytes : 1);
  copy.srcY = p.srcPos.y;
  copy.srcZ = p.srcPos.z;
  copy.srcHost = p.srcPtr.ptr;
  copy.srcDevice = toDevice(p.srcPtr.ptr);
  copy.srcArray = toDriver(p.srcArray);
  copy.srcPitch = p.srcPtr.pitch;
  copy.srcHeight = p.srcPtr.ysize;
  copy.srcMemoryType = p.srcArray ? CU_MEMORYTYPE_ARRAY : sourceType(p.kind);
  copy.dstXInBytes = p.dstPos.x * (p.dstArray ? elementBytes : 1);
  copy.dstY = p.dstPos.y;
  copy.dstZ = p.dstPos.z;
  copy.dstHost = p.dstPtr.ptr;
  copy.dstDevice = toDevice(p.dstPtr.ptr);
  copy.dstArray = toDriver(p.dstArray);
  copy.dstPitch = p.dstPtr.pitch;
  copy.dstHeight = p.dstPtr.ysize;
  copy.dstMemoryType = p.dstArray ? CU_MEMORYTYPE_ARRAY : destinationType(p.kind);

  if ((!p.srcArray && copy.srcPitch < copy.WidthInBytes) ||
      (!p.dstArray && copy.dstPitch < copy.WidthInBytes))
    return cudaErrorInvalidPitchValue;
  return cudaSuccess;
}

// Without a stream the copy is synchronous.
cudaError_t copyBox(const cudaMemcpy3DParms* p, std::optional<cudaStream_t> stream) {
  if (!p)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
      return cudaSuccess;
    CUDA_MEMCPY3D copy{};
    if (cudaError_t status = describe(driver, *p, copy); status != cudaSuccess)
      return status;
    return toError(stream ? driver.cuMemcpy3DAsync(&copy, *stream) : driver.cuMemcpy3D(&copy));
  });
}

} // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return copyBox(p, {});
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copyBox(p, stream);
}
