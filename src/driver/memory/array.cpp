#include "driver/memory/array.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/array_formats.h"
#include "driver/memory/leak_check.h"
#include "driver/memory/sparse_array.h"
#include "memory/initialised_bytes.h"

#include <algorithm>
#include <bit>

namespace heddle::driver {

namespace {

constexpr unsigned kKnownFlags =
    CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP |
    CUDA_ARRAY3D_TEXTURE_GATHER | CUDA_ARRAY3D_DEPTH_TEXTURE | CUDA_ARRAY3D_COLOR_ATTACHMENT |
    CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING | CUDA_ARRAY3D_VIDEO_ENCODE_DECODE;

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

// The device attributes that limit the extents of one kind of array.
struct Limit {
  CUdevice_attribute width, height, depth; // 0 for an extent that the kind does not have
};

constexpr auto kNone = static_cast<CUdevice_attribute>(0);
constexpr Limit k1D{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, kNone, kNone};
constexpr Limit k2D{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, kNone};
constexpr Limit k2DGather{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, kNone};
constexpr Limit k3D{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH,
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,
                    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH};
constexpr Limit k1DLayered{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, kNone,
                           CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS};
constexpr Limit k2DLayered{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
                           CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
                           CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS};
constexpr Limit kCubemap{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH,
                         CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, kNone};
constexpr Limit kCubemapLayered{CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
                                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
                                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS};

bool within(std::size_t extent, CUdevice_attribute attribute, CUdevice device) {
  int limit = 0;
  return attribute == kNone || (cuDeviceGetAttribute(&limit, attribute, device) == CUDA_SUCCESS &&
                                extent <= static_cast<std::size_t>(limit));
}

// The kind of array that the extents and flags describe; null when they contradict each other.
const Limit* kindOf(const CUDA_ARRAY3D_DESCRIPTOR& d) {
  const bool layered = d.Flags & CUDA_ARRAY3D_LAYERED;
  if (d.Flags & CUDA_ARRAY3D_CUBEMAP) {
    if (d.Width != d.Height || (layered ? d.Depth == 0 || d.Depth % 6 : d.Depth != 6))
      return nullptr;
    return layered ? &kCubemapLayered : &kCubemap;
  }
  if (layered)
    return d.Depth == 0 ? nullptr : d.Height ? &k2DLayered : &k1DLayered;
  if (d.Depth)
    return d.Height ? &k3D : nullptr;
  if (d.Height)
    return d.Flags & CUDA_ARRAY3D_TEXTURE_GATHER ? &k2DGather : &k2D;
  return &k1D;
}

constexpr std::size_t kLevelAlignment = 512;

CUresult allocate(Context& context, std::size_t bytes, char*& base) {
  base = static_cast<char*>(
      space().allocate(bytes, memory::Kind::Device, 0, &context, context.device().index()));
  // Nobody watches what surfaces write there.
  if (base) {
    memory::markInitialised(base, bytes);
    noteAllocation(base, bytes, Allocated::Array);
  }
  return base ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

// Frees the memory of an array, after all work that may use it.
CUresult freeStorage(Context& context, char* base) {
  context.waitForWork();
  HEDDLE_TRY(context.health());
  space().release(base, {memory::Kind::Device});
  return CUDA_SUCCESS;
}

// Depths and what is drawn to are in images of graphics, not in arrays that a program creates.
// Surfaces have no compressed blocks. Sparse arrays have two or three dimensions, and are for
// textures.
CUresult checkNewArray(const CUDA_ARRAY3D_DESCRIPTOR& shape, CUdevice device) {
  HEDDLE_TRY(checkArrayDescriptor(shape, device));
  if (shape.Flags & (CUDA_ARRAY3D_DEPTH_TEXTURE | CUDA_ARRAY3D_COLOR_ATTACHMENT))
    return CUDA_ERROR_INVALID_VALUE;
  if (shape.Flags & CUDA_ARRAY3D_SURFACE_LDST && findArrayFormat(shape.Format)->compression)
    return CUDA_ERROR_NOT_SUPPORTED;
  constexpr unsigned kNotSparse =
      CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_DEFERRED_MAPPING;
  if (shape.Flags & CUDA_ARRAY3D_SPARSE && (shape.Height == 0 || shape.Flags & kNotSparse))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

// Empty for an array whose memory Heddle allocates.
ProgramMemory makeProgramMemory(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                                unsigned levels, bool isMipmapped) {
  ProgramMemory memory;
  if (descriptor.Flags & CUDA_ARRAY3D_SPARSE)
    memory.sparse = std::make_shared<SparseMemory>(descriptor, levels, isMipmapped);
  if (!(descriptor.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING))
    return memory;
  std::size_t bytes = 0;
  for (unsigned level = 0; level < levels; ++level)
    bytes += bytesOnDevice(levelDescriptor(descriptor, level));
  memory.deferred = std::make_shared<DeferredMemory>(bytes, context.device());
  return memory;
}

// Creates an array in memory that the program provides, or else in memory of its own.
Array* makeArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
  auto& arrays = Driver::instance().tables().arrays;
  const ProgramMemory memory = makeProgramMemory(context, descriptor, 1, false);
  if (memory.sparse)
    return arrays.create(context, descriptor, false, memory, memory.sparse->level(0));
  if (memory.deferred)
    return arrays.create(context, descriptor, memory.deferred->data(), false, memory);
  char* base;
  if (allocate(context, bytesOf(descriptor), base) != CUDA_SUCCESS)
    return nullptr;
  Array* array = arrays.create(context, descriptor, base, false);
  if (!array)
    space().release(base, {memory::Kind::Device});
  return array;
}

CUresult createArray(CUarray* out, const CUDA_ARRAY3D_DESCRIPTOR* descriptor) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkNewArray(*descriptor, context->device().ordinal()));
  Array* array = makeArray(*context, *descriptor);
  if (!array)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->adopt(*array, Driver::instance().tables().arrays);
  *out = reinterpret_cast<CUarray>(array);
  return CUDA_SUCCESS;
}

} // namespace

