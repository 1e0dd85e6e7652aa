#include "texture/bptc_blocks.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace heddle::texture {
namespace {

// Reads a block from its lowest bit on.
class Bits {
public:
  explicit Bits(const unsigned char* block) { std::memcpy(words_, block, sizeof words_); }
  unsigned take(unsigned count) {
    const unsigned value = peek(next_, count);
    next_ += count;
    return value;
  }

private:
  unsigned peek(unsigned from, unsigned count) const {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i)
      value |= static_cast<unsigned>(words_[(from + i) / 64] >> ((from + i) % 64) & 1) << i;
    return value;
  }

  std::uint64_t words_[2];
  unsigned next_ = 0;
};

constexpr unsigned kTexels = 16, kPartitions = 64;

// Which of two subsets each texel is in: one bit for a texel, the first one lowest. BC6H uses the
// first 32.
constexpr std::uint16_t kTwoSubsets[kPartitions] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};
// Which of three, with two bits for a texel.
constexpr std::uint32_t kThreeSubsets[kPartitions] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};
// The texel of each subset after the first whose index has one bit less.
constexpr std::uint8_t kAnchorOfTwo[kPartitions] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2,  8, 2,  2, 8,
    8,  15, 2,  8,  2,  2,  8,  8,  2,  2,  15, 15, 6,  8,  2,  8,  15, 15, 2, 8,  2, 2,
    2,  15, 15, 6,  6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2, 15,
};
constexpr std::uint8_t kSecondAnchor[kPartitions] = {
    3,  3,  15, 15, 8, 3,  15, 15, 8,  8,  6, 6,  6, 5,  3, 3,  3,  3,  8,  15, 3,  3,
    6,  10, 5,  8,  8, 6,  8,  5,  15, 15, 8, 15, 3, 5,  6, 10, 8,  15, 15, 3,  15, 5,
    15, 15, 15, 15, 3, 15, 5,  5,  5,  8,  5, 10, 5, 10, 8, 13, 15, 12, 3,  3,
};
constexpr std::uint8_t kThirdAnchor[kPartitions] = {
    15, 8, 8, 3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,  15, 8,  15, 3,  15, 8,
    15, 8, 3, 15, 6,  10, 15, 15, 10, 8,  15, 3,  15, 10, 10, 8,  9,  10, 6,  15, 8,  15,
    3,  6, 6, 8,  15, 3,  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8,
};

unsigned subsetOf(unsigned subsets, unsigned partition, unsigned texel) {
  return subsets == 1   ? 0
         : subsets == 2 ? kTwoSubsets[partition] >> texel & 1
                        : kThreeSubsets[partition] >> (2 * texel) & 3;
}

bool isAnchor(unsigned subsets, unsigned partition, unsigned texel) {
  return texel == 0 || (subsets == 2 && texel == kAnchorOfTwo[partition]) ||
         (subsets == 3 && (texel == kSecondAnchor[partition] || texel == kThirdAnchor[partition]));
}

// Takes the indices of all texels, and returns that of one.
unsigned takeIndex(Bits& bits, unsigned width, unsigned subsets, unsigned partition,
                   unsigned texel) {
  unsigned result = 0;
  for (unsigned i = 0; i < kTexels; ++i) {
    const unsigned index = bits.take(width - (isAnchor(subsets, partition, i) ? 1 : 0));
    if (i == texel)
      result = index;
  }
  return result;
}

// The share of the second end colour in 64ths, by the width of an index and the index.
int weightOf(unsigned width, unsigned index) {
  constexpr std::uint8_t k2[] = {0, 21, 43, 64}, k3[] = {0, 9, 18, 27, 37, 46, 55, 64},
                         k4[] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
  return width == 2 ? k2[index] : width == 3 ? k3[index] : k4[index];
}
int mix(int first, int second, int weight) {
  return (first * (64 - weight) + second * weight + 32) >> 6;
}

// A mode of BC7: numbers of subsets, and of bits.
struct Mode7 {
  unsigned subsets, partition, rotation, selection, colour, alpha, ownParity, sharedParity, index,
      secondIndex;
};
constexpr Mode7 kModes7[] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

// The end colours of all subsets with 8 bits in each of four channels.
struct Ends7 {
  int value[4][6]; // by channel and end
};
Ends7 takeEnds(Bits& bits, const Mode7& mode) {
  Ends7 ends{};
  const unsigned count = 2 * mode.subsets;
  const auto widthOf = [&](unsigned channel) { return channel < 3 ? mode.colour : mode.alpha; };
  for (unsigned channel = 0; channel < 4; ++channel)
    for (unsigned i = 0; i < count; ++i)
      ends.value[channel][i] = static_cast<int>(bits.take(widthOf(channel)));
  unsigned parity[6] = {};
  for (unsigned i = 0; i < count; ++i)
    if (mode.ownParity)
      parity[i] = bits.take(1);
    else if (mode.sharedParity)
      parity[i] = i % 2 ? parity[i - 1] : bits.take(1);
  for (unsigned channel = 0; channel < 4; ++channel)
    for (unsigned i = 0; i < count; ++i) {
      unsigned width = widthOf(channel);
      auto value = static_cast<unsigned>(ends.value[channel][i]);
      if (width && (mode.ownParity || mode.sharedParity)) {
        value = value << 1 | parity[i];
        ++width;
      }
      const unsigned high = width ? value << (8 - width) : 255;
      ends.value[channel][i] = static_cast<int>(width ? high | high >> width : high);
    }
  return ends;
}

