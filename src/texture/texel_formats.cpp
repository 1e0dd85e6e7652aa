#include "texture/texel_formats.h"

#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"
#include "texture/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace heddle::texture {
namespace {

template <typename T> T load(const unsigned char* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

// How a channel of each format becomes an integer or a float.
struct U8 {
  using Stored = std::uint8_t;
  static std::uint32_t integer(Stored v) { return v; }
  static float real(Stored v) { return static_cast<float>(v) / 255.0F; }
};
struct U16 {
  using Stored = std::uint16_t;
  static std::uint32_t integer(Stored v) { return v; }
  static float real(Stored v) { return static_cast<float>(v) / 65535.0F; }
};
struct U32 {
  using Stored = std::uint32_t;
  static std::uint32_t integer(Stored v) { return v; }
  static float real(Stored v) { return std::bit_cast<float>(v); }
};
struct S8 {
  using Stored = std::int8_t;
  static std::uint32_t integer(Stored v) { return static_cast<std::uint32_t>(v); }
  static float real(Stored v) { return std::max(static_cast<float>(v) / 127.0F, -1.0F); }
};
struct S16 {
  using Stored = std::int16_t;
  static std::uint32_t integer(Stored v) { return static_cast<std::uint32_t>(v); }
  static float real(Stored v) { return std::max(static_cast<float>(v) / 32767.0F, -1.0F); }
};
struct F16 {
  using Stored = std::uint16_t;
  static std::uint32_t integer(Stored v) { return std::bit_cast<std::uint32_t>(halfToFloat(v)); }
  static float real(Stored v) { return halfToFloat(v); }
};

// Reads all channels of all elements. `word` converts what is stored.
template <typename Stored, unsigned Channels, typename Word>
void read(const unsigned char* const* elements, unsigned count, std::uint32_t* words, Word word) {
  for (unsigned lane = 0; lane < count; ++lane)
    for (unsigned i = 0; i < Channels; ++i)
      words[i * count + lane] = word(load<Stored>(elements[lane] + i * sizeof(Stored)), i);
  std::fill_n(words + std::size_t{Channels} * count, std::size_t{4 - Channels} * count, 0);
}

template <typename Format, unsigned Channels, bool IsFloat>
void decode(const unsigned char* const* elements, unsigned count, std::uint32_t* words) {
  using Stored = typename Format::Stored;
  read<Stored, Channels>(elements, count, words, [](Stored stored, unsigned) {
    return IsFloat ? std::bit_cast<std::uint32_t>(Format::real(stored)) : Format::integer(stored);
  });
}

// The linear values that a GPU gives for the bytes of sRGB, in 16384ths.
constexpr std::uint16_t kSrgb[] = {
    0,     5,     10,    15,    20,    25,    30,    35,    40,    45,    50,    55,    60,
    66,    72,    78,    85,    92,    99,    107,   115,   123,   131,   140,   150,   159,
    169,   180,   190,   201,   213,   224,   236,   250,   262,   276,   290,   304,   318,
    332,   348,   364,   380,   396,   412,   430,   448,   466,   484,   504,   524,   544,
    564,   584,   604,   624,   648,   672,   692,   716,   740,   764,   788,   816,   840,
    864,   896,   920,   944,   976,   1000,  1032,  1064,  1088,  1120,  1152,  1184,  1216,
    1248,  1280,  1312,  1352,  1384,  1416,  1456,  1488,  1528,  1560,  1600,  1640,  1672,
    1712,  1752,  1792,  1832,  1872,  1920,  1952,  2000,  2048,  2080,  2128,  2176,  2224,
    2272,  2320,  2368,  2416,  2464,  2512,  2560,  2608,  2656,  2704,  2752,  2816,  2864,
    2912,  2976,  3024,  3072,  3136,  3184,  3248,  3296,  3360,  3424,  3472,  3536,  3600,
    3664,  3712,  3776,  3840,  3904,  3968,  4032,  4096,  4160,  4224,  4288,  4352,  4416,
    4512,  4576,  4640,  4704,  4768,  4864,  4928,  4992,  5056,  5152,  5216,  5280,  5376,
    5440,  5536,  5600,  5696,  5760,  5824,  5920,  6016,  6080,  6176,  6240,  6336,  6400,
    6496,  6592,  6688,  6752,  6848,  6944,  7008,  7104,  7200,  7296,  7392,  7488,  7584,
    7680,  7744,  7872,  7936,  8064,  8128,  8256,  8320,  8448,  8512,  8640,  8768,  8832,
    8960,  9024,  9152,  9280,  9344,  9472,  9600,  9664,  9792,  9920,  9984,  10112, 10240,
    10304, 10432, 10560, 10688, 10816, 10880, 11008, 11136, 11264, 11392, 11456, 11584, 11712,
    11840, 11968, 12096, 12224, 12352, 12480, 12608, 12736, 12864, 12992, 13120, 13248, 13376,
    13504, 13632, 13760, 13888, 14016, 14144, 14272, 14400, 14528, 14656, 14848, 14976, 15104,
    15232, 15360, 15488, 15616, 15744, 16000, 16128, 16256, 16384,
};

// The alpha channel is linear; `alpha` makes a float of it.
template <unsigned Channels, float (*Alpha)(std::uint8_t)>
void decodeSrgbWith(const unsigned char* const* elements, unsigned count, std::uint32_t* words) {
  read<std::uint8_t, Channels>(elements, count, words, [](std::uint8_t stored, unsigned channel) {
    return std::bit_cast<std::uint32_t>(channel < 3 ? static_cast<float>(kSrgb[stored]) / 16384
                                                    : Alpha(stored));
  });
}

// Rounds to a half, ties away from zero.
float roundToHalf(double sum) {
  constexpr double kLeastNormal = 0x1p-14, kLeast = 0x1p-24;
  if (std::abs(sum) >= kLeastNormal || sum == 0)
    return roundTo(sum, 10);
  return static_cast<float>(std::copysign(floorOf(std::abs(sum) / kLeast + 0.5) * kLeast, sum));
}
void roundToHalves(const double* sums, unsigned count, std::uint32_t* words) {
  for (unsigned i = 0; i < count; ++i)
    words[i] = std::bit_cast<std::uint32_t>(roundToHalf(sums[i]));
}
void roundToFloats(const double* sums, unsigned count, std::uint32_t* words) {
  for (unsigned i = 0; i < count; ++i)
    words[i] = std::bit_cast<std::uint32_t>(roundTo(sums[i], 23));
}
// Rounds to an integer, ties upwards.
float roundToInteger(double sum) {
  return static_cast<float>(floorOf(sum + 0.5));
}
void roundUnsigned(const double* sums, unsigned count, std::uint32_t* words) {
  for (unsigned i = 0; i < count; ++i)
    words[i] = std::bit_cast<std::uint32_t>(roundToInteger(sums[i]) / 65535.0F);
}
void roundSigned(const double* sums, unsigned count, std::uint32_t* words) {
  for (unsigned i = 0; i < count; ++i)
    words[i] = std::bit_cast<std::uint32_t>(std::max(roundToInteger(sums[i]) / 32767.0F, -1.0F));
}

// A channel of 8 or 16 bits as the 16-bit integer that a GPU filters.
float widen(std::uint8_t v) {
  return static_cast<float>(v * 257);
}
float widen(std::uint16_t v) {
  return v;
}
float widen(std::int8_t v) {
  const int magnitude = std::min(std::abs(static_cast<int>(v)), 127);
  const int repeated = magnitude << 8 | magnitude << 1 | magnitude >> 6;
  return static_cast<float>(v < 0 ? -repeated : repeated);
}
float widen(std::int16_t v) {
  return v;
}
template <typename Stored, unsigned Channels>
void decodeWidened(const unsigned char* const* elements, unsigned count, std::uint32_t* words) {
  read<Stored, Channels>(elements, count, words, [](Stored stored, unsigned) {
    return std::bit_cast<std::uint32_t>(widen(stored));
  });
}
#define HEDDLE_WIDENED(name, Stored)                                                               \
  constexpr Decode name[3] = {decodeWidened<Stored, 1>, decodeWidened<Stored, 2>,                  \
                              decodeWidened<Stored, 4>}
HEDDLE_WIDENED(kWidenedU8, std::uint8_t);
HEDDLE_WIDENED(kWidenedU16, std::uint16_t);
HEDDLE_WIDENED(kWidenedS8, std::int8_t);
HEDDLE_WIDENED(kWidenedS16, std::int16_t);
#undef HEDDLE_WIDENED

// Calls `word` with each channel of a texel of ten bits a channel, and two for the last one.
template <typename Word>
void readPacked(const unsigned char* const* elements, unsigned count, std::uint32_t* words,
                Word word) {
  for (unsigned lane = 0; lane < count; ++lane) {
    const auto packed = load<std::uint32_t>(elements[lane]);
    for (unsigned i = 0; i < 4; ++i)
      words[i * count + lane] =
          std::bit_cast<std::uint32_t>(word(packed >> 10 * i & (i < 3 ? 0x3ffU : 3U), i));
  }
}
void decodePacked(const unsigned char* const* elements, unsigned count, std::uint32_t* words) {
  readPacked(elements, count, words, [](std::uint32_t stored, unsigned channel) {
    return static_cast<float>(stored) / (channel < 3 ? 1023.0F : 3.0F);
  });
}
// Decodes channels as 16-bit integers, because a GPU filters them as such.
void decodeWidenedPacked(const unsigned char* const* elements, unsigned count,
                         std::uint32_t* words) {
  readPacked(elements, count, words, [](std::uint32_t stored, unsigned channel) {
    return static_cast<float>(channel < 3 ? stored << 6 | stored >> 4 : stored * 0x5555);
  });
}

void decodeZeros(const unsigned char* const*, unsigned count, std::uint32_t* words) {
  std::fill_n(words, std::size_t{4} * count, 0);
}

#define HEDDLE_DECODERS(format, isFloat)                                                           \
  {decode<format, 1, isFloat>, decode<format, 2, isFloat>, decode<format, 4, isFloat>}
constexpr Decode kDecoders[TexelFormatCount][2][3] = {
    {{decodeZeros, decodeZeros, decodeZeros}, {decodeZeros, decodeZeros, decodeZeros}},
    {HEDDLE_DECODERS(U8, false), HEDDLE_DECODERS(U8, true)},
    {HEDDLE_DECODERS(U16, false), HEDDLE_DECODERS(U16, true)},
    {HEDDLE_DECODERS(U32, false), HEDDLE_DECODERS(U32, true)},
    {HEDDLE_DECODERS(S8, false), HEDDLE_DECODERS(S8, true)},
    {HEDDLE_DECODERS(S16, false), HEDDLE_DECODERS(S16, true)},
    {HEDDLE_DECODERS(U32, false), HEDDLE_DECODERS(U32, true)},
    {HEDDLE_DECODERS(F16, true), HEDDLE_DECODERS(F16, true)},
    {HEDDLE_DECODERS(U32, true), HEDDLE_DECODERS(U32, true)},
    {{decodePacked, decodePacked, decodePacked}, {decodePacked, decodePacked, decodePacked}},
};
#undef HEDDLE_DECODERS
#define HEDDLE_SRGB_DECODERS(name, alpha)                                                          \
  constexpr Decode name[3] = {decodeSrgbWith<1, alpha>, decodeSrgbWith<2, alpha>,                  \
                              decodeSrgbWith<4, alpha>}
HEDDLE_SRGB_DECODERS(kSrgbDecoders, U8::real);
HEDDLE_SRGB_DECODERS(kSrgbFilterDecoders, widen);
#undef HEDDLE_SRGB_DECODERS

unsigned decoderIndex(std::uint32_t channels) {
  return channels == 4 ? 2 : channels - 1;
}

} // namespace

Decode decoderOf(const Texture& texture) {
  if (texture.format == TexelFormatNone || texture.format >= TexelFormatCount)
    return decodeZeros;
  if (texture.isSrgb)
    return kSrgbDecoders[decoderIndex(texture.channels)];
  return kDecoders[texture.format][texture.isFloat ? 1 : 0][decoderIndex(texture.channels)];
}

Filter filterOf(const Texture& texture) {
  const unsigned index = decoderIndex(texture.channels);
  const auto exact = [](Decode decode, Round round) {
    return Filter{decode, round, round, Alignment::None, 0};
  };
  switch (texture.format) {
  case TexelFormatU8:
    if (texture.isSrgb)
      return {kSrgbFilterDecoders[index], roundToHalves, roundUnsigned, Alignment::Srgb, 3};
    return exact(kWidenedU8[index], roundUnsigned);
  case TexelFormatU16:
    return exact(kWidenedU16[index], roundUnsigned);
  case TexelFormatS8:
    return exact(kWidenedS8[index], roundSigned);
  case TexelFormatS16:
    return exact(kWidenedS16[index], roundSigned);
  case TexelFormatF16:
    return {decoderOf(texture), roundToHalves, roundToHalves, Alignment::Halves, 4};
  case TexelFormatU1010102:
    return exact(decodeWidenedPacked, roundUnsigned);
  default:
    return exact(decoderOf(texture), roundToFloats);
  }
}

void encodeBorder(const Texture& texture, const TextureSampler& sampler, unsigned char* element) {
  if (texture.format == TexelFormatU1010102) {
    std::uint32_t packed = 0;
    for (unsigned i = 0; i < 4; ++i)
      packed |= static_cast<std::uint32_t>(std::nearbyint(
                    std::clamp(sampler.border[i], 0.0F, 1.0F) * (i < 3 ? 1023.0F : 3.0F)))
                << 10 * i;
    std::memcpy(element, &packed, sizeof packed);
    return;
  }
  for (unsigned i = 0; i < texture.channels; ++i) {
    const float colour = sampler.border[i];
    std::uint32_t bits = std::bit_cast<std::uint32_t>(colour);
    const auto fraction = [&](float least, float steps) {
      bits = static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::nearbyint(std::clamp(colour, least, 1.0F) * steps)));
    };
    if (texture.format == TexelFormatF16)
      bits = floatToHalf(std::clamp(colour, -65504.0F, 65504.0F));
    else if (texture.isFloat && texture.format == TexelFormatU8)
      fraction(0, 255);
    else if (texture.isFloat && texture.format == TexelFormatU16)
      fraction(0, 65535);
    else if (texture.isFloat && texture.format == TexelFormatS8)
      fraction(-1, 127);
    else if (texture.isFloat && texture.format == TexelFormatS16)
      fraction(-1, 32767);
    const unsigned bytes = texture.elementBytes / texture.channels;
    std::memcpy(element + i * bytes, &bits, bytes);
  }
}

} // namespace heddle::texture
