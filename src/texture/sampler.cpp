// This file samples one lane after the other and can do everything; vector_sampler.cpp does the
// common cases for all lanes at once.
#include "texture/sampler.h"

#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"
#include "memory/kernel_access.h"
#include "texture/anisotropy.h"
#include "texture/block_compression.h"
#include "texture/cube_faces.h"
#include "texture/mipmap_levels.h"
#include "texture/sample_call.h"
#include "texture/texel_formats.h"
#include "texture/vector_sampler.h"

#include <algorithm>
#include <bit>

namespace heddle::texture {
namespace {

constexpr unsigned kMostElementBytes = 16; // four channels of 32 bits

// Where one lane samples.
struct Position {
  std::uint32_t coordinate[kMostDimensions]; // the bits of floats or integers
  std::int32_t offset[kMostDimensions];      // in texels
  std::uint32_t slice;                       // the layer, or the face of a cube
};

// The four channels of a texel, or of the result.
struct Words {
  std::uint32_t word[4];
};

// A weighted sum of texels. It is exact until it is rounded once at the end, as on a GPU, but for
// the channels that texel_alignment.h is about.
class Blend {
public:
  Blend(const Filter& filter, unsigned channels)
      : filter_(filter), channels_(channels),
        alignedChannels_(std::min(channels, filter.alignedChannels)) {}

  void add(const Words& words, std::int32_t weight) {
    for (unsigned i = alignedChannels_; i < channels_; ++i)
      sum_[i] += static_cast<double>(std::bit_cast<float>(words.word[i])) * weight;
    if (alignedChannels_)
      aligned_[count_++] = {words, weight};
  }
  // Adds what another sum has come to, with a weight.
  void add(const Blend& other, std::int32_t weight) {
    for (unsigned i = 0; i < channels_; ++i)
      sum_[i] += other.sum(i) / kFullWeight * weight;
  }
  Words words() const {
    Words result{};
    for (unsigned i = 0; i < channels_; ++i) {
      const double mean = sum(i) / kFullWeight;
      (i == 3 ? filter_.roundAlpha : filter_.round)(&mean, 1, &result.word[i]);
    }
    return result;
  }

private:
  struct Texel {
    Words words;
    std::int32_t weight;
  };
  static constexpr unsigned kMostTexels = 16; // eight around a position, in two levels

  double sum(unsigned channel) const {
    double sum = sum_[channel];
    if (channel >= alignedChannels_)
      return sum;
    std::int32_t place = INT32_MIN / 2;
    for (unsigned i = 0; i < count_; ++i)
      if (aligned_[i].weight)
        place = std::max(place, lastPlaceOf(filter_.alignment, aligned_[i].words.word[channel]));
    for (unsigned i = 0; i < count_; ++i)
      sum += static_cast<double>(
                 std::bit_cast<float>(cutBelow(aligned_[i].words.word[channel], place))) *
             aligned_[i].weight;
    return sum;
  }

  const Filter& filter_;
  const unsigned channels_, alignedChannels_;
  double sum_[4] = {};
  Texel aligned_[kMostTexels];
  unsigned count_ = 0;
};

class Sampler {
public:
  Sampler(const Texture& texture, const TextureSampler& sampler, const SampleCall& call)
      : texture_(texture), sampler_(sampler), call_(call), decode_(decoderOf(texture)),
        filter_(filterOf(texture)) {
    if (std::ranges::any_of(sampler.addressMode,
                            [](std::uint32_t mode) { return mode == TextureAddressBorder; })) {
      unsigned char element[kMostElementBytes];
      encodeBorder(texture, sampler, element);
      border_ = read(decode_, element);
      filteredBorder_ = read(filter_.decode, element);
    }
    normalized_ = usesNormalizedCoordinates(texture, sampler, call);
  }

