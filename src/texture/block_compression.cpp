#include "texture/block_compression.h"

#include "texture/bptc_blocks.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace heddle::texture {
namespace {

std::uint64_t load64(const unsigned char* block) {
  std::uint64_t bits;
  std::memcpy(&bits, block, sizeof bits);
  return bits;
}

int expand5(int value) {
  return value << 3 | value >> 2;
}
int expand6(int value) {
  return value << 2 | value >> 4;
}

// How a channel of a colour is mixed: the ends themselves, and the colours between them where there
// are four or three in all. These are the sums that a GPU makes in place of divisions by 3.
enum class Mixture { First, Last, NearFirst, NearLast, Middle };

int mixOf5(int first, int last, Mixture mixture) {
  switch (mixture) {
  case Mixture::First:
    return expand5(first);
  case Mixture::Last:
    return expand5(last);
  case Mixture::NearFirst:
    return (2 * first + last) * 22 / 8;
  case Mixture::NearLast:
    return (first + 2 * last) * 22 / 8;
  case Mixture::Middle:
    return (first + last) * 33 / 8;
  }
  return 0;
}
int mixOf6(int first, int last, Mixture mixture) {
  first = expand6(first);
  last = expand6(last);
  const int difference = last - first;
  switch (mixture) {
  case Mixture::First:
    return first;
  case Mixture::Last:
    return last;
  case Mixture::NearFirst:
    return (256 * first + difference / 4 + 128 + difference * 80) / 256;
  case Mixture::NearLast:
    return (256 * last - difference / 4 + 128 - difference * 80) / 256;
  case Mixture::Middle:
    return (256 * first + difference / 4 + 128 + difference * 128) / 256;
  }
  return 0;
}

// The colours of BC1, BC2 and BC3: two ends of 5, 6 and 5 bits, and indices of 2 bits. Only BC1 has
// blocks of three colours and a transparent black.
void colour(std::uint64_t bits, unsigned texel, bool mayBeTransparent, unsigned char* element) {
  const auto first = static_cast<int>(bits & 0xffff), last = static_cast<int>(bits >> 16 & 0xffff);
  const bool hasThree = mayBeTransparent && first <= last;
  const unsigned index = bits >> (32 + 2 * texel) & 3;
  if (hasThree && index == 3) {
    std::fill_n(element, 4, static_cast<unsigned char>(0));
    return;
  }
  constexpr Mixture kFour[] = {Mixture::First, Mixture::Last, Mixture::NearFirst,
                               Mixture::NearLast};
  const Mixture mixture = hasThree && index == 2 ? Mixture::Middle : kFour[index];
  element[0] = static_cast<unsigned char>(mixOf5(first >> 11, last >> 11, mixture));
  element[1] = static_cast<unsigned char>(mixOf6(first >> 5 & 63, last >> 5 & 63, mixture));
  element[2] = static_cast<unsigned char>(mixOf5(first & 31, last & 31, mixture));
  element[3] = 255;
}

// One channel of two bytes, the ends of a ramp, and 16 indices of 3 bits: the alpha of BC3, and BC4
// and BC5. Where the first end is larger, the ramp has six values between the ends, else four, the
// least and the largest value. A GPU counts from the nearer end in 256ths, but for the third
// seventh.
struct Step {
  bool isFromLast;
  int weight;
};
constexpr Step kSevenths[] = {{false, 0},  {true, 0},    {false, 36}, {false, 72},
                              {true, 144}, {false, 144}, {true, 72},  {true, 36}};
constexpr Step kFifths[] = {{false, 0},  {true, 0},  {false, 48},
                            {false, 96}, {true, 96}, {true, 48}};

// `wide` makes 16 bits of an end.
template <class Wide>
int onRamp(int first, int last, bool isLong, unsigned index, int most, Wide wide) {
  if (!isLong && index >= std::size(kFifths))
    return index == 7 ? wide(most) : wide(most == 255 ? 0 : -most);
  const Step& step = isLong ? kSevenths[index] : kFifths[index];
  const int difference = (last - first) * step.weight;
  return step.isFromLast ? wide(last) - difference : wide(first) + difference;
}

unsigned indexOf(const unsigned char* block, unsigned texel) {
  return load64(block) >> (16 + 3 * texel) & 7;
}
int unsignedRamp(const unsigned char* block, unsigned texel) {
  return onRamp(block[0], block[1], block[0] > block[1], indexOf(block, texel), 255,
                [](int end) { return end * 257; });
}
int signedRamp(const unsigned char* block, unsigned texel) {
  const int first = std::max<int>(static_cast<std::int8_t>(block[0]), -127);
  const int last = std::max<int>(static_cast<std::int8_t>(block[1]), -127);
  return onRamp(first, last, first > last, indexOf(block, texel), 127, [](int end) {
    const int magnitude = end < 0 ? -end : end;
    const int wide = magnitude << 8 | magnitude << 1 | magnitude >> 6;
    return end < 0 ? -wide : wide;
  });
}

// The alpha of BC3, for which a GPU has other weights than for BC4, in 2048ths of the last end.
int alphaRamp(const unsigned char* block, unsigned texel) {
  constexpr int kOfSix[] = {0, 2048, 289, 578, 892, 1156, 1470, 1759};
  constexpr int kOfFour[] = {0, 2048, 385, 770, 1278, 1663};
  const int first = block[0], last = block[1];
  const unsigned index = indexOf(block, texel);
  if (first <= last && index >= std::size(kOfFour))
    return index == 7 ? 255 : 0;
  const int weight = first > last ? kOfSix[index] : kOfFour[index];
  return (2048 * first + (last - first) * weight + 1024) >> 11;
}

void unsigned16(const unsigned char* block, unsigned texel, unsigned char* element) {
  const auto value = static_cast<std::uint16_t>(unsignedRamp(block, texel));
  std::memcpy(element, &value, sizeof value);
}
void signed16(const unsigned char* block, unsigned texel, unsigned char* element) {
  const auto value = static_cast<std::int16_t>(signedRamp(block, texel));
  std::memcpy(element, &value, sizeof value);
}

} // namespace

void decompressTexel(BlockCompression compression, const unsigned char* block, unsigned x,
                     unsigned y, unsigned char* element) {
  const unsigned texel = y * kBlockExtent + x;
  switch (compression) {
  case BlockCompressionNone:
    return;
  case BlockCompression1:
    return colour(load64(block), texel, true, element);
  case BlockCompression2:
    colour(load64(block + 8), texel, false, element);
    element[3] = static_cast<unsigned char>((load64(block) >> (4 * texel) & 15) * 17);
    return;
  case BlockCompression3:
    colour(load64(block + 8), texel, false, element);
    element[3] = static_cast<unsigned char>(alphaRamp(block, texel));
    return;
  case BlockCompression4Unsigned:
    return unsigned16(block, texel, element);
  case BlockCompression4Signed:
    return signed16(block, texel, element);
  case BlockCompression5Unsigned:
    unsigned16(block, texel, element);
    return unsigned16(block + 8, texel, element + 2);
  case BlockCompression5Signed:
    signed16(block, texel, element);
    return signed16(block + 8, texel, element + 2);
  case BlockCompression6Unsigned:
    return decompressBc6(block, texel, false, element);
  case BlockCompression6Signed:
    return decompressBc6(block, texel, true, element);
  case BlockCompression7:
    return decompressBc7(block, texel, element);
  }
}

} // namespace heddle::texture