// The layouts of BC6H after the bits of the mode: r, g, b for the channel, w, x, y, z for the end
// colour, then a bit, or the first and the last bit of several, in hexadecimal digits. The number
// of the partition comes behind these where there are two subsets.
struct Mode6 {
  unsigned mode, width, delta[3];
  bool hasTwoSubsets, isDelta;
  std::string_view layout;
};
constexpr Mode6 kModes6[] = {
    {0,
     10,
     {5, 5, 5},
     true,
     true,
     "gy4 by4 bz4 rw09 gw09 bw09 rx04 gz4 gy03 gx04 bz0 gz03 bx04 bz1 by03 ry04 bz2 rz04 bz3"},
    {1,
     7,
     {6, 6, 6},
     true,
     true,
     "gy5 gz4 gz5 rw06 bz0 bz1 by4 gw06 by5 bz2 gy4 bw06 bz3 bz5 bz4 rx05 gy03 gx05 gz03 bx05 "
     "by03 ry05 rz05"},
    {2,
     11,
     {5, 4, 4},
     true,
     true,
     "rw09 gw09 bw09 rx04 rwa gy03 gx03 gwa bz0 gz03 bx03 bwa bz1 by03 ry04 bz2 rz04 bz3"},
    {6,
     11,
     {4, 5, 4},
     true,
     true,
     "rw09 gw09 bw09 rx03 rwa gz4 gy03 gx04 gwa gz03 bx03 bwa bz1 by03 ry03 bz0 bz2 rz03 gy4 bz3"},
    {10,
     11,
     {4, 4, 5},
     true,
     true,
     "rw09 gw09 bw09 rx03 rwa by4 gy03 gx03 gwa bz0 gz03 bx04 bwa by03 ry03 bz1 bz2 rz03 bz4 bz3"},
    {14,
     9,
     {5, 5, 5},
     true,
     true,
     "rw08 by4 gw08 gy4 bw08 bz4 rx04 gz4 gy03 gx04 bz0 gz03 bx04 bz1 by03 ry04 bz2 rz04 bz3"},
    {18,
     8,
     {6, 5, 5},
     true,
     true,
     "rw07 gz4 by4 gw07 bz2 gy4 bw07 bz3 bz4 rx05 gy03 gx04 bz0 gz03 bx04 bz1 by03 ry05 rz05"},
    {22,
     8,
     {5, 6, 5},
     true,
     true,
     "rw07 bz0 by4 gw07 gy5 gy4 bw07 gz5 bz4 rx04 gz4 gy03 gx05 gz03 bx04 bz1 by03 ry04 bz2 rz04 "
     "bz3"},
    {26,
     8,
     {5, 5, 6},
     true,
     true,
     "rw07 bz1 by4 gw07 by5 gy4 bw07 bz5 bz4 rx04 gz4 gy03 gx04 bz0 gz03 bx05 by03 ry04 bz2 rz04 "
     "bz3"},
    {30,
     6,
     {6, 6, 6},
     true,
     false,
     "rw05 gz4 bz0 bz1 by4 gw05 gy5 by5 bz2 gy4 bw05 gz5 bz3 bz5 bz4 rx05 gy03 gx05 gz03 bx05 by03 "
     "ry05 rz05"},
    {3, 10, {10, 10, 10}, false, false, "rw09 gw09 bw09 rx09 gx09 bx09"},
    {7, 11, {9, 9, 9}, false, true, "rw09 gw09 bw09 rx08 rwa gx08 gwa bx08 bwa"},
    {11, 12, {8, 8, 8}, false, true, "rw09 gw09 bw09 rx07 rwba gx07 gwba bx07 bwba"},
    {15, 16, {4, 4, 4}, false, true, "rw09 gw09 bw09 rx03 rwfa gx03 gwfa bx03 bwfa"},
};

unsigned digit(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
}

// The end colours by channel and end, as the layout stores them.
struct Ends6 {
  int value[3][4] = {};
};
void takeField(Bits& bits, std::string_view field, Ends6& ends) {
  const unsigned channel = field[0] == 'r' ? 0 : field[0] == 'g' ? 1 : 2;
  int& value = ends.value[channel][field[1] - 'w'];
  const unsigned first = digit(field[2]), last = digit(field.back());
  for (unsigned bit = first;; bit += first <= last ? 1U : ~0U) {
    value |= static_cast<int>(bits.take(1) << bit);
    if (bit == last)
      return;
  }
}

int extendSign(int value, unsigned width) {
  const int sign = 1 << (width - 1);
  return (value & ((1 << width) - 1) & ~sign) - (value & sign);
}