  Words sample(const Position& position, float level) const {
    Words words = sampleChannels(position, level);
    // Compressed formats without alpha have one of 1.
    if (texture_.compression && texture_.channels < 4)
      words.word[3] = std::bit_cast<std::uint32_t>(1.0F);
    return words;
  }

  // Whether a fetch with gradients samples several places.
  bool isAnisotropic() const {
    return sampler_.mostSamples > 1 && sampler_.linear && texture_.isFloat &&
           call_.geometry == TextureGeometry2D;
  }
  Words sampleAnisotropic(const Position& position, const float* dx, const float* dy) const {
    const Footprint footprint = footprintOf(texture_, sampler_, normalized_, dx, dy);
    const LevelPair levels = texture_.levels == 1
                                 ? LevelPair{}
                                 : sharpened(levelsOf(texture_, sampler_, footprint.level));
    Blend all(filter_, texture_.channels);
    for (unsigned i = 0; i < footprint.count; ++i) {
      Position place = position;
      const auto move = [&](unsigned axis, float distance) {
        place.coordinate[axis] = std::bit_cast<std::uint32_t>(
            std::bit_cast<float>(position.coordinate[axis]) + distance);
      };
      move(0, footprint.x[i]);
      move(1, footprint.y[i]);
      Blend one(filter_, texture_.channels);
      add(one, texture_.level[levels.first], place, true, kFullWeight - levels.weight);
      if (levels.weight)
        add(one, texture_.level[levels.second], place, true, levels.weight);
      all.add(one, footprint.weight[i]);
    }
    return all.words();
  }

  float bias() const { return sampler_.levelBias; }

  // Calls `sample` and returns 1 if all texels that it reads have memory, else 0.
  template <class Sample> Words residency(Sample sample) const {
    isResident_ = true;
    sample();
    return {{isResident_ ? 1U : 0U, 0, 0, 0}};
  }

  // One channel of the four texels that linear filtering would read, counter-clockwise from the
  // lower left one (tld4).
  Words gather(const Position& position) const {
    const TextureLevel& level = texture_.level[0];
    const TexelPair x = pair(level, position, 0), y = pair(level, position, 1);
    const auto channel = [&](std::int32_t i, std::int32_t j) {
      return texel(level, i, j, position.slice).word[call_.component];
    };
    return {{channel(x.first, y.second), channel(x.second, y.second), channel(x.second, y.first),
             channel(x.first, y.first)}};
  }

private:
  Words sampleChannels(const Position& position, float level) const {
    const LevelPair levels =
        texture_.levels == 1 ? LevelPair{} : levelsOf(texture_, sampler_, level);
    const bool linear = sampler_.linear && texture_.isFloat && !call_.integers;
    if (!linear && (levels.weight == 0 || !texture_.isFloat))
      return texelAt(texture_.level[levels.first], position);
    Blend blend(filter_, texture_.channels);
    add(blend, texture_.level[levels.first], position, linear, kFullWeight - levels.weight);
    if (levels.weight)
      add(blend, texture_.level[levels.second], position, linear, levels.weight);
    return blend.words();
  }

  // The texel of a position with point sampling.
  struct Index {
    std::int32_t x, y, z;
  };
  Index indexAt(const TextureLevel& level, const Position& position) const {
    std::int32_t index[kMostDimensions] = {0, 0, static_cast<std::int32_t>(position.slice)};
    const std::uint32_t extents[] = {level.width, level.height, level.depth};
    for (unsigned i = 0; i < call_.dimensions; ++i)
      index[i] = nearest(position.coordinate[i], position.offset[i], extents[i], i);
    return {index[0], index[1], index[2]};
  }
  Words texelAt(const TextureLevel& level, const Position& position) const {
    const Index index = indexAt(level, position);
    return texel(level, index.x, index.y, index.z);
  }

