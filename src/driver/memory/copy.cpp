// Copies between plain ranges of memory and rows of arrays. Copies of rectangles and boxes are in
// pitched_copy.cpp, fills in memset.cpp.
#include "driver/device/device.h"
#include "driver/memory/array.h"
#include "driver/memory/transfer.h"
#include "memory/copy_bytes.h"
#include "memory/protection_keys.h"

#include <vector>

namespace heddle::driver {

using exec::CopyWork;

namespace {

// Up to this size, a copy from pageable memory that cannot begin at once copies its source aside,
// so that the call can return at once. A larger copy waits, so that it does not take twice its
// memory.
constexpr std::size_t kStagingBytes = 1u << 20;

CUmemorytype typeOf(Side side) {
  return side == Side::Host     ? CU_MEMORYTYPE_HOST
         : side == Side::Device ? CU_MEMORYTYPE_DEVICE
                                : CU_MEMORYTYPE_UNIFIED;
}

CUarray arrayOf(const exec::PitchedMemory& place) {
  return place.tiles ? static_cast<CUarray>(place.tiles->array) : nullptr;
}

// Describes a copy for a graph node that is captured.
CUDA_MEMCPY3D describeForGraph(const CopyWork& work, Side destinationSide, Side sourceSide) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = typeOf(sourceSide);
  copy.srcHost = work.source.base;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(work.source.base);
  copy.srcPitch = work.source.rowPitch;
  copy.srcHeight = work.source.rowPitch ? work.source.slicePitch / work.source.rowPitch : 0;
  if (CUarray array = arrayOf(work.source)) {
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = array;
    copy.srcXInBytes = work.source.x;
    copy.srcY = work.source.y;
    copy.srcZ = work.source.z;
  }
  copy.dstMemoryType = typeOf(destinationSide);
  copy.dstHost = work.destination.base;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(work.destination.base);
  copy.dstPitch = work.destination.rowPitch;
  copy.dstHeight =
      work.destination.rowPitch ? work.destination.slicePitch / work.destination.rowPitch : 0;
  if (CUarray array = arrayOf(work.destination)) {
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.dstXInBytes = work.destination.x;
    copy.dstY = work.destination.y;
    copy.dstZ = work.destination.z;
  }
  copy.WidthInBytes = work.extent.width;
  copy.Height = work.extent.height;
  copy.Depth = work.extent.depth;
  return copy;
}

bool severalDevices() {
  return Driver::instance().devices().size() > 1;
}

// The contexts of other devices that a copy has to be ordered with: a copy in the legacy stream
// between the memories of two devices starts after all earlier work of both and ends before all
// later work.
std::vector<Context*> peersOf(const StreamTarget& target, const CopyWork& work) {
  if (!severalDevices() || target.stream != &target.context->execution().legacyStream())
    return {};
  const auto destination = space().find(work.destination.base);
  const auto source = space().find(work.source.base);
  if (!destination || !source || destination->kind != memory::Kind::Device ||
      source->kind != memory::Kind::Device || destination->device == source->device)
    return {};
  std::vector<Context*> peers;
  for (const memory::Allocation& allocation : {*destination, *source}) {
    auto* owner = const_cast<Context*>(static_cast<const Context*>(allocation.owner));
    if (allocation.device != target.context->device().index() && owner && owner->isActive())
      peers.push_back(owner);
  }
  return peers;
}

// A null handle stands for the current context.
CUresult findPeer(CUcontext handle, Context*& context) {
  if (!handle)
    return currentContext(context);
  context = Context::find(handle);
  return context ? context->health() : CUDA_ERROR_INVALID_CONTEXT;
}

CopyWork linear(const void* destination, const void* source, std::size_t bytes) {
  return {{static_cast<char*>(const_cast<void*>(destination)), bytes, bytes},
          {static_cast<char*>(const_cast<void*>(source)), bytes, bytes},
          {bytes, 1, 1}};
}

[[gnu::noinline]] CUresult copyLinearWithCare(void* destination, Side destinationSide,
                                              const void* source, Side sourceSide,
                                              std::size_t bytes, CUstream stream, Mode mode) {
  return copy(linear(destination, source, bytes), destinationSide, sourceSide, stream, mode);
}

template <Side destinationSide, Side sourceSide, Mode mode>
CUresult copyLinear(void* destination, const void* source, std::size_t bytes, CUstream stream) {
  constexpr bool mayBePeers = destinationSide != Side::Host && sourceSide != Side::Host;
  const bool done = !(mayBePeers && severalDevices()) && transferIfIdle<mode>(stream, bytes, [&] {
    if (!space().containsBoth(destination, destinationSide == Side::Device, source,
                              sourceSide == Side::Device, bytes))
      return false;
    memory::allowAllKeys();
    memory::copyBytes(destination, source, bytes);
    return true;
  });
  return done ? CUDA_SUCCESS
              : copyLinearWithCare(destination, destinationSide, source, sourceSide, bytes, stream,
                                   mode);
}

// A byte in the first row of an array, with so many bytes after it in the row.
CUresult arrayRun(CUarray handle, std::size_t offset, std::size_t bytes,
                  exec::PitchedMemory& start) {
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (offset > array->rowBytes() || bytes > array->rowBytes() - offset)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(array->checkMemory());
  start = array->placeOf(offset, 0, 0);
  return CUDA_SUCCESS;
}

CUresult copyToArray(CUarray array, std::size_t offset, const void* source, Side sourceSide,
                     std::size_t bytes, CUstream stream, Mode mode) {
  CopyWork work = linear(nullptr, source, bytes);
  HEDDLE_TRY(arrayRun(array, offset, bytes, work.destination));
  return copy(work, Side::Device, sourceSide, stream, mode);
}

CUresult copyFromArray(void* destination, Side destinationSide, CUarray array, std::size_t offset,
                       std::size_t bytes, CUstream stream, Mode mode) {
  CopyWork work = linear(destination, nullptr, bytes);
  HEDDLE_TRY(arrayRun(array, offset, bytes, work.source));
  return copy(work, destinationSide, Side::Device, stream, mode);
}

} // namespace

