// Copies of rectangles and boxes (cuMemcpy2D, cuMemcpy3D), whose sides may be pitched memory or
// arrays.
#include "driver/memory/array.h"
#include "driver/memory/array_formats.h"
#include "driver/memory/copy.h"
#include "driver/memory/transfer.h"

namespace heddle::driver {

using exec::CopyWork;
using exec::PitchedMemory;
using memory::saturatingProduct;
using memory::saturatingSum;

namespace {

// One side of a pitched copy as the API describes it.
struct PlaceDescription {
  CUmemorytype type;
  void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x, y, z, pitch, height;
};

CUresult describeArray(const PlaceDescription& description, const exec::Extent& extent,
                       PitchedMemory& place) {
  if (!description.array)
    return CUDA_ERROR_INVALID_VALUE;
  Array* array;
  HEDDLE_TRY(findArray(description.array, array));
  if (saturatingSum(description.x, extent.width) > array->rowBytes() ||
      saturatingSum(description.y, extent.height) > array->rows() ||
      saturatingSum(description.z, extent.depth) > array->slices())
    return CUDA_ERROR_INVALID_VALUE;
  if (findArrayFormat(array->descriptor().Format)->compression &&
      (description.x % array->elementBytes() || extent.width % array->elementBytes()))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(array->checkMemory());
  place = array->placeOf(description.x, description.y, description.z);
  return CUDA_SUCCESS;
}

CUresult describe(const PlaceDescription& description, const exec::Extent& extent,
                  PitchedMemory& place, Side& side) {
  switch (description.type) {
  case CU_MEMORYTYPE_HOST:
    side = Side::Host;
    place.base = static_cast<char*>(description.host);
    break;
  case CU_MEMORYTYPE_DEVICE:
    side = Side::Device;
    place.base = toBytes(description.device);
    break;
  case CU_MEMORYTYPE_UNIFIED:
    side = Side::Any;
    place.base = toBytes(description.device);
    break;
  case CU_MEMORYTYPE_ARRAY:
    side = Side::Device;
    return describeArray(description, extent, place);
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!place.base)
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t rowBytes = saturatingSum(description.x, extent.width);
  const std::size_t sliceRows = saturatingSum(description.y, extent.height);
  place.rowPitch = description.pitch ? description.pitch : rowBytes;
  const std::size_t rows = description.height ? description.height : sliceRows;
  if (place.rowPitch < rowBytes || rows < sliceRows)
    return CUDA_ERROR_INVALID_VALUE;
  place.slicePitch = saturatingProduct(place.rowPitch, rows);
  const std::size_t offset =
      saturatingSum(saturatingSum(saturatingProduct(description.z, place.slicePitch),
                                  saturatingProduct(description.y, place.rowPitch)),
                    description.x);
  if (offset > SIZE_MAX - reinterpret_cast<std::uintptr_t>(place.base))
    return CUDA_ERROR_INVALID_VALUE;
  place.base += offset;
  return CUDA_SUCCESS;
}

CUresult copyPitched(const PlaceDescription& destination, const PlaceDescription& source,
                     const exec::Extent& extent, CUstream stream, Mode mode) {
  HEDDLE_TRY(Driver::instance().state());
  CopyWork work{{}, {}, extent};
  if (extent.bytes() == 0)
    return CUDA_SUCCESS;
  Side destinationSide, sourceSide;
  HEDDLE_TRY(describe(destination, extent, work.destination, destinationSide));
  HEDDLE_TRY(describe(source, extent, work.source, sourceSide));
  return copy(work, destinationSide, sourceSide, stream, mode);
}

CUresult copy2D(const CUDA_MEMCPY2D* c, CUstream stream, Mode mode) {
  if (!c)
    return CUDA_ERROR_INVALID_VALUE;
  return copyPitched({c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstXInBytes,
                      c->dstY, 0, c->dstPitch, 0},
                     {c->srcMemoryType, const_cast<void*>(c->srcHost), c->srcDevice, c->srcArray,
                      c->srcXInBytes, c->srcY, 0, c->srcPitch, 0},
                     {c->WidthInBytes, c->Height, 1}, stream, mode);
}

template <typename Copy3D> CUresult copy3D(const Copy3D* c, CUstream stream, Mode mode) {
  if (!c)
    return CUDA_ERROR_INVALID_VALUE;
  return copyPitched({c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstXInBytes,
                      c->dstY, c->dstZ, c->dstPitch, c->dstHeight},
                     {c->srcMemoryType, const_cast<void*>(c->srcHost), c->srcDevice, c->srcArray,
                      c->srcXInBytes, c->srcY, c->srcZ, c->srcPitch, c->srcHeight},
                     {c->WidthInBytes, c->Height, c->Depth}, stream, mode);
}

CUresult describe3D(const CUDA_MEMCPY3D& c, CopyWork& work) {
  work.extent = {c.WidthInBytes, c.Height, c.Depth};
  if (work.extent.bytes() == 0)
    return CUDA_ERROR_INVALID_VALUE;
  Side destinationSide, sourceSide;
  HEDDLE_TRY(describe({c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes, c.dstY,
                       c.dstZ, c.dstPitch, c.dstHeight},
                      work.extent, work.destination, destinationSide));
  HEDDLE_TRY(describe({c.srcMemoryType, const_cast<void*>(c.srcHost), c.srcDevice, c.srcArray,
                       c.srcXInBytes, c.srcY, c.srcZ, c.srcPitch, c.srcHeight},
                      work.extent, work.source, sourceSide));
  HEDDLE_TRY(checkPlace(work.destination, work.extent, destinationSide).result);
  return checkPlace(work.source, work.extent, sourceSide).result;
}

} // namespace

bool isTowardsPageable(const CUDA_MEMCPY3D& description) {
  CopyWork work{};
  return describe3D(description, work) == CUDA_SUCCESS &&
         !space().rangeOf(work.destination.base, true).allocated;
}

CUresult makeCopyTask(Context& context, const CUDA_MEMCPY3D& description, exec::TaskRef& task) {
  if (!context.isActive())
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  CopyWork work{};
  HEDDLE_TRY(describe3D(description, work));
  work.mergeContiguousRows();
  task = exec::TaskRef::adopt(new exec::CopyTask(context.execution(), work));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* description) {
  return copy2D(description, nullptr, Mode::Synchronous);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* description) {
  return copy2D(description, nullptr, Mode::Synchronous);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* description, CUstream stream) {
  return copy2D(description, stream, Mode::Asynchronous);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* description) {
  return copy3D(description, nullptr, Mode::Synchronous);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* description, CUstream stream) {
  return copy3D(description, stream, Mode::Asynchronous);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* description) {
  if (description)
    HEDDLE_TRY(synchronizePeers(description->dstContext, description->srcContext));
  return copy3D(description, nullptr, Mode::Synchronous);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* description, CUstream stream) {
  return copy3D(description, stream, Mode::Asynchronous);
}