  std::int32_t nearest(std::uint32_t coordinate, std::int32_t offset, std::uint32_t extent,
                       unsigned axis) const {
    // Linear memory and fetches with integer coordinates have no address mode: outside they read
    // zero.
    if (call_.integers || texture_.isLinear) {
      const std::int32_t index = call_.integers ? std::bit_cast<std::int32_t>(coordinate)
                                                : nearestTexel(std::bit_cast<float>(coordinate),
                                                               extent, TextureAddressBorder, false);
      return applyMode(index + offset, extent, TextureAddressBorder);
    }
    const std::uint32_t mode = sampler_.addressMode[axis];
    const std::int32_t index =
        nearestTexel(std::bit_cast<float>(coordinate), extent, mode, normalized_);
    return offset ? applyMode(index + offset, extent, mode) : index;
  }

  TexelPair pair(const TextureLevel& level, const Position& position, unsigned axis) const {
    const std::uint32_t extents[] = {level.width, level.height, level.depth};
    TexelPair pair;
    texelsAround(pair, std::bit_cast<float>(position.coordinate[axis]), extents[axis],
                 sampler_.addressMode[axis], normalized_, position.offset[axis]);
    return pair;
  }

  Words texel(const TextureLevel& level, std::int32_t x, std::int32_t y, std::int32_t z) const {
    if ((x | y | z) < 0)
      return texture_.isLinear || call_.integers ? Words{} : border_;
    return readAt(decode_, level, x, y, z);
  }
  // What is outside of the texture counts as resident.
  Words texelToFilter(const TextureLevel& level, std::int32_t x, std::int32_t y,
                      std::int32_t z) const {
    if ((x | y | z) < 0)
      return filteredBorder_;
    return readAt(filter_.decode, level, x, y, z);
  }
  static Words read(Decode decode, const unsigned char* element) {
    Words result;
    decode(&element, 1, result.word);
    return result;
  }
  Words readAt(Decode decode, const TextureLevel& level, std::int32_t x, std::int32_t y,
               std::int32_t z) const {
    const auto compression = static_cast<BlockCompression>(texture_.compression);
    if (compression == BlockCompressionNone)
      return read(decode, addressOf(level, x, y, z, texture_.elementBytes));
    constexpr auto kExtent = static_cast<std::int32_t>(kBlockExtent);
    const unsigned char* block = addressOf(level, x / kExtent, y / kExtent, z, texture_.blockBytes);
    unsigned char element[kMostElementBytes];
    decompressTexel(compression, block, static_cast<unsigned>(x % kExtent),
                    static_cast<unsigned>(y % kExtent), element);
    return read(decode, element);
  }
  // The address of an element or block of so many bytes.
  const unsigned char* addressOf(const TextureLevel& level, std::int32_t x, std::int32_t y,
                                 std::int32_t z, std::uint32_t bytes) const {
    if (level.tiles)
      return tiledAddressOf(level, std::uint64_t{static_cast<std::uint32_t>(x)} * bytes,
                            static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z), bytes);
    return level.data + static_cast<std::uint64_t>(x) * bytes +
           static_cast<std::uint64_t>(y) * level.rowBytes +
           static_cast<std::uint64_t>(z) * level.sliceBytes;
  }
  // Tiles without memory read as zeros. So do those that kernels may not access: the table may be
  // one that a kernel has made up, and looking at all of its tiles beforehand would take too long.
  const unsigned char* tiledAddressOf(const TextureLevel& level, std::uint64_t x, std::uint64_t y,
                                      std::uint64_t z, std::uint32_t bytes) const {
    const auto* const address = reinterpret_cast<const unsigned char*>(
        tiledAddress(level.tiles, x, y, z + level.firstSlice));
    const bool isThere = address && memory::mayKernelsAccess(address, bytes);
    isResident_ &= isThere;
    return isThere ? address : reinterpret_cast<const unsigned char*>(texture_.zeros);
  }

