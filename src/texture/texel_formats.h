// The formats of texels: from memory to the words that a texture instruction returns.
#pragma once

#include "ir/texture.h"
#include "texture/texel_alignment.h"

#include <cstdint>

namespace heddle::texture {

// Reads elements into four words each: first the first channel of all elements, then the second,
// and so on. Channels that the format lacks are 0.
using Decode = void (*)(const unsigned char* const* elements, unsigned count, std::uint32_t* words);
Decode decoderOf(const Texture& texture);

// How texels are filtered: `decode` reads each channel as a float, and `round` turns the weighted
// sum into the result. As on a GPU, normalised channels of 8 and 16 bits are filtered as 16-bit
// integers, and the result of halves has the precision of a half.
using Round = void (*)(const double* sums, unsigned count, std::uint32_t* words);
struct Filter {
  Decode decode;
  Round round;
  Round roundAlpha;    // of the fourth channel
  Alignment alignment; // of channels whose sums are not exact
  unsigned alignedChannels;
};
Filter filterOf(const Texture& texture);

// Writes the border colour as an element in the format of the texture.
void encodeBorder(const Texture& texture, const TextureSampler& sampler, unsigned char* element);

} // namespace heddle::texture
