// BC6H and BC7, whose blocks say themselves how they are laid out: how many pairs of end colours
// they have (subsets), which texels belong to which, and with how many bits all this is stored.
#pragma once

namespace heddle::texture {

// Four halves.
void decompressBc6(const unsigned char* block, unsigned texel, bool isSigned,
                   unsigned char* element);
// Four bytes.
void decompressBc7(const unsigned char* block, unsigned texel, unsigned char* element);

} // namespace heddle::texture