  // Adds the texels of one level, with weights that add up to `share`.
  void add(Blend& blend, const TextureLevel& level, const Position& position, bool linear,
           std::int32_t share) const {
    if (!linear) {
      const Index index = indexAt(level, position);
      return blend.add(texelToFilter(level, index.x, index.y, index.z), share);
    }
    if (call_.isCube && sampler_.seamless)
      return addSeamless(blend, level, position, share);
    const TexelPair x = pair(level, position, 0);
    const auto row = [&](std::int32_t j, std::int32_t k, std::int32_t first, std::int32_t second) {
      blend.add(texelToFilter(level, x.first, j, k), first);
      blend.add(texelToFilter(level, x.second, j, k), second);
    };
    const auto slice = static_cast<std::int32_t>(position.slice);
    // A GPU filters a one-dimensional texture as a two-dimensional one with a single row, sampled
    // at the lower edge of the row. Half of the result is then outside, which matters with a
    // border.
    if (call_.dimensions == 1 &&
        (call_.layered || sampler_.addressMode[1] != TextureAddressBorder)) {
      const std::int32_t right = multiplyWeights(x.weight, share);
      return row(0, slice, share - right, right);
    }
    const TexelPair y =
        call_.dimensions == 1 ? TexelPair{kOutside, 0, kFullWeight / 2} : pair(level, position, 1);
    const auto plane = [&](std::int32_t k, const Corners& c) {
      row(y.first, k, c.lowerLeft, c.lowerRight);
      row(y.second, k, c.upperLeft, c.upperRight);
    };
    if (call_.dimensions < 3)
      return plane(slice, Corners(share, x.weight, y.weight));
    const TexelPair z = pair(level, position, 2);
    const std::int32_t far = multiplyWeights(share, z.weight);
    plane(z.first, Corners(share - far, x.weight, y.weight));
    plane(z.second, Corners(far, x.weight, y.weight));
  }

  // Linear filtering across the edges of a cube. At a corner only three faces meet, so one of the
  // four texels does not exist; it is replaced by the mean of the others.
  void addSeamless(Blend& blend, const TextureLevel& level, const Position& position,
                   std::int32_t share) const {
    const auto around = [&](unsigned axis) {
      TexelPair pair;
      texelsAround(pair, std::bit_cast<float>(position.coordinate[axis]), level.width,
                   TextureAddressUnlimited, true, 0);
      return pair;
    };
    const TexelPair x = around(0), y = around(1);
    const auto last = static_cast<std::int32_t>(level.width) - 1;
    const auto outside = [&](std::int32_t i) { return i < 0 || i > last; };
    const Corners weights(share, x.weight, y.weight);
    const std::int32_t xs[] = {x.first, x.second, x.first, x.second};
    const std::int32_t ys[] = {y.first, y.first, y.second, y.second};
    const std::int32_t shares[] = {weights.lowerLeft, weights.lowerRight, weights.upperLeft,
                                   weights.upperRight};
    Words texels[4];
    int missing = -1;
    for (int i = 0; i < 4; ++i) {
      if (outside(xs[i]) && outside(ys[i])) {
        missing = i;
        continue;
      }
      std::uint32_t face = position.slice % 6;
      const std::uint32_t cube = position.slice - face;
      std::int32_t u = xs[i], v = ys[i];
      if (outside(u) || outside(v))
        crossEdge(face, u, v, level.width);
      texels[i] = texelToFilter(level, u, v, static_cast<std::int32_t>(cube + face));
    }
    if (missing >= 0) {
      for (unsigned channel = 0; channel < 4; ++channel) {
        double sum = 0;
        for (int i = 0; i < 4; ++i)
          if (i != missing)
            sum += std::bit_cast<float>(texels[i].word[channel]);
        texels[missing].word[channel] = std::bit_cast<std::uint32_t>(static_cast<float>(sum / 3));
      }
    }
    for (int i = 0; i < 4; ++i)
      blend.add(texels[i], shares[i]);
  }

