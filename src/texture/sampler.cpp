// The sampler: one call for the lanes of a gang. A call's bits and the texture choose the way once;
// the lanes follow in a loop.
#include "texture/axis.h"
#include "texture/call.h"
#include "texture/common_calls.h"
#include "texture/levels.h"
#include "texture/texels.h"
#include "texture/weights.h"

#include <algorithm>
#include <bit>

namespace heddle::texture {
namespace {

// One lane's arguments, and where its texels are looked for.
struct Place {
  std::uint32_t coordinate[kMostDimensions]; // bits of floats or integers
  std::int32_t offset[kMostDimensions];
  std::uint32_t slice;
};

struct Words {
  std::uint32_t word[4];
};

// A weighted sum, exact until it is rounded once.
class Blend {
public:
  explicit Blend(unsigned channels) : channels_(channels) {}
  void add(const Words& words, std::int32_t weight) {
    for (unsigned i = 0; i < channels_; ++i)
      sum_[i] += static_cast<double>(std::bit_cast<float>(words.word[i])) * weight;
  }
  Words words(Round round) const {
    Words result{};
    double means[4];
    for (unsigned i = 0; i < channels_; ++i)
      means[i] = sum_[i] / kWhole;
    round(means, channels_, result.word);
    return result;
  }

private:
  const unsigned channels_;
  double sum_[4] = {};
};

class Sampler {
public:
  Sampler(const Texture& texture, const TextureSampler& sampler, const Call& call)
      : texture_(texture), sampler_(sampler), call_(call), decode_(decoderOf(texture)),
        filter_(filterOf(texture)) {
    if (std::ranges::any_of(sampler.addressMode,
                            [](std::uint32_t mode) { return mode == TextureAddressBorder; })) {
      unsigned char element[16];
      encodeBorder(texture, sampler, element);
      border_ = read(decode_, element);
      filteredBorder_ = read(filter_.decode, element);
    }
    // The coordinates of cubes are always fractions.
    normalized_ = takesFractions(texture, sampler, call);
  }

  Words sample(const Place& place, float level) const {
    const LevelPair levels =
        texture_.levels == 1 ? LevelPair{} : levelsOf(texture_, sampler_, level);
    const bool linear = sampler_.linear && texture_.isFloat && !call_.integers;
    if (!linear && (levels.weight == 0 || !texture_.isFloat))
      return texelAt(texture_.level[levels.first], place);
    Blend blend(texture_.channels);
    add(blend, texture_.level[levels.first], place, linear, kWhole - levels.weight);
    if (levels.weight)
      add(blend, texture_.level[levels.second], place, linear, levels.weight);
    return blend.words(filter_.round);
  }

  float bias() const { return sampler_.levelBias; }

  // One channel of the four texels that linear filtering would read, against the clock from the
  // lower left.
  Words gather(const Place& place) const {
    const TextureLevel& level = texture_.level[0];
    const TexelPair x = pair(level, place, 0), y = pair(level, place, 1);
    const auto channel = [&](std::int32_t i, std::int32_t j) {
      return texel(level, i, j, place.slice).word[call_.component];
    };
    return {{channel(x.first, y.second), channel(x.second, y.second), channel(x.second, y.first),
             channel(x.first, y.first)}};
  }

private:
  // The texel of a place, point sampled.
  struct Index {
    std::int32_t x, y, z;
  };
  Index indexAt(const TextureLevel& level, const Place& place) const {
    std::int32_t index[kMostDimensions] = {0, 0, static_cast<std::int32_t>(place.slice)};
    const std::uint32_t extents[] = {level.width, level.height, level.depth};
    for (unsigned i = 0; i < call_.dimensions; ++i)
      index[i] = nearest(place.coordinate[i], place.offset[i], extents[i], i);
    return {index[0], index[1], index[2]};
  }
  Words texelAt(const TextureLevel& level, const Place& place) const {
    const Index index = indexAt(level, place);
    return texel(level, index.x, index.y, index.z);
  }

  std::int32_t nearest(std::uint32_t coordinate, std::int32_t offset, std::uint32_t extent,
                       unsigned axis) const {
    // Linear memory has no addressing modes; arrays fetched by number have the border's.
    if (call_.integers || texture_.isLinear) {
      const std::int32_t index = call_.integers ? std::bit_cast<std::int32_t>(coordinate)
                                                : nearestTexel(std::bit_cast<float>(coordinate),
                                                               extent, TextureAddressBorder, false);
      return numberedTexel(index + offset, extent, TextureAddressBorder);
    }
    const std::uint32_t mode = sampler_.addressMode[axis];
    const std::int32_t index =
        nearestTexel(std::bit_cast<float>(coordinate), extent, mode, normalized_);
    return offset ? numberedTexel(index + offset, extent, mode) : index;
  }

  TexelPair pair(const TextureLevel& level, const Place& place, unsigned axis) const {
    const std::uint32_t extents[] = {level.width, level.height, level.depth};
    return texelsAround(std::bit_cast<float>(place.coordinate[axis]), extents[axis],
                        sampler_.addressMode[axis], normalized_, place.offset[axis]);
  }

  Words texel(const TextureLevel& level, std::int32_t x, std::int32_t y, std::int32_t z) const {
    if ((x | y | z) < 0)
      return texture_.isLinear || call_.integers ? Words{} : border_;
    return read(decode_, elementOf(level, x, y, z));
  }
  Words numerators(const TextureLevel& level, std::int32_t x, std::int32_t y,
                   std::int32_t z) const {
    if ((x | y | z) < 0)
      return filteredBorder_;
    return read(filter_.decode, elementOf(level, x, y, z));
  }
  static Words read(Decode decode, const unsigned char* element) {
    Words result;
    decode(&element, 1, result.word);
    return result;
  }
  const unsigned char* elementOf(const TextureLevel& level, std::int32_t x, std::int32_t y,
                                 std::int32_t z) const {
    return level.data + static_cast<std::uint64_t>(x) * texture_.elementBytes +
           static_cast<std::uint64_t>(y) * level.rowBytes +
           static_cast<std::uint64_t>(z) * level.sliceBytes;
  }