CUresult checkArrayDescriptor(const CUDA_ARRAY3D_DESCRIPTOR& d, CUdevice device) {
  const ArrayFormat* format = findArrayFormat(d.Format);
  if (d.Width == 0 || (d.Flags & ~kKnownFlags) || !format || !format->takes(d.NumChannels) ||
      (format->compression && d.Height == 0))
    return CUDA_ERROR_INVALID_VALUE;
  const Limit* kind = kindOf(d);
  if ((d.Flags & CUDA_ARRAY3D_TEXTURE_GATHER) && kind != &k2DGather)
    return CUDA_ERROR_INVALID_VALUE;
  return kind && within(d.Width, kind->width, device) && within(d.Height, kind->height, device) &&
                 within(d.Depth, kind->depth, device)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ARRAY3D_DESCRIPTOR levelDescriptor(CUDA_ARRAY3D_DESCRIPTOR d, unsigned level) {
  const auto halved = [&](std::size_t extent) {
    return extent ? std::max<std::size_t>(1, extent >> level) : 0;
  };
  d.Width = halved(d.Width);
  d.Height = halved(d.Height);
  if (!(d.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)))
    d.Depth = halved(d.Depth);
  return d;
}

std::size_t rowBytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  const ArrayFormat& format = *findArrayFormat(shape.Format);
  return format.elementsAlong(shape.Width) * format.elementBytes(shape.NumChannels);
}

std::size_t rowsOf(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return std::max<std::size_t>(findArrayFormat(shape.Format)->elementsAlong(shape.Height), 1);
}

std::size_t bytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return rowBytesOf(shape) * rowsOf(shape) * std::max<std::size_t>(shape.Depth, 1);
}

std::size_t bytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels) {
  return levelOffset(shape, levels);
}

std::size_t levelOffset(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned level) {
  std::size_t bytes = 0;
  for (unsigned before = 0; before < level; ++before)
    bytes += memory::roundUp(bytesOf(levelDescriptor(shape, before)), kLevelAlignment);
  return bytes;
}

CUresult Array::checkMemory() {
  if (!programMemory_.deferred || programMemory_.deferred->isMapped())
    return CUDA_SUCCESS;
  context_.execution().raiseFault(exec::Fault::LaunchFailed, [] {});
  return context_.health();
}

std::size_t Array::elementBytes() const {
  return findArrayFormat(descriptor_.Format)->elementBytes(descriptor_.NumChannels);
}

exec::PitchedMemory Array::placeOf(std::size_t x, std::size_t y, std::size_t z) const {
  exec::PitchedMemory place = place_;
  if (place.tiles) {
    place.x = x;
    place.y = y;
    place.z = z;
  } else {
    place.base = place.row(y, z) + x;
  }
  return place;
}

MipmappedArray::MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                               char* base, std::shared_ptr<void> foreignMemory,
                               ProgramMemory programMemory)
    : context_(context), descriptor_(descriptor), base_(base),
      foreignMemory_(std::move(foreignMemory)), programMemory_(std::move(programMemory)) {}

MipmappedArray::MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                               char* base, unsigned levels, const ProgramMemory& memory)
    : MipmappedArray(context, descriptor, base, std::shared_ptr<void>(), memory) {
  levels_.reserve(levels);
  for (unsigned level = 0; level < levels; ++level)
    levels_.push_back(Driver::instance().tables().arrays.createOrThrow(
        context, levelDescriptor(descriptor, level), base + levelOffset(descriptor, level), true,
        memory));
}

MipmappedArray::MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                               unsigned levels, const ProgramMemory& memory)
    : MipmappedArray(context, descriptor, nullptr, std::shared_ptr<void>(), memory) {
  levels_.reserve(levels);
  for (unsigned level = 0; level < levels; ++level)
    levels_.push_back(Driver::instance().tables().arrays.createOrThrow(
        context, levelDescriptor(descriptor, level), true, memory, memory.sparse->level(level)));
}