  const Texture& texture_;
  const TextureSampler& sampler_;
  const SampleCall& call_;
  const Decode decode_;
  const Filter filter_;
  Words border_{}, filteredBorder_{};
  bool normalized_;
  mutable bool isResident_ = true; // whether all texels since askResidency() have memory
};

// Reads the arguments of one lane one after the other.
class Arguments {
public:
  Arguments(const std::uint32_t* first, std::uint32_t stride) : next_(first), stride_(stride) {}
  std::uint32_t word() {
    const std::uint32_t value = *next_;
    next_ += stride_;
    return value;
  }
  float real() { return std::bit_cast<float>(word()); }

private:
  const std::uint32_t* next_;
  const std::uint32_t stride_;
};

Words sampleLane(const Sampler& sampler, const Texture& texture, const SampleCall& call,
                 Arguments arguments) {
  Position position{};
  std::uint32_t layer = 0;
  if (call.layered) {
    const std::uint32_t layers = texture.level[0].depth / (call.isCube ? 6 : 1);
    layer = std::min(arguments.word(), std::max(layers, 1U) - 1);
  }
  if (call.isCube) {
    const float x = arguments.real(), y = arguments.real(), z = arguments.real();
    const CubePosition cube = cubePositionOf(x, y, z);
    position.coordinate[0] = std::bit_cast<std::uint32_t>(cube.s);
    position.coordinate[1] = std::bit_cast<std::uint32_t>(cube.t);
    layer = 6 * layer + cube.face;
  } else {
    for (unsigned i = 0; i < call.dimensions; ++i)
      position.coordinate[i] = arguments.word();
  }
  position.slice = layer;
  // Without a level of detail there is no bias either, so this cancels it.
  float level = -sampler.bias();
  float dx[kMostDimensions], dy[kMostDimensions];
  if (call.operation == TextureOperationLevel) {
    level = call.integers ? static_cast<float>(static_cast<std::int32_t>(arguments.word()))
                          : arguments.real();
  } else if (call.operation == TextureOperationGradient) {
    for (unsigned i = 0; i < call.coordinates; ++i)
      dx[i] = arguments.real();
    for (unsigned i = 0; i < call.coordinates; ++i)
      dy[i] = arguments.real();
    level = levelOfGradients(texture, call.dimensions, dx, dy);
  }
  if (call.offsets)
    for (unsigned i = 0; i < call.dimensions; ++i)
      position.offset[i] = static_cast<std::int32_t>(arguments.word());
  const auto sample = [&] {
    if (call.operation == TextureOperationGradient && sampler.isAnisotropic())
      return sampler.sampleAnisotropic(position, dx, dy);
    return call.operation == TextureOperationGather ? sampler.gather(position)
                                                    : sampler.sample(position, level);
  };
  return call.asksResidency ? sampler.residency(sample) : sample();
}

} // namespace

void sample(std::uint32_t bits, std::uint32_t lanes, std::uint64_t active,
            const Texture* const* textures, const Texture* const* samplers,
            const std::uint32_t* arguments, std::uint32_t* results) {
  const SampleCall call(bits);
  if (trySampleVectorised(call, lanes, active, textures, samplers, arguments, results))
    return;
  while (active) {
    // All lanes that sample the same texture share one Sampler.
    const auto first = static_cast<unsigned>(std::countr_zero(active));
    const Texture& texture = *textures[first];
    const Texture& with = samplers ? *samplers[first] : texture;
    const Sampler sampler(texture, with.sampler, call);
    const bool readable = isReadable(texture, call);
    for (std::uint64_t left = active; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (textures[lane] != &texture || (samplers && samplers[lane] != &with))
        continue;
      active &= ~(std::uint64_t{1} << lane);
      Words words{};
      if (readable)
        words = sampleLane(sampler, texture, call, Arguments(arguments + lane, lanes));
      else if (call.asksResidency)
        words.word[0] = 1;
      for (unsigned i = 0; i < 4; ++i)
        results[i * lanes + lane] = words.word[i];
    }
  }
}

} // namespace heddle::texture