  // Adds what one level contributes, `share` of the whole.
  void add(Blend& blend, const TextureLevel& level, const Place& place, bool linear,
           std::int32_t share) const {
    if (!linear) {
      const Index index = indexAt(level, place);
      return blend.add(numerators(level, index.x, index.y, index.z), share);
    }
    if (call_.isCube && sampler_.seamless)
      return addSeamless(blend, level, place, share);
    const TexelPair x = pair(level, place, 0);
    const auto row = [&](std::int32_t j, std::int32_t k, std::int32_t first, std::int32_t second) {
      blend.add(numerators(level, x.first, j, k), first);
      blend.add(numerators(level, x.second, j, k), second);
    };
    const auto slice = static_cast<std::int32_t>(place.slice);
    // One dimension is two with one row, read at its lower edge: half of what is read lies beyond.
    if (call_.dimensions == 1 &&
        (call_.layered || sampler_.addressMode[1] != TextureAddressBorder)) {
      const std::int32_t right = product(x.weight, share);
      return row(0, slice, share - right, right);
    }
    const TexelPair y =
        call_.dimensions == 1 ? TexelPair{kOutside, 0, kWhole / 2} : pair(level, place, 1);
    const auto plane = [&](std::int32_t k, const Corners& c) {
      row(y.first, k, c.lowerLeft, c.lowerRight);
      row(y.second, k, c.upperLeft, c.upperRight);
    };
    if (call_.dimensions < 3)
      return plane(slice, Corners(share, x.weight, y.weight));
    const TexelPair z = pair(level, place, 2);
    const std::int32_t far = product(share, z.weight);
    plane(z.first, Corners(share - far, x.weight, y.weight));
    plane(z.second, Corners(far, x.weight, y.weight));
  }

  // Filtering that goes on over the edges of a cube. Three faces meet at a corner, so that one of
  // four texels is missing: it is the mean of the others.
  void addSeamless(Blend& blend, const TextureLevel& level, const Place& place,
                   std::int32_t share) const {
    const auto around = [&](unsigned axis) {
      return texelsAround(std::bit_cast<float>(place.coordinate[axis]), level.width,
                          TextureAddressUnlimited, true, 0);
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
      std::uint32_t face = place.slice % 6;
      const std::uint32_t cube = place.slice - face;
      std::int32_t u = xs[i], v = ys[i];
      if (outside(u) || outside(v))
        crossEdge(face, u, v, level.width);
      texels[i] = numerators(level, u, v, static_cast<std::int32_t>(cube + face));
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
  const Call& call_;
  const Decode decode_;
  const Filter filter_;
  Words border_{}, filteredBorder_{};
  bool normalized_;
};

// The arguments of one lane, in their order.
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

Words sampleLane(const Sampler& sampler, const Texture& texture, const Call& call,
                 Arguments arguments) {
  Place place{};
  std::uint32_t layer = 0;
  if (call.layered) {
    const std::uint32_t layers = texture.level[0].depth / (call.isCube ? 6 : 1);
    layer = std::min(arguments.word(), std::max(layers, 1U) - 1);
  }
  if (call.isCube) {
    const float x = arguments.real(), y = arguments.real(), z = arguments.real();
    const CubePlace cube = cubePlaceOf(x, y, z);
    place.coordinate[0] = std::bit_cast<std::uint32_t>(cube.s);
    place.coordinate[1] = std::bit_cast<std::uint32_t>(cube.t);
    layer = 6 * layer + cube.face;
  } else {
    for (unsigned i = 0; i < call.dimensions; ++i)
      place.coordinate[i] = arguments.word();
  }
  place.slice = layer;
  float level = -sampler.bias(); // without a level there is no bias either
  if (call.operation == TextureOperationLevel) {
    level = call.integers ? static_cast<float>(static_cast<std::int32_t>(arguments.word()))
                          : arguments.real();
  } else if (call.operation == TextureOperationGradient) {
    float dx[kMostDimensions], dy[kMostDimensions];
    for (unsigned i = 0; i < call.coordinates; ++i)
      dx[i] = arguments.real();
    for (unsigned i = 0; i < call.coordinates; ++i)
      dy[i] = arguments.real();
    level = levelOfGradients(texture, call.dimensions, dx, dy);
  }
  if (call.offsets)
    for (unsigned i = 0; i < call.dimensions; ++i)
      place.offset[i] = static_cast<std::int32_t>(arguments.word());
  return call.operation == TextureOperationGather ? sampler.gather(place)
                                                  : sampler.sample(place, level);
}

} // namespace
} // namespace heddle::texture

void heddle_texture_sample(std::uint32_t bits, std::uint32_t lanes, std::uint64_t active,
                           const heddle::Texture* const* textures,
                           const heddle::Texture* const* samplers, const std::uint32_t* arguments,
                           std::uint32_t* results) {
  using namespace heddle;
  using namespace heddle::texture;
  const Call call(bits);
  if (sampleCommonly(call, lanes, active, textures, samplers, arguments, results))
    return;
  while (active) {
    // Lanes mostly sample the same texture; those that do go together.
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
      for (unsigned i = 0; i < 4; ++i)
        results[i * lanes + lane] = words.word[i];
    }
  }
}
