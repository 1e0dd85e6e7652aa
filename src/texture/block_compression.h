// Block-compressed textures: a block of 8 or 16 bytes stands for 4 x 4 texels.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

constexpr unsigned kBlockExtent = 4; // along both axes, in texels

// Writes a texel of a block as an element without compression: of bytes for BC1, BC2, BC3 and BC7,
// of 16-bit integers for BC4 and BC5, of halves for BC6H.
void decompressTexel(BlockCompression compression, const unsigned char* block, unsigned x,
                     unsigned y, unsigned char* element);

} // namespace heddle::texture
