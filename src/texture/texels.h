// Elements of textures and surfaces: from memory to words in registers and back.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

// Reads elements into four words each, by channel, then element; channels that they lack are 0.
using Decode = void (*)(const unsigned char* const* elements, unsigned count, std::uint32_t* words);
Decode decoderOf(const Texture& texture);

// How texels are filtered: what is read as a float of each channel, and how the weighted sum
// becomes the result. Fractions of 8 and 16 bits are filtered as integers of 16 bits, halves come
// out as halves.
using Round = void (*)(const double* sums, unsigned count, std::uint32_t* words);
struct Filter {
  Decode decode;
  Round round;
};
Filter filterOf(const Texture& texture);

// The border's colour as an element of the texture.
void encodeBorder(const Texture& texture, const TextureSampler& sampler, unsigned char* element);

} // namespace heddle::texture