MipmappedArray::MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                               char* base, const std::vector<LevelLayout>& layout,
                               std::shared_ptr<void> foreignMemory)
    : MipmappedArray(context, descriptor, base, std::move(foreignMemory), {}) {
  levels_.reserve(layout.size());
  for (unsigned level = 0; level < layout.size(); ++level)
    levels_.push_back(Driver::instance().tables().arrays.createOrThrow(
        context, levelDescriptor(descriptor, level),
        exec::PitchedMemory{base + layout[level].offset, layout[level].rowPitch,
                            layout[level].slicePitch}));
}

MipmappedArray::~MipmappedArray() {
  for (Array* level : levels_)
    Driver::instance().tables().arrays.destroy(level);
}

MipmappedArray* makeMipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                                   unsigned levels) {
  auto& arrays = Driver::instance().tables().mipmappedArrays;
  const ProgramMemory memory = makeProgramMemory(context, descriptor, levels, true);
  if (memory.sparse)
    return arrays.createOrThrow(context, descriptor, levels, memory);
  if (memory.deferred)
    return arrays.createOrThrow(context, descriptor, memory.deferred->data(), levels, memory);
  char* base;
  if (allocate(context, bytesOf(descriptor, levels), base) != CUDA_SUCCESS)
    return nullptr;
  try {
    return arrays.createOrThrow(context, descriptor, base, levels);
  } catch (...) {
    space().release(base, {memory::Kind::Device});
    throw;
  }
}

CUresult findArray(CUarray handle, Array*& array) {
  HEDDLE_TRY(Driver::instance().state());
  array = Driver::instance().tables().arrays.find(handle);
  return array ? array->context().health() : CUDA_ERROR_INVALID_HANDLE;
}

CUresult findMipmappedArray(CUmipmappedArray handle, MipmappedArray*& array) {
  HEDDLE_TRY(Driver::instance().state());
  array = Driver::instance().tables().mipmappedArrays.find(handle);
  return array ? array->context().health() : CUDA_ERROR_INVALID_HANDLE;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuArrayCreate(CUarray* out, const CUDA_ARRAY_DESCRIPTOR* descriptor) {
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR full{descriptor->Width,  descriptor->Height,      0,
                                     descriptor->Format, descriptor->NumChannels, 0};
  return createArray(out, &full);
}

CUresult cuArray3DCreate(CUarray* out, const CUDA_ARRAY3D_DESCRIPTOR* descriptor) {
  return createArray(out, descriptor);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* out, CUarray handle) {
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& full = array->descriptor();
  *out = {full.Width, full.Height, full.Format, full.NumChannels};
  return CUDA_SUCCESS;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* out, CUarray handle) {
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = array->descriptor();
  return CUDA_SUCCESS;
}

CUresult cuArrayDestroy(CUarray handle) {
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (array->isLevel())
    return CUDA_ERROR_INVALID_HANDLE;
  if (array->programMemory())
    array->context().waitForWork();
  else
    HEDDLE_TRY(freeStorage(array->context(), array->data()));
  Driver::instance().tables().arrays.destroy(array);
  return CUDA_SUCCESS;
}

// Only planar formats have planes, and no format here is planar.
CUresult cuArrayGetPlane(CUarray*, CUarray handle, unsigned int) {
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray* out, const CUDA_ARRAY3D_DESCRIPTOR* descriptor,
                                unsigned int levels) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkNewArray(*descriptor, context->device().ordinal()));
  const bool flat = descriptor->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
  const std::size_t largest =
      std::max({descriptor->Width, descriptor->Height, flat ? 0 : descriptor->Depth});
  levels = std::clamp(levels, 1u, static_cast<unsigned>(std::bit_width(largest)));
  MipmappedArray* array = makeMipmappedArray(*context, *descriptor, levels);
  if (!array)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->adopt(*array, Driver::instance().tables().mipmappedArrays);
  *out = reinterpret_cast<CUmipmappedArray>(array);
  return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayGetLevel(CUarray* out, CUmipmappedArray handle, unsigned int level) {
  MipmappedArray* array;
  HEDDLE_TRY(findMipmappedArray(handle, array));
  if (!out || level >= array->levels().size())
    return CUDA_ERROR_INVALID_VALUE;
  *out = reinterpret_cast<CUarray>(array->levels()[level]);
  return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray handle) {
  MipmappedArray* array;
  HEDDLE_TRY(findMipmappedArray(handle, array));
  if (array->belongsToResource)
    return CUDA_ERROR_INVALID_HANDLE;
  if (array->isInForeignMemory() || array->programMemory())
    array->context().waitForWork();
  else
    HEDDLE_TRY(freeStorage(array->context(), array->data()));
  Driver::instance().tables().mipmappedArrays.destroy(array);
  return CUDA_SUCCESS;
}