int unquantize(int value, unsigned width, bool isSigned) {
  if (!isSigned)
    return width >= 15 || value == 0   ? value
           : value == (1 << width) - 1 ? 0xffff
                                       : ((value << 16) + 0x8000) >> width;
  if (width >= 16)
    return value;
  const int magnitude = value < 0 ? -value : value;
  const int wide = magnitude == 0 ? 0
                   : magnitude >= (1 << (width - 1)) - 1
                       ? 0x7fff
                       : ((magnitude << 15) + 0x4000) >> (width - 1);
  return value < 0 ? -wide : wide;
}

// The bits of the half that a mixture of end colours stands for.
std::uint16_t finish(int value, bool isSigned) {
  if (!isSigned)
    return static_cast<std::uint16_t>((value * 31) >> 6);
  const int magnitude = ((value < 0 ? -value : value) * 31) >> 5;
  return static_cast<std::uint16_t>(value < 0 ? 0x8000 | magnitude : magnitude);
}

void decodeEnds(const Mode6& mode, bool isSigned, Ends6& ends) {
  const unsigned count = mode.hasTwoSubsets ? 4 : 2;
  for (unsigned channel = 0; channel < 3; ++channel) {
    int* value = ends.value[channel];
    if (isSigned)
      value[0] = extendSign(value[0], mode.width);
    for (unsigned i = 1; i < count; ++i) {
      if (mode.isDelta || isSigned)
        value[i] = extendSign(value[i], mode.delta[channel]);
      if (!mode.isDelta)
        continue;
      value[i] = (value[i] + value[0]) & ((1 << mode.width) - 1);
      if (isSigned)
        value[i] = extendSign(value[i], mode.width);
    }
    for (unsigned i = 0; i < count; ++i)
      value[i] = unquantize(value[i], mode.width, isSigned);
  }
}

} // namespace

void decompressBc6(const unsigned char* block, unsigned texel, bool isSigned,
                   unsigned char* element) {
  constexpr std::uint16_t kOne = 0x3c00;
  std::uint16_t halves[] = {0, 0, 0, kOne};
  Bits bits(block);
  unsigned number = bits.take(2);
  if (number > 1)
    number |= bits.take(3) << 2;
  const auto* mode = std::ranges::find(kModes6, number, &Mode6::mode);
  // Modes that are not defined give black.
  if (mode != std::end(kModes6)) {
    Ends6 ends;
    for (std::string_view left = mode->layout; !left.empty();) {
      const std::size_t length = std::min(left.find(' '), left.size());
      takeField(bits, left.substr(0, length), ends);
      left.remove_prefix(std::min(length + 1, left.size()));
    }
    const unsigned subsets = mode->hasTwoSubsets ? 2 : 1, width = mode->hasTwoSubsets ? 3 : 4;
    const unsigned partition = mode->hasTwoSubsets ? bits.take(5) : 0;
    decodeEnds(*mode, isSigned, ends);
    const int weight = weightOf(width, takeIndex(bits, width, subsets, partition, texel));
    const unsigned first = 2 * subsetOf(subsets, partition, texel);
    for (unsigned channel = 0; channel < 3; ++channel)
      halves[channel] =
          finish(mix(ends.value[channel][first], ends.value[channel][first + 1], weight), isSigned);
  }
  std::memcpy(element, halves, sizeof halves);
}

void decompressBc7(const unsigned char* block, unsigned texel, unsigned char* element) {
  Bits bits(block);
  unsigned number = 0;
  while (number < std::size(kModes7) && bits.take(1) == 0)
    ++number;
  if (number == std::size(kModes7)) { // not defined: transparent black
    std::fill_n(element, 4, static_cast<unsigned char>(0));
    return;
  }
  const Mode7& mode = kModes7[number];
  const unsigned partition = bits.take(mode.partition), rotation = bits.take(mode.rotation);
  const bool isSwapped = bits.take(mode.selection) != 0;
  const Ends7 ends = takeEnds(bits, mode);
  unsigned colourWidth = mode.index, alphaWidth = mode.index;
  unsigned colourIndex = takeIndex(bits, mode.index, mode.subsets, partition, texel);
  unsigned alphaIndex = colourIndex;
  if (mode.secondIndex) {
    alphaIndex = takeIndex(bits, mode.secondIndex, mode.subsets, partition, texel);
    alphaWidth = mode.secondIndex;
  }
  if (isSwapped) {
    std::swap(colourIndex, alphaIndex);
    std::swap(colourWidth, alphaWidth);
  }
  const unsigned first = 2 * subsetOf(mode.subsets, partition, texel);
  for (unsigned channel = 0; channel < 4; ++channel) {
    const int weight =
        channel < 3 ? weightOf(colourWidth, colourIndex) : weightOf(alphaWidth, alphaIndex);
    element[channel] = static_cast<unsigned char>(
        mix(ends.value[channel][first], ends.value[channel][first + 1], weight));
  }
  if (rotation)
    std::swap(element[rotation - 1], element[3]);
}

} // namespace heddle::texture
