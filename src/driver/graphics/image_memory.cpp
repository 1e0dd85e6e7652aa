#include "driver/graphics/image_memory.h"

#include "driver/core/handle_tables.h"

namespace heddle::driver {

namespace {

constexpr unsigned kLayered = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP;

} // namespace

bool ImageMemory::allocate(Context& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor,
                           unsigned levels) {
  image_ = makeMipmappedArray(context, descriptor, levels);
  if (image_)
    image_->belongsToResource = true;
  return image_ != nullptr;
}

ImageMemory::~ImageMemory() {
  auto& tables = Driver::instance().tables();
  for (const auto& [place, array] : layers_)
    tables.arrays.destroy(array);
  if (image_) {
    Driver::instance().memory().release(image_->data(), {memory::Kind::Device});
    tables.mipmappedArrays.destroy(image_);
  }
}

Array* ImageMemory::layer(unsigned layer, unsigned index) {
  if (index >= levels())
    return nullptr;
  Array& whole = level(index);
  CUDA_ARRAY3D_DESCRIPTOR shape = whole.descriptor();
  if (!(shape.Flags & kLayered))
    return layer == 0 ? &whole : nullptr;
  if (layer >= whole.slices())
    return nullptr;
  Array*& array = layers_[{layer, index}];
  if (!array) {
    char* const base = whole.data() + layer * whole.place().slicePitch;
    shape.Depth = 0;
    shape.Flags &= ~kLayered;
    array = Driver::instance().tables().arrays.createOrThrow(whole.context(), shape, base, true);
  }
  return array;
}

} // namespace heddle::driver
