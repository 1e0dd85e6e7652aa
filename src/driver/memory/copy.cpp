// Copies and fills.
#include "driver/memory/copy.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/array.h"
#include "exec/copy_task.h"
#include "memory/copy_bytes.h"
#include "memory/peer_access.h"
#include "trace/trace.h"

#include <cstring>
#include <vector>

namespace heddle::driver {

namespace {

using exec::CopyWork;
using exec::FillWork;
using exec::PitchedMemory;

// Up to this size the calling thread copies by itself, when nothing is before the copy; when it has
// to wait for the copy in any case, up to a larger one.
constexpr std::size_t kCopyHereBytes = 64u << 10;
constexpr std::size_t kCopyAndWaitHereBytes = 256u << 10;
// Up to this size a copy from pageable memory that has to wait is put aside.
constexpr std::size_t kStagingBytes = 1u << 20;

enum class Side { Host, Device, Any };
enum class Mode { Synchronous, Asynchronous };

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

char* toBytes(CUdeviceptr address) {
  return reinterpret_cast<char*>(address);
}

// How many bytes lie between the first and the last of the rows.
std::size_t span(const PitchedMemory& place, const exec::Extent& extent) {
  return (extent.depth - 1) * place.slicePitch + (extent.height - 1) * place.rowPitch +
         extent.width;
}

struct Checked {
  CUresult result = CUDA_SUCCESS;
  bool pageable = false; // memory that only the program knows
};

Checked check(const PitchedMemory& place, const exec::Extent& extent, Side side) {
  if (!place.base)
    return {CUDA_ERROR_INVALID_VALUE};
  const auto range = space().rangeOf(place.base, side == Side::Host);
  if (!range.allocated)
    return {side == Side::Device ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS, true};
  const std::size_t bytes = span(place, extent);
  return {bytes <= range.high - reinterpret_cast<std::uintptr_t>(place.base) ||
                  space().contains(place.base, bytes)
              ? CUDA_SUCCESS
              : CUDA_ERROR_INVALID_VALUE};
}

bool isStreamOf(const Context& context, CUstream handle) {
  if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD)
    return true;
  StreamObject* stream = Driver::instance().tables().streams.find(handle);
  return stream && &stream->context() == &context;
}

// The plain case of a linear copy or fill, with as little around it as can be: `now` is called for
// what needs no closer look. The caller of a synchronous one sees what kernels have printed.
template <Mode mode, typename Now> bool doneAtOnce(CUstream stream, std::size_t bytes, Now now) {
  if (bytes > (mode == Mode::Synchronous ? kCopyAndWaitHereBytes : kCopyHereBytes))
    return false;
  Context* const context = Context::quiet();
  if (!context || captureCount.load(std::memory_order_relaxed) || trace::enabled() ||
      !isStreamOf(*context, stream) || !now())
    return false;
  if (mode == Mode::Synchronous)
    context->execution().printfBuffer().flush();
  return true;
}

template <typename Work, typename Now, typename MakeTask>
CUresult runNow(const StreamTarget& target, const Work& work, Now now, MakeTask makeTask) {
  Context& context = *target.context;
  const bool spin = context.spins();
  // Traces show copies where workers make them.
  if (work.extent.bytes() <= kCopyAndWaitHereBytes && !trace::enabled()) {
    if (context.execution().hasUnfinishedTasks())
      target.stream->synchronize(spin);
    HEDDLE_TRY(context.health());
    now(work);
  } else {
    const exec::TaskRef task = exec::TaskRef::adopt(makeTask());
    target.stream->submit(task);
    task->wait(spin);
  }
  context.execution().printfBuffer().flush();
  return context.health();
}

bool isIdle(const StreamTarget& target) {
  return !target.context->execution().hasUnfinishedTasks() || target.stream->isIdle();
}

CUmemorytype typeOf(Side side) {
  return side == Side::Host     ? CU_MEMORYTYPE_HOST
         : side == Side::Device ? CU_MEMORYTYPE_DEVICE
                                : CU_MEMORYTYPE_UNIFIED;
}

// A copy as the API describes it, for graphs.
CUDA_MEMCPY3D describeBack(const CopyWork& work, Side destinationSide, Side sourceSide) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = typeOf(sourceSide);
  copy.srcHost = work.source.base;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(work.source.base);
  copy.srcPitch = work.source.rowPitch;
  copy.srcHeight = work.source.rowPitch ? work.source.slicePitch / work.source.rowPitch : 0;
  copy.dstMemoryType = typeOf(destinationSide);
  copy.dstHost = work.destination.base;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(work.destination.base);
  copy.dstPitch = work.destination.rowPitch;
  copy.dstHeight =
      work.destination.rowPitch ? work.destination.slicePitch / work.destination.rowPitch : 0;
  copy.WidthInBytes = work.extent.width;
  copy.Height = work.extent.height;
  copy.Depth = work.extent.depth;
  return copy;
}