CUresult copy(CopyWork work, Side destinationSide, Side sourceSide, CUstream handle, Mode mode) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (work.extent.bytes() == 0)
    return CUDA_SUCCESS;
  const CheckedPlace destination = checkPlace(work.destination, work.extent, destinationSide);
  HEDDLE_TRY(destination.result);
  const CheckedPlace source = checkPlace(work.source, work.extent, sourceSide);
  HEDDLE_TRY(source.result);
  if (mode == Mode::Asynchronous && capturing(target))
    return captureNode(target, CopyNode{describeForGraph(work, destinationSide, sourceSide),
                                        target.context->handle()});
  HEDDLE_TRY(refuseWhileCapturing(target));
  work.mergeContiguousRows();
  // A copy of memory onto itself changes nothing. To go through all of it would take for ever where
  // a program gives a wrong size, since nothing is accessed that could fault.
  if (!work.destination.tiles && work.destination.base == work.source.base &&
      work.extent.height == 1 && work.extent.depth == 1)
    work.extent.width = 1;
  if (exec::followsStreamOrder()) [[unlikely]]
    for (const exec::PitchedMemory& place : {work.source, work.destination})
      exec::notePoolUse(place.base, *target.stream);
  exec::ExecutionContext& execution = target.context->execution();
  const std::size_t bytes = work.extent.bytes();
  const std::vector<Context*> peers = peersOf(target, work);
  bool waitsForPeers = false;
  for (Context* peer : peers) {
    exec::Stream& stream = peer->execution().legacyStream();
    if (mode == Mode::Synchronous)
      stream.synchronize(peer->spins());
    else if (const exec::TaskRef before = stream.join()) {
      target.stream->waitFor(before);
      waitsForPeers = true;
    }
  }

  // CUDA lets a program read pageable memory, and change the source of a copy from it, as soon as
  // an asynchronous copy has returned.
  const bool mustWait = destination.isPageable || (source.isPageable && bytes > kStagingBytes);
  if (mode == Mode::Synchronous || mustWait)
    return transferAndWait(target, work, exec::copyNow,
                           [&] { return new exec::CopyTask(execution, work); });
  // To copy pageable memory aside first would take as long as the copy itself.
  if ((bytes <= kCopyByCallerBytes || source.isPageable) && !waitsForPeers && isIdle(target))
    return transferHere(*target.context, work, exec::copyNow);
  std::unique_ptr<char[]> staging;
  if (source.isPageable) {
    staging = std::make_unique_for_overwrite<char[]>(bytes);
    const CopyWork aside{{staging.get(), work.extent.width, work.extent.width * work.extent.height},
                         work.source,
                         work.extent};
    HEDDLE_TRY(transferHere(*target.context, aside, exec::copyNow));
    work.source = aside.destination;
  }
  const exec::TaskRef task =
      exec::TaskRef::adopt(new exec::CopyTask(execution, work, std::move(staging)));
  target.stream->submit(task);
  for (Context* peer : peers)
    peer->execution().legacyStream().waitFor(task);
  return CUDA_SUCCESS;
}

