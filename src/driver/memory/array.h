// CUarray and CUmipmappedArray: images in device memory. Elements are in rows, and rows in slices
// (layers or faces of a cube map), without gaps.
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
      : context_(context), descriptor_(descriptor), base_(base), isLevel_(isLevel) {}

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  bool isLevel() const { return isLevel_; }

  char* data() const { return base_; }
  unsigned elementBytes() const;
  std::size_t rowBytes() const { return descriptor_.Width * elementBytes(); }
  // At least 1 each. Layers and faces are slices.
  std::size_t rows() const { return descriptor_.Height ? descriptor_.Height : 1; }
  std::size_t slices() const { return descriptor_.Depth ? descriptor_.Depth : 1; }
  std::size_t bytes() const { return rowBytes() * rows() * slices(); }
  exec::PitchedMemory place() const { return {base_, rowBytes(), rowBytes() * rows()}; }

  ContextDependent dependent; // not of a level, which ends with its mipmapped array

private:
  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  char* const base_;
  const bool isLevel_;
};

class MipmappedArray {
public:
  MipmappedArray(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, char* base,
                 unsigned levels);
  ~MipmappedArray();

  Context& context() { return context_; }
  const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const { return descriptor_; }
  char* data() const { return base_; }
  const std::vector<Array*>& levels() const { return levels_; }

  ContextDependent dependent;

private:
  Context& context_;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  char* const base_;
  std::vector<Array*> levels_;
};

// The live array of a handle. Fails when its context has met a fault.
CUresult findArray(CUarray handle, Array*& array);
CUresult findMipmappedArray(CUmipmappedArray handle, MipmappedArray*& array);

} // namespace heddle::driver