bool severalDevices() {
  return Driver::instance().devices().size() > 1;
}

// The contexts of other devices, when a copy in a default stream is between two devices' memories:
// it starts after all earlier work of both, and ends before any later one.
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
    if (allocation.device != target.context->device().index() && owner && owner->active())
      peers.push_back(owner);
  }
  return peers;
}

CUresult copy(CopyWork work, Side destinationSide, Side sourceSide, CUstream handle, Mode mode) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (work.extent.bytes() == 0)
    return CUDA_SUCCESS;
  const Checked destination = check(work.destination, work.extent, destinationSide);
  HEDDLE_TRY(destination.result);
  const Checked source = check(work.source, work.extent, sourceSide);
  HEDDLE_TRY(source.result);
  if (mode == Mode::Asynchronous && capturing(target))
    return captureNode(target, CopyNode{describeBack(work, destinationSide, sourceSide),
                                        target.context->handle()});
  HEDDLE_TRY(refuseWhileCapturing(target));
  work.mergeContiguousRows();
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

  // Towards pageable memory even the asynchronous copy returns when it is done; from it, when the
  // source may be changed.
  const bool mustWait = destination.pageable || (source.pageable && bytes > kStagingBytes);
  if (mode == Mode::Synchronous || mustWait)
    return runNow(target, work, exec::copyNow, [&] { return new exec::CopyTask(execution, work); });
  // To put pageable memory aside costs as much as to copy it.
  if ((bytes <= kCopyHereBytes || source.pageable) && !waitsForPeers && isIdle(target)) {
    exec::copyNow(work);
    return CUDA_SUCCESS;
  }
  std::unique_ptr<char[]> staging;
  if (source.pageable) {
    staging = std::make_unique_for_overwrite<char[]>(bytes);
    const CopyWork aside{{staging.get(), work.extent.width, work.extent.width * work.extent.height},
                         work.source,
                         work.extent};
    exec::copyNow(aside);
    work.source = aside.destination;
  }
  const exec::TaskRef task =
      exec::TaskRef::adopt(new exec::CopyTask(execution, work, std::move(staging)));
  target.stream->submit(task);
  for (Context* peer : peers)
    peer->execution().legacyStream().waitFor(task);
  return CUDA_SUCCESS;
}

// No context is the current one: addresses say themselves where they are.
CUresult findPeer(CUcontext handle, Context*& context) {
  if (!handle)
    return currentContext(context);
  context = Context::find(handle);
  return context ? context->health() : CUDA_ERROR_INVALID_CONTEXT;
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

CopyWork linear(const void* destination, const void* source, std::size_t bytes) {
  return {{static_cast<char*>(const_cast<void*>(destination)), bytes, bytes},
          {static_cast<char*>(const_cast<void*>(source)), bytes, bytes},
          {bytes, 1, 1}};
}

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
  HEDDLE_TRY(check(work.destination, work.extent, Side::Device).result);
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
  exec::ExecutionContext& execution = target.context->execution();
  if (mode == Mode::Synchronous)
    return runNow(target, work, exec::fillNow, [&] { return new exec::FillTask(execution, work); });
  if (work.extent.bytes() <= kCopyHereBytes && isIdle(target)) {
    exec::fillNow(work);
    return CUDA_SUCCESS;
  }
  target.stream->submit(exec::TaskRef::adopt(new exec::FillTask(execution, work)));
  return CUDA_SUCCESS;
}

template <typename Value>
FillWork fillLinear(CUdeviceptr destination, Value value, std::size_t count) {
  return {{toBytes(destination), 0, 0}, {count * sizeof(Value), 1, 1}, value, sizeof(Value)};
}

template <typename Value>
FillWork fillRows(CUdeviceptr destination, std::size_t pitch, Value value, std::size_t width,
                  std::size_t height) {
  return {{toBytes(destination), pitch, pitch * height},
          {width * sizeof(Value), height, 1},
          value,
          sizeof(Value)};
}

[[gnu::noinline]] CUresult copyLinearWithCare(void* destination, Side destinationSide,
                                              const void* source, Side sourceSide,
                                              std::size_t bytes, CUstream stream, Mode mode) {
  return copy(linear(destination, source, bytes), destinationSide, sourceSide, stream, mode);
}

