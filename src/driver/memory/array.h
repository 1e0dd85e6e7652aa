// CUarray and CUmipmappedArray: images in device memory. Elements are in rows, and rows in slices
// (layers or faces of a cube map), without gaps but in memory that another API has laid out.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "exec/copy_task.h"
#include "ir/texture.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::driver {

// Where an array of this shape has no gaps: the bytes of a row and the number of rows.
std::size_t rowBytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape);
std::size_t rowsOf(const CUDA_ARRAY3D_DESCRIPTOR& shape);

class SparseMemory;
class DeferredMemory;

// The memory of an array, if the program provides it.
struct ProgramMemory {
  std::shared_ptr<SparseMemory> sparse;     // of an array with CUDA_ARRAY3D_SPARSE
  std::shared_ptr<DeferredMemory> deferred; // of one with CUDA_ARRAY3D_DEFERRED_MAPPING

  explicit operator bool() const { return sparse || deferred; }
};

class Array {
public:
  // `base` is the memory of the elements. A level of a mipmapped array is destroyed with the
  // mipmapped array.
  Array(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base, bool isLevel,
        ProgramMemory memory = {})
      : context_(context), descriptor_(descriptor), isLevel_(isLevel),
        programMemory_(std::move(memory)), place_{base, rowBytes(), rowBytes() * rows()} {}
  // A level of a mipmapped array, with gaps behind its rows and slices.
  Array(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
        const exec::PitchedMemory& place)
      : context_(context), descriptor_(descriptor), isLevel_(true), place_(place) {}
  // A sparse array, or a level of one.
  Array(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, bool isLevel,
        ProgramMemory memory, TileMap& tiles)
      : context_(context), descriptor_(descriptor), isLevel_(isLevel),
        programMemory_(std::move(memory)), place_{.tiles = &tiles} {
    tiles.array = this;
  }

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  bool isLevel() const { return isLevel_; }

  char* data() const { return place_.base; }
  // Of a texel, or a block of a compressed format.
  std::size_t elementBytes() const;
  std::size_t rowBytes() const { return rowBytesOf(descriptor_); }
  // Both are at least 1. In compressed formats a row is one of blocks. Layers and the faces of a
  // cube map count as slices.
  std::size_t rows() const { return rowsOf(descriptor_); }
  std::size_t slices() const { return descriptor_.Depth ? descriptor_.Depth : 1; }
  const exec::PitchedMemory& place() const { return place_; }
  // The memory from a byte of a row on.
  exec::PitchedMemory placeOf(std::size_t x, std::size_t y, std::size_t z) const;
  const ProgramMemory& programMemory() const { return programMemory_; }
  // Whether a copy finds memory. Where the program has provided none for an array with deferred
  // mapping, the context ends, as on a GPU.
  CUresult checkMemory();

  ContextDependent dependent; // not of a level, which ends with its mipmapped array

private:
  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  const bool isLevel_;
  const ProgramMemory programMemory_;
  const exec::PitchedMemory place_;
};

// Where a level of a mipmapped array lies, from the start of the array's memory on.
struct LevelLayout {
  std::size_t offset, rowPitch, slicePitch;
};

class MipmappedArray {
public:
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 unsigned levels, const ProgramMemory& memory = {});
  // The levels lie in memory that another API has laid out, and `foreignMemory` keeps that memory.
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 const std::vector<LevelLayout>& layout, std::shared_ptr<void> foreignMemory);
  // A sparse array.
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, unsigned levels,
                 const ProgramMemory& memory);
  ~MipmappedArray();

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  char* data() const { return base_; }
  const std::vector<Array*>& levels() const { return levels_; }
  bool isInForeignMemory() const { return foreignMemory_ != nullptr; }
  const ProgramMemory& programMemory() const { return programMemory_; }

  // The image of a graphics resource, which ends with the resource: the program cannot destroy it.
  bool belongsToResource = false;

  ContextDependent dependent;

private:
  // Without levels. The other constructors begin with this one, so that an exception in them runs
  // the destructor, which destroys the levels that are there.
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 std::shared_ptr<void> foreignMemory, ProgramMemory programMemory);

  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  char* const base_;
  std::vector<Array*> levels_;
  const std::shared_ptr<void> foreignMemory_;
  const ProgramMemory programMemory_;
};

// Whether a device has arrays of that shape.
CUresult checkArrayDescriptor(const CUDA_ARRAY3D_DESCRIPTOR& shape, CUdevice device);
// The bytes of an array without gaps, and those of all levels of a mipmapped one, where each begins
// at a multiple of kLevelAlignment.
std::size_t bytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape);
std::size_t bytesOf(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels);
// Where a level of these begins.
std::size_t levelOffset(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned level);
// The shape of one level of a mipmapped array of that shape.
CUDA_ARRAY3D_DESCRIPTOR levelDescriptor(CUDA_ARRAY3D_DESCRIPTOR shape, unsigned level);
// Allocates an array with that many levels. Null when there is not enough memory.
MipmappedArray* makeMipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                                   unsigned levels);

// The live array of a handle. Fails when its context has met a fault.
CUresult findArray(CUarray handle, Array*& array);
CUresult findMipmappedArray(CUmipmappedArray handle, MipmappedArray*& array);

} // namespace heddle::driver
