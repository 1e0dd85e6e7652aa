// Calls for many copies, or for many ranges of managed memory. CUDA gives the members of a batch no
// order; here they are done in the order of the arrays.
#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/array.h"

#include <algorithm>
#include <functional>

namespace heddle::driver {

namespace {

// Checks the indices of attributes. Each attribute holds for the members of a batch from its index
// to the next one's, so the indices must ascend from 0.
CUresult checkIndices(const std::size_t* indices, std::size_t count, std::size_t members) {
  if (!indices || count == 0 || count > members || indices[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t* const end = indices + count;
  const bool ascend =
      std::adjacent_find(indices, end, std::greater_equal<>()) == end && end[-1] < members;
  return ascend ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult checkStream(CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  // The legacy stream waits for other streams, which CUDA forbids a batch to do.
  if (target.stream->mode() == exec::Stream::Mode::Legacy)
    return CUDA_ERROR_INVALID_VALUE;
  return capturing(target) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

// A batch of copies, unlike one of prefetches, refuses the handle 0 even where it stands for the
// stream of the thread.
CUresult checkCopyStream(CUstream handle) {
  return handle ? checkStream(handle) : CUDA_ERROR_INVALID_VALUE;
}

bool isAccessOrder(CUmemcpySrcAccessOrder order) {
  return order >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM && order <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
}

bool areCopyFlags(unsigned flags) {
  return (flags & ~static_cast<unsigned>(CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE)) == 0;
}

// With CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL the program may change the source as soon as the
// call has returned.
CUresult endCall(CUmemcpySrcAccessOrder order, CUstream stream) {
  return order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ? cuStreamSynchronize(stream)
                                                             : CUDA_SUCCESS;
}

// One side of a copy, in the terms of cuMemcpy3D.
struct Operand {
  CUmemorytype type = CU_MEMORYTYPE_UNIFIED;
  CUdeviceptr pointer = 0;
  CUarray array = nullptr;
  std::size_t x = 0, y = 0, z = 0, pitch = 0, height = 0;
};

// The program gives row lengths and positions in elements: those of the array if one side is an
// array.
CUresult describeOperand(const CUmemcpy3DOperand& given, std::size_t elementBytes,
                         Operand& operand) {
  switch (given.type) {
  case CU_MEMCPY_OPERAND_TYPE_POINTER:
    operand.pointer = given.op.ptr.ptr;
    operand.pitch = given.op.ptr.rowLength * elementBytes;
    operand.height = given.op.ptr.layerHeight;
    return CUDA_SUCCESS;
  case CU_MEMCPY_OPERAND_TYPE_ARRAY:
    operand.type = CU_MEMORYTYPE_ARRAY;
    operand.array = given.op.array.array;
    operand.x = given.op.array.offset.x * elementBytes;
    operand.y = given.op.array.offset.y;
    operand.z = given.op.array.offset.z;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult elementBytesOf(const CUmemcpy3DOperand& operand, std::size_t& bytes) {
  if (operand.type != CU_MEMCPY_OPERAND_TYPE_ARRAY)
    return CUDA_SUCCESS;
  Array* array;
  HEDDLE_TRY(findArray(operand.op.array.array, array));
  bytes = array->elementBytes();
  return CUDA_SUCCESS;
}

CUresult copyOne(const CUDA_MEMCPY3D_BATCH_OP& operation, CUstream stream) {
  const CUextent3D& extent = operation.extent;
  if (!isAccessOrder(operation.srcAccessOrder) || !areCopyFlags(operation.flags) ||
      extent.width == 0 || extent.height == 0 || extent.depth == 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::size_t elementBytes = 1;
  HEDDLE_TRY(elementBytesOf(operation.src, elementBytes));
  HEDDLE_TRY(elementBytesOf(operation.dst, elementBytes));
  Operand source, destination;
  HEDDLE_TRY(describeOperand(operation.src, elementBytes, source));
  HEDDLE_TRY(describeOperand(operation.dst, elementBytes, destination));
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = source.type;
  copy.srcDevice = source.pointer;
  copy.srcArray = source.array;
  copy.srcXInBytes = source.x;
  copy.srcY = source.y;
  copy.srcZ = source.z;
  copy.srcPitch = source.pitch;
  copy.srcHeight = source.height;
  copy.dstMemoryType = destination.type;
  copy.dstDevice = destination.pointer;
  copy.dstArray = destination.array;
  copy.dstXInBytes = destination.x;
  copy.dstY = destination.y;
  copy.dstZ = destination.z;
  copy.dstPitch = destination.pitch;
  copy.dstHeight = destination.height;
  copy.WidthInBytes = extent.width * elementBytes;
  copy.Height = extent.height;
  copy.Depth = extent.depth;
  HEDDLE_TRY(cuMemcpy3DAsync(&copy, stream));
  return endCall(operation.srcAccessOrder, stream);
}

// Calls `visit` for each range with the index of its location.
template <typename Visit>
CUresult forEachRange(const CUdeviceptr* pointers, const std::size_t* sizes, std::size_t count,
                      unsigned long long flags, CUstream stream, Visit visit) {
  HEDDLE_TRY(checkStream(stream));
  if (!pointers || !sizes || count == 0 || flags)
    return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t index = 0; index < count; ++index)
    HEDDLE_TRY(visit(index));
  return CUDA_SUCCESS;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuMemcpyBatchAsync(CUdeviceptr* destinations, CUdeviceptr* sources, size_t* sizes,
                            size_t count, CUmemcpyAttributes* attributes, size_t* indices,
                            size_t attributeCount, CUstream stream) {
  HEDDLE_TRY(checkCopyStream(stream));
  if (!destinations || !sources || !sizes || count == 0 || !attributes)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkIndices(indices, attributeCount, count));
  if (!std::all_of(attributes, attributes + attributeCount,
                   [](const auto& each) {
                     return isAccessOrder(each.srcAccessOrder) && areCopyFlags(each.flags);
                   }) ||
      std::find(sizes, sizes + count, 0) != sizes + count)
    return CUDA_ERROR_INVALID_VALUE;
  std::size_t kind = 0;
  for (std::size_t index = 0; index < count; ++index) {
    if (kind + 1 < attributeCount && indices[kind + 1] == index)
      ++kind;
    HEDDLE_TRY(cuMemcpyAsync(destinations[index], sources[index], sizes[index], stream));
    HEDDLE_TRY(endCall(attributes[kind].srcAccessOrder, stream));
  }
  return CUDA_SUCCESS;
}

CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP* operations,
                              unsigned long long flags, CUstream stream) {
  HEDDLE_TRY(checkCopyStream(stream));
  if (!operations || count == 0 || flags)
    return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t index = 0; index < count; ++index)
    HEDDLE_TRY(copyOne(operations[index], stream));
  return CUDA_SUCCESS;
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                 CUmemLocation* locations, size_t* indices, size_t locationCount,
                                 unsigned long long flags, CUstream stream) {
  if (locations)
    HEDDLE_TRY(checkIndices(indices, locationCount, count));
  std::size_t place = 0;
  return forEachRange(pointers, sizes, count, flags, stream, [&](std::size_t index) {
    if (!locations)
      return CUDA_ERROR_INVALID_VALUE;
    if (place + 1 < locationCount && indices[place + 1] == index)
      ++place;
    return cuMemPrefetchAsync(pointers[index], sizes[index], locations[place], 0, stream);
  });
}

// Discarded memory may have any contents, so it can keep those that it has.
CUresult cuMemDiscardBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                unsigned long long flags, CUstream stream) {
  return forEachRange(pointers, sizes, count, flags, stream, [&](std::size_t index) {
    int managed = 0;
    HEDDLE_TRY(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, pointers[index]));
    return managed && sizes[index] ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* pointers, size_t* sizes, size_t count,
                                           CUmemLocation* locations, size_t* indices,
                                           size_t locationCount, unsigned long long flags,
                                           CUstream stream) {
  HEDDLE_TRY(cuMemDiscardBatchAsync(pointers, sizes, count, flags, stream));
  return cuMemPrefetchBatchAsync(pointers, sizes, count, locations, indices, locationCount, flags,
                                 stream);
}
