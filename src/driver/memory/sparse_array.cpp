#include "driver/memory/sparse_array.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/array.h"
#include "driver/memory/array_formats.h"
#include "driver/memory/virtual_memory.h"
#include "exec/simple_tasks.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>

namespace heddle::driver {

namespace {

// The binary logarithms of the extents of a tile, by that of the bytes of an element.
struct TileShape {
  std::uint8_t width, height, depth;
};
constexpr TileShape k2D[] = {{8, 8, 0}, {8, 7, 0}, {7, 7, 0}, {7, 6, 0}, {6, 6, 0}};
constexpr TileShape k3D[] = {{6, 5, 5}, {5, 5, 5}, {5, 5, 4}, {5, 4, 4}, {4, 4, 4}};

// A tile costs the host 40 bytes, also while it has no memory. This many are an array of a tebibyte
// and 640 MiB of the host's memory.
constexpr std::size_t kMostTiles = std::size_t{1} << 24;

bool isLayered(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return shape.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
}

unsigned elementBytes(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return static_cast<unsigned>(findArrayFormat(shape.Format)->elementBytes(shape.NumChannels));
}

TileShape tileShape(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  const auto* shapes = shape.Depth && !isLayered(shape) ? k3D : k2D;
  return shapes[std::countr_zero(elementBytes(shape))];
}

std::size_t tilesAlong(std::size_t extent, unsigned tile) {
  return (std::max<std::size_t>(extent, 1) + tile - 1) / tile;
}

std::size_t layersOf(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return isLayered(shape) ? shape.Depth : 1;
}

} // namespace

std::size_t bytesOnDevice(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  constexpr std::size_t kLeastRows = 8, kMostRows = 128, kRowUnit = 64;
  const std::size_t rows = rowsOf(shape);
  const std::size_t unit = std::clamp(std::bit_ceil(rows), kLeastRows, kMostRows);
  return memory::roundUp(rowBytesOf(shape), kRowUnit) * memory::roundUp(rows, unit) *
         std::max<std::size_t>(shape.Depth, 1);
}

SparseMemory::SparseMemory(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels, bool isMipmapped)
    : shape_(shape), count_(levels), isMipmapped_(isMipmapped) {
  const TileShape tile = tileShape(shape);
  const unsigned extent = findArrayFormat(shape.Format)->elementExtent();
  properties_.tileExtent = {extent << tile.width, extent << tile.height, 1u << tile.depth};
  firstTailLevel_ = levelsBeforeTail();
  std::size_t entries = 0;
  for (unsigned level = 0; level < count_; ++level)
    entries += entriesOf(level);
  if (entries > kMostTiles)
    throw std::bad_alloc();
  table_ = memory::Reservation(memory::User::Kernels,
                               count_ * sizeof(TileMap) + entries * sizeof(std::uint64_t), 0);
  if (!table_)
    throw std::bad_alloc();
  memory::assignKernelKey(table_.data(), table_.size(), PROT_READ | PROT_WRITE);
  if (auto* bounds = memory::AccessBounds::active())
    bounds->addOutside(table_.data(), table_.size());
  levels_ = {reinterpret_cast<TileMap*>(table_.data()), count_};
  auto* next = reinterpret_cast<std::uint64_t*>(table_.data() + count_ * sizeof(TileMap));
  for (unsigned level = 0; level < firstTailLevel_; ++level)
    placeLevel(level, next);
  placeTail(next);
}

SparseMemory::~SparseMemory() {
  if (auto* bounds = memory::AccessBounds::active())
    bounds->remove(table_.data());
  for (PhysicalMemory* memory : memory_)
    if (memory)
      dropReference(*memory);
}

std::size_t SparseMemory::entriesOf(unsigned level) const {
  const CUDA_ARRAY3D_DESCRIPTOR shape = levelDescriptor(shape_, level);
  const auto& tile = properties_.tileExtent;
  return tilesAlong(shape.Width, tile.width) * tilesAlong(shape.Height, tile.height) *
         tilesAlong(shape.Depth, tile.depth);
}

// A level is in the mip tail when it is smaller than a tile in some direction. An array without
// levels has no mip tail.
unsigned SparseMemory::levelsBeforeTail() const {
  const auto& tile = properties_.tileExtent;
  unsigned level = 0;
  for (; level < count_; ++level) {
    const CUDA_ARRAY3D_DESCRIPTOR shape = levelDescriptor(shape_, level);
    if (shape.Width < tile.width || shape.Height < tile.height ||
        std::max<std::size_t>(shape.Depth, 1) < tile.depth)
      break;
  }
  return level;
}

TileMap& SparseMemory::describe(unsigned level, std::uint64_t*& entries) {
  const CUDA_ARRAY3D_DESCRIPTOR shape = levelDescriptor(shape_, level);
  const TileShape tile = tileShape(shape_);
  const auto& extent = properties_.tileExtent;
  const std::size_t tilesPerRow = tilesAlong(shape.Width, extent.width);
  const std::size_t tilesPerSlice = tilesPerRow * tilesAlong(shape.Height, extent.height);
  const unsigned bytes = elementBytes(shape);
  const std::uint64_t rowBytes = std::uint64_t{bytes} << tile.width;
  levels_[level] = {.tiles = entries,
                    .rowBytes = rowBytes,
                    .sliceBytes = rowBytes << tile.height,
                    .tilesPerRow = static_cast<std::uint32_t>(tilesPerRow),
                    .tilesPerSlice = static_cast<std::uint32_t>(tilesPerSlice),
                    .array = nullptr,
                    .widthShift = static_cast<std::uint8_t>(tile.width + std::countr_zero(bytes)),
                    .heightShift = tile.height,
                    .depthShift = tile.depth};
  entries += entriesOf(level);
  return levels_[level];
}

void SparseMemory::placeLevel(unsigned level, std::uint64_t*& entries) {
  const TileMap& map = describe(level, entries);
  firstTiles_.push_back(memory_.size());
  for (std::size_t index = 0; index < entriesOf(level); ++index) {
    places_.push_back({memory_.size(), 0, map.tiles + index});
    memory_.push_back(nullptr);
  }
}

// Levels of one tile lie behind each other in a tile as long as there is room. Larger ones have
// tiles of their own.
void SparseMemory::placeTail(std::uint64_t*& entries) {
  struct Part {
    const TileMap* map;
    std::size_t tiles, firstTile, offset;
  };
  std::vector<Part> parts;
  std::size_t used = kTileBytes; // of the last tile
  for (unsigned level = firstTailLevel_; level < count_; ++level) {
    TileMap& map = describe(level, entries);
    const CUDA_ARRAY3D_DESCRIPTOR shape = levelDescriptor(shape_, level);
    const std::size_t tiles = entriesOf(level) / layersOf(shape_);
    std::size_t bytes = kTileBytes;
    if (tiles == 1) {
      map.rowBytes = rowBytesOf(shape);
      map.sliceBytes = map.rowBytes * rowsOf(shape);
      bytes = bytesOnDevice(shape) / layersOf(shape);
    }
    const bool isShared = tiles == 1 && bytes <= kTileBytes - used;
    if (!isShared)
      tailTiles_ += tiles;
    parts.push_back({&map, tiles, tailTiles_ - tiles, isShared ? used : 0});
    used = parts.back().offset + bytes;
  }
  properties_.miptailSize = tailTiles_ * kTileBytes;
  // As on a GPU, an array without levels says 0 here, and that the mip tail is all of it where it
  // is smaller than a tile.
  properties_.miptailFirstLevel = isMipmapped_ ? firstTailLevel_ : 0;
  if (!isMipmapped_ && tailTiles_)
    properties_.flags = CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL;
  const std::size_t first = memory_.size();
  firstTiles_.push_back(first);
  for (std::size_t layer = 0; layer < layersOf(shape_); ++layer)
    for (const Part& part : parts)
      for (std::size_t tile = 0; tile < part.tiles; ++tile)
        places_.push_back({first + layer * tailTiles_ + part.firstTile + tile, part.offset,
                           part.map->tiles + layer * part.tiles + tile});
  std::ranges::sort(places_, {}, &Place::tile);
  memory_.resize(first + tailTiles_ * layersOf(shape_));
}

std::vector<std::size_t> SparseMemory::tilesOf(const CUarrayMapInfo& request) const {
  switch (request.subresourceType) {
  case CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL:
    return tilesOfLevel(request);
  case CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL:
    return tilesOfTail(request);
  }
  return {};
}

// Whether [offset, offset + extent) consists of whole tiles. The last tile may reach beyond the
// level.
bool isOfTiles(std::size_t offset, std::size_t extent, std::size_t whole, unsigned tile) {
  whole = std::max<std::size_t>(whole, 1);
  return extent && offset % tile == 0 && offset < whole && extent <= whole - offset &&
         (extent % tile == 0 || offset + extent == whole);
}

std::vector<std::size_t> SparseMemory::tilesOfLevel(const CUarrayMapInfo& request) const {
  const auto& part = request.subresource.sparseLevel;
  if (part.level >= firstTailLevel_ || part.layer >= layersOf(shape_))
    return {};
  const CUDA_ARRAY3D_DESCRIPTOR shape = levelDescriptor(shape_, part.level);
  const auto& tile = properties_.tileExtent;
  const std::size_t depth = isLayered(shape) ? 1 : shape.Depth;
  if (!isOfTiles(part.offsetX, part.extentWidth, shape.Width, tile.width) ||
      !isOfTiles(part.offsetY, part.extentHeight, shape.Height, tile.height) ||
      !isOfTiles(part.offsetZ, part.extentDepth, depth, tile.depth))
    return {};
  const TileMap& map = levels_[part.level];
  const auto last = [](std::size_t offset, std::size_t extent, unsigned size) {
    return (offset + extent + size - 1) / size;
  };
  std::vector<std::size_t> tiles;
  for (std::size_t z = part.offsetZ / tile.depth;
       z < last(part.offsetZ, part.extentDepth, tile.depth); ++z)
    for (std::size_t y = part.offsetY / tile.height;
         y < last(part.offsetY, part.extentHeight, tile.height); ++y)
      for (std::size_t x = part.offsetX / tile.width;
           x < last(part.offsetX, part.extentWidth, tile.width); ++x)
        tiles.push_back(firstTiles_[part.level] + (z + part.layer) * map.tilesPerSlice +
                        y * map.tilesPerRow + x);
  return tiles;
}

std::vector<std::size_t> SparseMemory::tilesOfTail(const CUarrayMapInfo& request) const {
  const auto& part = request.subresource.miptail;
  const std::size_t bytes = properties_.miptailSize;
  if (part.layer >= layersOf(shape_) || part.size == 0 || part.size % kTileBytes ||
      part.offset % kTileBytes || part.offset > bytes || part.size > bytes - part.offset)
    return {};
  std::vector<std::size_t> tiles(part.size / kTileBytes);
  std::ranges::generate(tiles, [next = firstTiles_.back() + part.layer * tailTiles_ +
                                       part.offset / kTileBytes]() mutable { return next++; });
  return tiles;
}

void SparseMemory::map(std::span<const std::size_t> tiles, PhysicalMemory* memory,
                       std::size_t offset) {
  std::lock_guard lock(mutex_);
  const char* from = memory ? memory->mapping() + offset : nullptr;
  for (const std::size_t tile : tiles) {
    for (const Place& place : std::ranges::equal_range(places_, tile, {}, &Place::tile))
      *place.entry = from ? reinterpret_cast<std::uint64_t>(from) + place.offset : 0;
    if (memory)
      addReference(*memory);
    if (memory_[tile])
      dropReference(*memory_[tile]);
    memory_[tile] = memory;
    from = from ? from + kTileBytes : nullptr;
  }
}

DeferredMemory::DeferredMemory(std::size_t bytes, Device& device)
    : device_(device), addresses_(memory::Reservation::addressesOnly(
                           memory::User::Kernels, memory::roundUp(bytes, kTileBytes), kTileBytes)) {
  if (!addresses_)
    throw std::bad_alloc();
}

DeferredMemory::~DeferredMemory() {
  (void)map(nullptr, 0);
}

CUresult DeferredMemory::map(PhysicalMemory* memory, std::size_t offset) {
  auto& space = Driver::instance().memory();
  if (memory_) {
    space.removeMapped(data());
    dropReference(*memory_);
    memory_ = nullptr;
  }
  const int shared = memory ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  const int protection = memory ? PROT_READ | PROT_WRITE : PROT_NONE;
  if (mmap(data(), bytes(), protection, shared | MAP_FIXED,
           memory ? memory->memory.descriptor() : -1, static_cast<off_t>(offset)) == MAP_FAILED) {
    if (memory)
      dropReference(*memory);
    return CUDA_ERROR_MAP_FAILED;
  }
  memory::assignKernelKey(data(), bytes(), protection);
  memory_ = memory;
  if (memory) {
    space.addMapped(data(), bytes(), device_.index());
    memory::markInitialised(data(), bytes());
  }
  return CUDA_SUCCESS;
}

namespace {

// The memory that the program provides for the array or mipmapped array of a request.
CUresult findProgramMemory(const CUarrayMapInfo& request, ProgramMemory& memory) {
  switch (request.resourceType) {
  case CU_RESOURCE_TYPE_ARRAY: {
    Array* array;
    HEDDLE_TRY(findArray(request.resource.array, array));
    if (array->isLevel())
      return CUDA_ERROR_INVALID_VALUE;
    memory = array->programMemory();
    break;
  }
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
    MipmappedArray* array;
    HEDDLE_TRY(findMipmappedArray(request.resource.mipmap, array));
    memory = array->programMemory();
    break;
  }
  case CU_RESOURCE_TYPE_LINEAR:
  case CU_RESOURCE_TYPE_PITCH2D:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Releases its reference when it goes.
class HeldMemory {
public:
  explicit HeldMemory(PhysicalMemory* memory) : memory_(memory) {}
  ~HeldMemory() {
    if (memory_)
      dropReference(*memory_);
  }
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  PhysicalMemory* get() const { return memory_; }
  PhysicalMemory* release() { return std::exchange(memory_, nullptr); }

private:
  PhysicalMemory* memory_;
};

// A request of the program that has been checked.
struct MapWork {
  ProgramMemory target;
  std::shared_ptr<HeldMemory> memory;
  std::vector<std::size_t> tiles;
  std::size_t offset = 0;
};

CUresult check(const CUarrayMapInfo& request, MapWork& work) {
  const bool maps = request.memOperationType == CU_MEM_OPERATION_TYPE_MAP;
  if ((!maps && request.memOperationType != CU_MEM_OPERATION_TYPE_UNMAP) ||
      request.memHandleType != CU_MEM_HANDLE_TYPE_GENERIC || request.flags)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findProgramMemory(request, work.target));
  std::size_t bytes = 0;
  if (work.target.sparse) {
    work.tiles = work.target.sparse->tilesOf(request);
    if (work.tiles.empty())
      return CUDA_ERROR_INVALID_VALUE;
    bytes = work.tiles.size() * kTileBytes;
  } else {
    bytes = work.target.deferred->bytes();
  }
  PhysicalMemory* memory = maps ? retainPhysicalMemory(request.memHandle.memHandle) : nullptr;
  work.memory = std::make_shared<HeldMemory>(memory);
  work.offset = request.offset;
  if (!maps)
    return CUDA_SUCCESS;
  const bool isPool = memory && memory->properties.allocFlags.usage & CU_MEM_CREATE_USAGE_TILE_POOL;
  if (!isPool || request.offset % kTileBytes || request.offset > memory->memory.size() ||
      bytes > memory->memory.size() - request.offset)
    return CUDA_ERROR_INVALID_VALUE;
  return !work.target.sparse || memory->mapping() ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult submit(const StreamTarget& target, MapWork work) {
  if (work.target.deferred) {
    // Copies that follow check at once whether the memory is there.
    target.stream->synchronize(target.context->spins());
    HEDDLE_TRY(target.context->health());
    return work.target.deferred->map(work.memory->release(), work.offset);
  }
  target.stream->submit(exec::TaskRef::adopt(
      new exec::WorkerFunctionTask(target.context->execution(), [work = std::move(work)] {
        work.target.sparse->map(work.tiles, work.memory->get(), work.offset);
      })));
  return CUDA_SUCCESS;
}

// Where there are none, a GPU says that a value is wrong, also for what is no handle.
CUresult giveRequirements(const ProgramMemory& memory, CUDA_ARRAY_MEMORY_REQUIREMENTS* out) {
  if (!out || !memory.deferred)
    return CUDA_ERROR_INVALID_VALUE;
  *out = {};
  out->size = memory.deferred->bytes();
  out->alignment = kTileBytes;
  return CUDA_SUCCESS;
}

CUresult giveProperties(const ProgramMemory& memory, CUDA_ARRAY_SPARSE_PROPERTIES* out) {
  if (!out || !memory.sparse)
    return CUDA_ERROR_INVALID_VALUE;
  *out = memory.sparse->properties();
  return CUDA_SUCCESS;
}

} // namespace

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemMapArrayAsync(CUarrayMapInfo* requests, unsigned int count, CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!requests || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(refuseWhileCapturing(target));
  // Memory is allocated for requests that have been checked, not for a count that may be wrong: the
  // system would grant billions of entries where it overcommits memory, and stop the process later.
  std::vector<MapWork> all;
  for (unsigned index = 0; index < count; ++index)
    HEDDLE_TRY(check(requests[index], all.emplace_back()));
  for (MapWork& work : all)
    HEDDLE_TRY(submit(target, std::move(work)));
  return CUDA_SUCCESS;
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* out, CUarray handle,
                                      CUdevice deviceHandle) {
  HEDDLE_TRY(Driver::instance().state());
  Array* array;
  Device* device;
  if (findArray(handle, array) != CUDA_SUCCESS || array->isLevel() ||
      findDevice(deviceHandle, device) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  return giveRequirements(array->programMemory(), out);
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* out,
                                               CUmipmappedArray handle, CUdevice deviceHandle) {
  HEDDLE_TRY(Driver::instance().state());
  MipmappedArray* array;
  Device* device;
  if (findMipmappedArray(handle, array) != CUDA_SUCCESS ||
      findDevice(deviceHandle, device) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  return giveRequirements(array->programMemory(), out);
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* out, CUarray handle) {
  HEDDLE_TRY(Driver::instance().state());
  Array* array;
  if (findArray(handle, array) != CUDA_SUCCESS || array->isLevel())
    return CUDA_ERROR_INVALID_VALUE;
  return giveProperties(array->programMemory(), out);
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* out,
                                             CUmipmappedArray handle) {
  HEDDLE_TRY(Driver::instance().state());
  MipmappedArray* array;
  if (findMipmappedArray(handle, array) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  return giveProperties(array->programMemory(), out);
}