template <Side destinationSide, Side sourceSide, Mode mode>
CUresult copyLinear(void* destination, const void* source, std::size_t bytes, CUstream stream) {
  constexpr bool mayBePeers = destinationSide != Side::Host && sourceSide != Side::Host;
  const bool done = !(mayBePeers && severalDevices()) && doneAtOnce<mode>(stream, bytes, [&] {
    if (!space().containsBoth(destination, destinationSide == Side::Device, source,
                              sourceSide == Side::Device, bytes))
      return false;
    memory::allowAllDevices();
    memory::copyBytes(destination, source, bytes);
    return true;
  });
  return done ? CUDA_SUCCESS
              : copyLinearWithCare(destination, destinationSide, source, sourceSide, bytes, stream,
                                   mode);
}

template <Mode mode>
CUresult fillBytes(CUdeviceptr destination, unsigned char value, std::size_t count,
                   CUstream stream) {
  const bool done = doneAtOnce<mode>(stream, count, [&] {
    const auto range = space().rangeOf(toBytes(destination), 0);
    if (!range.allocated || range.high - destination < count)
      return false;
    memory::allowAllDevices();
    std::memset(toBytes(destination), value, count);
    return true;
  });
  return done ? CUDA_SUCCESS : fill(fillLinear(destination, value, count), stream, mode);
}

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
  if (description.x + extent.width > array->rowBytes() ||
      description.y + extent.height > array->rows() ||
      description.z + extent.depth > array->slices())
    return CUDA_ERROR_INVALID_VALUE;
  place = array->place();
  place.base = place.row(description.y, description.z) + description.x;
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
  place.rowPitch = description.pitch ? description.pitch : description.x + extent.width;
  if (place.rowPitch < description.x + extent.width)
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t rows = description.height ? description.height : description.y + extent.height;
  if (rows < description.y + extent.height)
    return CUDA_ERROR_INVALID_VALUE;
  place.slicePitch = place.rowPitch * rows;
  place.base += description.z * place.slicePitch + description.y * place.rowPitch + description.x;
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
  HEDDLE_TRY(check(work.destination, work.extent, destinationSide).result);
  return check(work.source, work.extent, sourceSide).result;
}

// A run of bytes in the first row of an array.
CUresult arrayRun(CUarray handle, std::size_t offset, std::size_t bytes, char*& start) {
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (offset > array->rowBytes() || bytes > array->rowBytes() - offset)
    return CUDA_ERROR_INVALID_VALUE;
  start = array->data() + offset;
  return CUDA_SUCCESS;
}

CUresult copyToArray(CUarray array, std::size_t offset, const void* source, Side sourceSide,
                     std::size_t bytes, CUstream stream, Mode mode) {
  char* start;
  HEDDLE_TRY(arrayRun(array, offset, bytes, start));
  return copy(linear(start, source, bytes), Side::Device, sourceSide, stream, mode);
}

CUresult copyFromArray(void* destination, Side destinationSide, CUarray array, std::size_t offset,
                       std::size_t bytes, CUstream stream, Mode mode) {
  char* start;
  HEDDLE_TRY(arrayRun(array, offset, bytes, start));
  return copy(linear(destination, start, bytes), destinationSide, Side::Device, stream, mode);
}

} // namespace

bool isTowardsPageable(const CUDA_MEMCPY3D& description) {
  CopyWork work{};
  return describe3D(description, work) == CUDA_SUCCESS &&
         !space().rangeOf(work.destination.base, true).allocated;
}

CUresult makeCopyTask(Context& context, const CUDA_MEMCPY3D& description, exec::TaskRef& task) {
  CopyWork work{};
  HEDDLE_TRY(describe3D(description, work));
  work.mergeContiguousRows();
  task = exec::TaskRef::adopt(new exec::CopyTask(context.execution(), work));
  return CUDA_SUCCESS;
}

CUresult makeFillTask(Context& context, const CUDA_MEMSET_NODE_PARAMS& description,
                      exec::TaskRef& task) {
  const unsigned bytes = description.elementSize;
  if ((bytes != 1 && bytes != 2 && bytes != 4) || description.dst % bytes ||
      description.width == 0 || description.height == 0)
    return CUDA_ERROR_INVALID_VALUE;
  FillWork work{
      {toBytes(description.dst), description.pitch, description.pitch * description.height},
      {description.width * bytes, description.height, 1},
      description.value,
      bytes};
  HEDDLE_TRY(check(work.destination, work.extent, Side::Device).result);
  work.mergeContiguousRows();
  task = exec::TaskRef::adopt(new exec::FillTask(context.execution(), work));
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
// Starts after all earlier work of both contexts, and ends before any later work of either.
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

CUresult cuMemcpyAtoA(CUarray destination, size_t destinationOffset, CUarray source,
                      size_t sourceOffset, size_t bytes) {
  char* start;
  HEDDLE_TRY(arrayRun(source, sourceOffset, bytes, start));
  return copyToArray(destination, destinationOffset, start, Side::Device, bytes, nullptr,
                     Mode::Asynchronous);
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