CUresult synchronizePeers(CUcontext destinationHandle, CUcontext sourceHandle) {
  HEDDLE_TRY(Driver::instance().state());
  for (CUcontext handle : {destinationHandle, sourceHandle}) {
    Context* context;
    HEDDLE_TRY(findPeer(handle, context));
    context->execution().legacyStream().synchronize(context->spins());
    HEDDLE_TRY(context->health());
  }
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemcpyHtoD(CUdeviceptr destination, const void* source, size_t bytes) {
  return copyLinear<Side::Device, Side::Host, Mode::Synchronous>(toBytes(destination), source,
                                                                 bytes, nullptr);
}

CUresult cuMemcpyDtoH(void* destination, CUdeviceptr source, size_t bytes) {
  return copyLinear<Side::Host, Side::Device, Mode::Synchronous>(destination, toBytes(source),
                                                                 bytes, nullptr);
}

CUresult cuMemcpyDtoD(CUdeviceptr destination, CUdeviceptr source, size_t bytes) {
  return copyLinear<Side::Device, Side::Device, Mode::Asynchronous>(
      toBytes(destination), toBytes(source), bytes, nullptr);
}

CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source, size_t bytes) {
  return copyLinear<Side::Any, Side::Any, Mode::Synchronous>(toBytes(destination), toBytes(source),
                                                             bytes, nullptr);
}

// The copy starts after all earlier work of both contexts, and ends before any later work of
// either.
CUresult cuMemcpyPeer(CUdeviceptr destination, CUcontext destinationContext, CUdeviceptr source,
                      CUcontext sourceContext, size_t bytes) {
  HEDDLE_TRY(synchronizePeers(destinationContext, sourceContext));
  return copy(linear(toBytes(destination), toBytes(source), bytes), Side::Device, Side::Device,
              nullptr, Mode::Synchronous);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr destination, const void* source, size_t bytes,
                           CUstream stream) {
  return copyLinear<Side::Device, Side::Host, Mode::Asynchronous>(toBytes(destination), source,
                                                                  bytes, stream);
}

CUresult cuMemcpyDtoHAsync(void* destination, CUdeviceptr source, size_t bytes, CUstream stream) {
  return copyLinear<Side::Host, Side::Device, Mode::Asynchronous>(destination, toBytes(source),
                                                                  bytes, stream);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr destination, CUdeviceptr source, size_t bytes,
                           CUstream stream) {
  return copyLinear<Side::Device, Side::Device, Mode::Asynchronous>(toBytes(destination),
                                                                    toBytes(source), bytes, stream);
}

CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t bytes, CUstream stream) {
  return copyLinear<Side::Any, Side::Any, Mode::Asynchronous>(toBytes(destination), toBytes(source),
                                                              bytes, stream);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr destination, CUcontext destinationContext,
                           CUdeviceptr source, CUcontext sourceContext, size_t bytes,
                           CUstream stream) {
  HEDDLE_TRY(Driver::instance().state());
  Context* context;
  HEDDLE_TRY(findPeer(destinationContext, context));
  HEDDLE_TRY(findPeer(sourceContext, context));
  return cuMemcpyDtoDAsync(destination, source, bytes, stream);
}

CUresult cuMemcpyAtoA(CUarray destination, size_t destinationOffset, CUarray source,
                      size_t sourceOffset, size_t bytes) {
  CopyWork work = linear(nullptr, nullptr, bytes);
  HEDDLE_TRY(arrayRun(source, sourceOffset, bytes, work.source));
  HEDDLE_TRY(arrayRun(destination, destinationOffset, bytes, work.destination));
  return copy(work, Side::Device, Side::Device, nullptr, Mode::Asynchronous);
}

CUresult cuMemcpyAtoD(CUdeviceptr destination, CUarray source, size_t offset, size_t bytes) {
  return copyFromArray(toBytes(destination), Side::Device, source, offset, bytes, nullptr,
                       Mode::Asynchronous);
}

CUresult cuMemcpyDtoA(CUarray destination, size_t offset, CUdeviceptr source, size_t bytes) {
  return copyToArray(destination, offset, toBytes(source), Side::Device, bytes, nullptr,
                     Mode::Asynchronous);
}

CUresult cuMemcpyAtoH(void* destination, CUarray source, size_t offset, size_t bytes) {
  return copyFromArray(destination, Side::Host, source, offset, bytes, nullptr, Mode::Synchronous);
}

CUresult cuMemcpyHtoA(CUarray destination, size_t offset, const void* source, size_t bytes) {
  return copyToArray(destination, offset, source, Side::Host, bytes, nullptr, Mode::Synchronous);
}

CUresult cuMemcpyAtoHAsync(void* destination, CUarray source, size_t offset, size_t bytes,
                           CUstream stream) {
  return copyFromArray(destination, Side::Host, source, offset, bytes, stream, Mode::Asynchronous);
}

CUresult cuMemcpyHtoAAsync(CUarray destination, size_t offset, const void* source, size_t bytes,
                           CUstream stream) {
  return copyToArray(destination, offset, source, Side::Host, bytes, stream, Mode::Asynchronous);
}
