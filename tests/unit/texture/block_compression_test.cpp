// What an H200 made of 4096 random blocks of each compressed format.
#include "texture/block_compression.h"
#include "texture/half.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

using namespace heddle;
using namespace heddle::texture;

namespace {

struct Format {
  BlockCompression compression;
  unsigned channels, blockBytes;
  unsigned modes;     // every mode has the same number of blocks, and a hash of its own
  std::uint64_t hash; // of the hashes of all modes
};
constexpr Format kFormats[] = {
    {BlockCompression1, 4, 8, 4, 0x0192c424d3deb285},
    {BlockCompression2, 4, 16, 4, 0xcf63d98f93c5959f},
    {BlockCompression3, 4, 16, 4, 0x049bd04414497790},
    {BlockCompression4Unsigned, 1, 8, 4, 0x857a36c87be371a5},
    {BlockCompression4Signed, 1, 8, 4, 0x6c38e74adf8bef0a},
    {BlockCompression5Unsigned, 2, 16, 4, 0x8f42a64b63e7457f},
    {BlockCompression5Signed, 2, 16, 4, 0x3090aa4500ea4a81},
    {BlockCompression6Unsigned, 3, 16, 32, 0xfe27409b532d0356},
    {BlockCompression6Signed, 3, 16, 32, 0x7c7df25ac0cb1460},
    {BlockCompression7, 4, 16, 8, 0x1a370eef5f7d3235},
};
constexpr unsigned kBlocks = 4096;

// Random blocks, in which every mode, equal ends and the least end are there.
std::vector<unsigned char> makeBlocks(const Format& format) {
  std::uint32_t state = 12345;
  std::vector<unsigned char> blocks(std::size_t{kBlocks} * format.blockBytes);
  for (unsigned char& byte : blocks) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<unsigned char>(state >> 8);
  }
  for (unsigned k = 0; k < kBlocks; ++k) {
    unsigned char* block = &blocks[std::size_t{k} * format.blockBytes];
    const auto setLow = [&](unsigned bits, unsigned value) {
      block[0] = static_cast<unsigned char>((block[0] >> bits << bits) | value);
    };
    if (format.modes == 8)
      setLow(k % 8 + 1, 1U << (k % 8));
    else if (format.modes == 32)
      setLow(5, k % 32);
    else if (format.channels == 4 && k % 4 == 3)
      std::memcpy(block + format.blockBytes - 6, block + format.blockBytes - 8, 2);
    else if (format.channels < 4 && k % 4 == 3)
      block[1] = block[0];
    else if (format.channels < 4 && (k % 16 == 1 || k % 16 == 2))
      block[k % 16 - 1] = 0x80;
    if (format.modes == 8 && k == kBlocks - 1)
      block[0] = 0; // no mode
  }
  return blocks;
}

// A channel of a decompressed texel as a texture gives it.
float channelOf(const Format& format, const unsigned char* element, unsigned channel) {
  std::uint16_t bits;
  std::memcpy(&bits, element + 2 * channel, sizeof bits);
  switch (format.compression) {
  case BlockCompression4Unsigned:
  case BlockCompression5Unsigned:
    return static_cast<float>(bits) / 65535.0F;
  case BlockCompression4Signed:
  case BlockCompression5Signed:
    return std::max(static_cast<float>(static_cast<std::int16_t>(bits)) / 32767.0F, -1.0F);
  case BlockCompression6Unsigned:
  case BlockCompression6Signed:
    return halfToFloat(bits);
  default:
    return static_cast<float>(element[channel]) / 255.0F;
  }
}

std::uint64_t hashOfBlock(const Format& format, const unsigned char* block, std::uint64_t hash) {
  for (unsigned texel = 0; texel < 16; ++texel) {
    unsigned char element[16] = {};
    decompressTexel(format.compression, block, texel % 4, texel / 4, element);
    std::array<float, 4> values = {0, 0, 0, 1};
    for (unsigned channel = 0; channel < format.channels; ++channel)
      values[channel] = channelOf(format, element, channel);
    unsigned char bytes[sizeof values];
    std::memcpy(bytes, values.data(), sizeof values);
    for (const unsigned char byte : bytes)
      hash = (hash ^ byte) * 1099511628211;
  }
  return hash;
}

TEST(BlockCompressionTest, RandomBlocksAreThoseOfAGpu) {
  for (const Format& format : kFormats) {
    const std::vector<unsigned char> blocks = makeBlocks(format);
    std::uint64_t all = 0;
    for (unsigned mode = 0; mode < format.modes; ++mode) {
      std::uint64_t hash = 1469598103934665603;
      for (unsigned k = mode; k < kBlocks; k += format.modes)
        hash = hashOfBlock(format, &blocks[std::size_t{k} * format.blockBytes], hash);
      all ^= hash;
    }
    EXPECT_EQ(all, format.hash) << format.compression;
  }
}

} // namespace
