// The formats of arrays: what an element is in memory, and what textures make of it.
#pragma once

#include "driver/core/driver.h"
#include "ir/texture.h"

#include <cstddef>
#include <cstdint>

namespace heddle::driver {

struct ArrayFormat {
  CUarray_format format;
  TexelFormat texel;     // of a channel, after decompression
  unsigned channelBytes; // of a channel, after decompression
  unsigned channels;     // 0: as the program says, one, two or four
  BlockCompression compression = BlockCompressionNone;
  unsigned blockBytes = 0;
  bool isNormalized = false; // textures always read floats
  bool isSrgb = false;

  bool takes(unsigned count) const {
    return channels ? count == channels : count == 1 || count == 2 || count == 4;
  }
  // What one element is in memory: a texel, or a block of so many texels in each direction.
  std::size_t elementBytes(unsigned count) const {
    return compression ? blockBytes : std::size_t{channelBytes} * count;
  }
  unsigned elementExtent() const { return compression ? 4 : 1; }
  std::size_t elementsAlong(std::size_t texels) const {
    return (texels + elementExtent() - 1) / elementExtent();
  }
};

// Null for a format that no array has.
const ArrayFormat* findArrayFormat(CUarray_format format);
// The format that a resource view gives to the elements of an array; null where there is none such.
struct ViewFormat {
  CUresourceViewFormat view;
  CUarray_format format;
  unsigned channels;
};
const ViewFormat* findViewFormat(CUresourceViewFormat view);

} // namespace heddle::driver
