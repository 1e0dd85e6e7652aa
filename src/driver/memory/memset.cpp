// Fills of memory (cuMemsetD8 to cuMemsetD2D32Async).
#include "driver/memory/copy.h"
#include "driver/memory/transfer.h"
#include "memory/copy_bytes.h"
#include "memory/protection_keys.h"

namespace heddle::driver {

using exec::FillWork;
using memory::saturatingProduct;

namespace {

CUresult fill(FillWork work, CUstream handle, Mode mode) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (work.extent.height > 1 && work.destination.rowPitch < work.extent.width)
    return CUDA_ERROR_INVALID_VALUE;
  if (reinterpret_cast<std::uintptr_t>(work.destination.base) % work.elementBytes ||
      (work.extent.height > 1 && work.destination.rowPitch % work.elementBytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (work.extent.bytes() == 0)
    return CUDA_SUCCESS;
  HEDDLE_TRY(checkPlace(work.destination, work.extent, Side::Device).result);
  if (mode == Mode::Asynchronous && capturing(target)) {
    const CUDA_MEMSET_NODE_PARAMS description{reinterpret_cast<CUdeviceptr>(work.destination.base),
                                              work.destination.rowPitch,
                                              work.value,
                                              work.elementBytes,
                                              work.extent.width / work.elementBytes,
                                              work.extent.height};
    return captureNode(target, FillNode{description, target.context->handle()});
  }
  HEDDLE_TRY(refuseWhileCapturing(target));
  work.mergeContiguousRows();
  if (exec::followsStreamOrder()) [[unlikely]]
    exec::notePoolUse(work.destination.base, *target.stream);
  exec::ExecutionContext& execution = target.context->execution();
  if (mode == Mode::Synchronous)
    return transferAndWait(target, work, exec::fillNow,
                           [&] { return new exec::FillTask(execution, work); });
  if (work.extent.bytes() <= kCopyByCallerBytes && isIdle(target))
    return transferHere(*target.context, work, exec::fillNow);
  target.stream->submit(exec::TaskRef::adopt(new exec::FillTask(execution, work)));
  return CUDA_SUCCESS;
}

// A number of elements that has too many bytes wraps around, as on a GPU: what remains is filled.
template <typename Value>
FillWork fillLinear(CUdeviceptr destination, Value value, std::size_t count) {
  return {{toBytes(destination), 0, 0}, {count * sizeof(Value), 1, 1}, value, sizeof(Value)};
}

template <typename Value>
FillWork fillRows(CUdeviceptr destination, std::size_t pitch, Value value, std::size_t width,
                  std::size_t height) {
  return {{toBytes(destination), pitch, saturatingProduct(pitch, height)},
          {width * sizeof(Value), height, 1},
          value,
          sizeof(Value)};
}

template <Mode mode>
CUresult fillBytes(CUdeviceptr destination, unsigned char value, std::size_t count,
                   CUstream stream) {
  const bool done = transferIfIdle<mode>(stream, count, [&] {
    const auto range = space().rangeOf(toBytes(destination), 0);
    if (!range.allocated || range.high - destination < count)
      return false;
    memory::allowAllKeys();
    memory::fillBytes(toBytes(destination), count, value, 1);
    return true;
  });
  return done ? CUDA_SUCCESS : fill(fillLinear(destination, value, count), stream, mode);
}

} // namespace

CUresult makeFillTask(Context& context, const CUDA_MEMSET_NODE_PARAMS& description,
                      exec::TaskRef& task) {
  if (!context.isActive())
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  const unsigned bytes = description.elementSize;
  if ((bytes != 1 && bytes != 2 && bytes != 4) || description.dst % bytes ||
      description.width == 0 || description.height == 0)
    return CUDA_ERROR_INVALID_VALUE;
  FillWork work{{toBytes(description.dst), description.pitch,
                 saturatingProduct(description.pitch, description.height)},
                {saturatingProduct(description.width, bytes), description.height, 1},
                description.value,
                bytes};
  HEDDLE_TRY(checkPlace(work.destination, work.extent, Side::Device).result);
  work.mergeContiguousRows();
  task = exec::TaskRef::adopt(new exec::FillTask(context.execution(), work));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuMemsetD8(CUdeviceptr destination, unsigned char value, size_t count) {
  return fillBytes<Mode::Synchronous>(destination, value, count, nullptr);
}

CUresult cuMemsetD16(CUdeviceptr destination, unsigned short value, size_t count) {
  return fill(fillLinear(destination, value, count), nullptr, Mode::Synchronous);
}

CUresult cuMemsetD32(CUdeviceptr destination, unsigned int value, size_t count) {
  return fill(fillLinear(destination, value, count), nullptr, Mode::Synchronous);
}

CUresult cuMemsetD8Async(CUdeviceptr destination, unsigned char value, size_t count,
                         CUstream stream) {
  return fillBytes<Mode::Asynchronous>(destination, value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr destination, unsigned short value, size_t count,
                          CUstream stream) {
  return fill(fillLinear(destination, value, count), stream, Mode::Asynchronous);
}

CUresult cuMemsetD32Async(CUdeviceptr destination, unsigned int value, size_t count,
                          CUstream stream) {
  return fill(fillLinear(destination, value, count), stream, Mode::Asynchronous);
}

CUresult cuMemsetD2D8(CUdeviceptr destination, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  return fill(fillRows(destination, pitch, value, width, height), nullptr, Mode::Synchronous);
}

CUresult cuMemsetD2D16(CUdeviceptr destination, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
  return fill(fillRows(destination, pitch, value, width, height), nullptr, Mode::Synchronous);
}

CUresult cuMemsetD2D32(CUdeviceptr destination, size_t pitch, unsigned int value, size_t width,
                       size_t height) {
  return fill(fillRows(destination, pitch, value, width, height), nullptr, Mode::Synchronous);
}

CUresult cuMemsetD2D8Async(CUdeviceptr destination, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream) {
  return fill(fillRows(destination, pitch, value, width, height), stream, Mode::Asynchronous);
}

CUresult cuMemsetD2D16Async(CUdeviceptr destination, size_t pitch, unsigned short value,
                            size_t width, size_t height, CUstream stream) {
  return fill(fillRows(destination, pitch, value, width, height), stream, Mode::Asynchronous);
}

CUresult cuMemsetD2D32Async(CUdeviceptr destination, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream) {
  return fill(fillRows(destination, pitch, value, width, height), stream, Mode::Asynchronous);
}
