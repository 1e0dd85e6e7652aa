// CUarray and CUmipmappedArray: images in device memory. Elements are in rows, and rows in slices
// (layers or faces of a cube map), without gaps but in memory that another API has laid out.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "exec/copy_task.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::driver {

// 0 for a format that is not supported.
unsigned bytesPerChannel(CUarray_format format);

class Array {
public:
  // `base` is the memory of the elements. A level of a mipmapped array is destroyed with the
  // mipmapped array.
  Array(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base, bool isLevel)
      : context_(context), descriptor_(descriptor), base_(base), isLevel_(isLevel),
        rowPitch_(rowBytes()), slicePitch_(rowBytes() * rows()) {}
  // A level of a mipmapped array, with gaps behind its rows and slices.
  Array(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
        const exec::PitchedMemory& place)
      : context_(context), descriptor_(descriptor), base_(place.base), isLevel_(true),
        rowPitch_(place.rowPitch), slicePitch_(place.slicePitch) {}

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  bool isLevel() const { return isLevel_; }

  char* data() const { return base_; }
  unsigned elementBytes() const;
  std::size_t rowBytes() const { return descriptor_.Width * elementBytes(); }
  // Both are at least 1. Layers and the faces of a cube map count as slices.
  std::size_t rows() const { return descriptor_.Height ? descriptor_.Height : 1; }
  std::size_t slices() const { return descriptor_.Depth ? descriptor_.Depth : 1; }
  exec::PitchedMemory place() const { return {base_, rowPitch_, slicePitch_}; }

  ContextDependent dependent; // not of a level, which ends with its mipmapped array

private:
  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  char* const base_;
  const bool isLevel_;
  const std::size_t rowPitch_, slicePitch_;
};

// Where a level of a mipmapped array lies, from the start of the array's memory on.
struct LevelLayout {
  std::size_t offset, rowPitch, slicePitch;
};

class MipmappedArray {
public:
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 unsigned levels);
  // The levels lie in memory that another API has laid out, and `foreignMemory` keeps that memory.
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 const std::vector<LevelLayout>& layout, std::shared_ptr<void> foreignMemory);
  ~MipmappedArray();

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  char* data() const { return base_; }
  const std::vector<Array*>& levels() const { return levels_; }
  bool isInForeignMemory() const { return foreignMemory_ != nullptr; }

  // The image of a graphics resource, which ends with the resource: the program cannot destroy it.
  bool belongsToResource = false;

  ContextDependent dependent;

private:
  // Without levels. The other constructors begin with this one, so that an exception in them runs
  // the destructor, which destroys the levels that are there.
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 std::shared_ptr<void> foreignMemory);

  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  char* const base_;
  std::vector<Array*> levels_;
  const std::shared_ptr<void> foreignMemory_;
};

// Whether a device has arrays of that shape.
CUresult checkArrayDescriptor(const CUDA_ARRAY3D_DESCRIPTOR& shape, CUdevice device);
// The shape of one level of a mipmapped array of that shape.
CUDA_ARRAY3D_DESCRIPTOR levelDescriptor(CUDA_ARRAY3D_DESCRIPTOR shape, unsigned level);
// Allocates an array with that many levels. Null when there is not enough memory.
MipmappedArray* makeMipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                                   unsigned levels);

// The live array of a handle. Fails when its context has met a fault.
CUresult findArray(CUarray handle, Array*& array);
CUresult findMipmappedArray(CUmipmappedArray handle, MipmappedArray*& array);

} // namespace heddle::driver
