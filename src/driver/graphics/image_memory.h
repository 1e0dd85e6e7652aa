// The arrays that stand for an image of a graphics API while it is mapped.
#pragma once

#include "driver/memory/array.h"

#include <map>
#include <utility>

namespace heddle::driver {

class ImageMemory {
public:
  // False when there is not enough memory.
  bool allocate(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, unsigned levels);
  ImageMemory() = default;
  ~ImageMemory();
  ImageMemory(const ImageMemory&) = delete;
  ImageMemory& operator=(const ImageMemory&) = delete;

  MipmappedArray* image() const { return image_; }
  unsigned levels() const { return static_cast<unsigned>(image_->levels().size()); }
  Array& level(unsigned index) const { return *image_->levels()[index]; }
  // The array of one layer or face of a level, which is a part of that level's memory; the level
  // itself for images without layers. Null when there is none.
  Array* layer(unsigned layer, unsigned level);

private:
  MipmappedArray* image_ = nullptr;
  std::map<std::pair<unsigned, unsigned>, Array*> layers_;
};

} // namespace heddle::driver
