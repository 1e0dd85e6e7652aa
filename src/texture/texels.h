// Elements of textures and surfaces: from memory to words in registers and back.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

// Reads one element into four words; channels that it lacks are 0.
using Decode = void (*)(const unsigned char* element, std::uint32_t* words);
Decode decoderOf(const Texture& texture);

// How texels are filtered: what is read as a float of each channel, and how the weighted sum
// becomes the result. Fractions of 8 and 16 bits are filtered as integers of 16 bits, halves come
// out as halves.
using Round = float (*)(double sum);
struct Filter {
  Decode decode;
  Round round;
};
Filter filterOf(const Texture& texture);
float roundToFloat(double sum);

// The border's colour as an element of the texture.
void encodeBorder(const Texture& texture, const TextureSampler& sampler, unsigned char* element);

} // namespace heddle::texture
