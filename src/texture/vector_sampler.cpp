#include "texture/vector_sampler.h"

#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"
#include "texture/texel_formats.h"

#include <algorithm>
#include <bit>

namespace heddle::texture {
namespace {

constexpr unsigned kMostLanes = 64; // of a gang
constexpr unsigned kMostCorners = 8;

// Calls `function` with the address mode and with `normalized` as template arguments.
template <typename Function>
HEDDLE_INLINE void withMode(std::uint32_t mode, bool normalized, Function function) {
  const auto with = [&]<std::uint32_t Mode>() HEDDLE_INLINE_LAMBDA {
    if (normalized)
      function.template operator()<Mode, true>();
    else
      function.template operator()<Mode, false>();
  };
  switch (mode) {
  case TextureAddressWrap:
    return with.template operator()<TextureAddressWrap>();
  case TextureAddressMirror:
    return with.template operator()<TextureAddressMirror>();
  case TextureAddressBorder:
    return with.template operator()<TextureAddressBorder>();
  default:
    return with.template operator()<TextureAddressClamp>();
  }
}

// One call of the sampler for all lanes.
class Lanes {
public:
  HEDDLE_INLINE Lanes(const SampleCall& call, const Texture& texture, const TextureSampler& sampler,
                      std::uint32_t lanes, const std::uint32_t* arguments)
      : call_(call), texture_(texture), sampler_(sampler), level_(texture.level[0]), lanes_(lanes),
        normalized_(usesNormalizedCoordinates(texture, sampler, call)),
        ignoresAddressMode_(call.integers || texture.isLinear),
        coordinates_(arguments + (call.layered ? lanes : 0)) {
    const std::uint32_t last = call.layered ? level_.depth - 1 : 0;
    for (unsigned i = 0; i < lanes; ++i)
      layerOffset_[i] = std::min(arguments[i], last) * level_.sliceBytes;
  }

  HEDDLE_INLINE void sample(std::uint32_t* results) {
    prepareOutside();
    if (sampler_.linear && texture_.isFloat && !call_.integers)
      sampleLinear(results);
    else
      samplePoints(results);
  }

private:
  // For each lane, the distance in bytes from the first texel along one axis. It is so far negative
  // for a texel outside that the sum over all axes is negative too.
  using Offsets = std::int64_t[kMostLanes];

  // Texels outside are read from outside_, which holds the border colour or zeros.
  HEDDLE_INLINE void prepareOutside() {
    if (!ignoresAddressMode_ && std::ranges::any_of(sampler_.addressMode, [](std::uint32_t mode) {
          return mode == TextureAddressBorder;
        }))
      encodeBorder(texture_, sampler_, outside_);
  }

  HEDDLE_INLINE std::uint32_t extent(unsigned axis) const {
    return axis == 0 ? level_.width : axis == 1 ? level_.height : level_.depth;
  }
  HEDDLE_INLINE std::int64_t step(unsigned axis) const {
    return static_cast<std::int64_t>(axis == 0   ? texture_.elementBytes
                                     : axis == 1 ? level_.rowBytes
                                                 : level_.sliceBytes);
  }
  HEDDLE_INLINE static std::int64_t offsetOf(std::int32_t index, std::int64_t step) {
    return index < 0 ? INT64_MIN / 4 : index * step;
  }

  HEDDLE_INLINE void nearestOffsets(unsigned axis, Offsets& offsets) const {
    const std::uint32_t* coordinates = coordinates_ + std::size_t{axis} * lanes_;
    const std::uint32_t extent = this->extent(axis);
    const std::int64_t step = this->step(axis);
    if (call_.integers) {
      for (unsigned i = 0; i < lanes_; ++i)
        offsets[i] = offsetOf(
            applyMode(static_cast<std::int32_t>(coordinates[i]), extent, TextureAddressBorder),
            step);
      return;
    }
    const std::uint32_t mode =
        ignoresAddressMode_ ? TextureAddressBorder : sampler_.addressMode[axis];
    withMode(mode, normalized_ && !ignoresAddressMode_,
             [&]<std::uint32_t Mode, bool Normalized>() HEDDLE_INLINE_LAMBDA {
               for (unsigned i = 0; i < lanes_; ++i)
                 offsets[i] = offsetOf(
                     nearestTexel(std::bit_cast<float>(coordinates[i]), extent, Mode, Normalized),
                     step);
             });
  }

  HEDDLE_INLINE void surroundingOffsets(unsigned axis, Offsets& first, Offsets& second,
                                        std::int32_t* weights) const {
    const std::uint32_t* coordinates = coordinates_ + std::size_t{axis} * lanes_;
    const std::uint32_t extent = this->extent(axis);
    const std::int64_t step = this->step(axis);
    withMode(sampler_.addressMode[axis], normalized_,
             [&]<std::uint32_t Mode, bool Normalized>() HEDDLE_INLINE_LAMBDA {
               for (unsigned i = 0; i < lanes_; ++i) {
                 TexelPair pair;
                 texelsAround(pair, std::bit_cast<float>(coordinates[i]), extent, Mode, Normalized);
                 first[i] = offsetOf(pair.first, step);
                 second[i] = offsetOf(pair.second, step);
                 weights[i] = pair.weight;
               }
             });
  }

  HEDDLE_INLINE const unsigned char* element(std::int64_t offset) const {
    return offset < 0 ? outside_ : level_.data + offset;
  }

  HEDDLE_INLINE void samplePoints(std::uint32_t* results) {
    Offsets sum, next;
    nearestOffsets(0, sum);
    for (unsigned axis = 1; axis < call_.dimensions; ++axis) {
      nearestOffsets(axis, next);
      for (unsigned i = 0; i < lanes_; ++i)
        sum[i] += next[i];
    }
    const unsigned char* elements[kMostLanes];
    for (unsigned i = 0; i < lanes_; ++i)
      elements[i] = element(sum[i] + static_cast<std::int64_t>(layerOffset_[i]));
    decoderOf(texture_)(elements, lanes_, results);
  }

  HEDDLE_INLINE void sampleLinear(std::uint32_t* results) {
    // The corners of the cell around each coordinate, and their weights.
    Offsets corners[kMostCorners];
    std::int32_t weights[kMostCorners][kMostLanes];
    const unsigned count = 1U << call_.dimensions;
    findCorners(corners, weights);
    const Filter filter = filterOf(texture_);
    std::uint32_t words[kMostCorners][4 * kMostLanes];
    for (unsigned corner = 0; corner < count; ++corner) {
      const unsigned char* elements[kMostLanes];
      for (unsigned i = 0; i < lanes_; ++i)
        elements[i] = element(corners[corner][i] + static_cast<std::int64_t>(layerOffset_[i]));
      filter.decode(elements, lanes_, words[corner]);
    }
    if (filter.alignment == Alignment::Halves)
      align<Alignment::Halves>(words, weights, count, filter.alignedChannels);
    else if (filter.alignment == Alignment::Srgb)
      align<Alignment::Srgb>(words, weights, count, filter.alignedChannels);
    for (unsigned channel = 0; channel < texture_.channels; ++channel) {
      double sums[kMostLanes] = {};
      for (unsigned corner = 0; corner < count; ++corner)
        for (unsigned i = 0; i < lanes_; ++i)
          sums[i] +=
              static_cast<double>(std::bit_cast<float>(words[corner][channel * lanes_ + i])) *
              weights[corner][i];
      for (unsigned i = 0; i < lanes_; ++i)
        sums[i] /= kFullWeight;
      (channel == 3 ? filter.roundAlpha : filter.round)(sums, lanes_,
                                                        results + std::size_t{channel} * lanes_);
    }
    std::fill(results + std::size_t{texture_.channels} * lanes_, results + std::size_t{4} * lanes_,
              0);
  }

  // Cuts the texels of each lane below the last place that they have in common.
  template <Alignment Kind>
  HEDDLE_INLINE void align(std::uint32_t (*words)[4 * kMostLanes],
                           const std::int32_t (*weights)[kMostLanes], unsigned corners,
                           unsigned channels) const {
    for (unsigned channel = 0; channel < std::min(channels, texture_.channels); ++channel) {
      std::int32_t place[kMostLanes];
      std::fill_n(place, lanes_, INT32_MIN / 2);
      for (unsigned corner = 0; corner < corners; ++corner)
        for (unsigned i = 0; i < lanes_; ++i) {
          const std::int32_t own = lastPlaceOf(Kind, words[corner][channel * lanes_ + i]);
          place[i] = weights[corner][i] ? std::max(place[i], own) : place[i];
        }
      for (unsigned corner = 0; corner < corners; ++corner)
        for (unsigned i = 0; i < lanes_; ++i)
          words[corner][channel * lanes_ + i] =
              cutBelow(words[corner][channel * lanes_ + i], place[i]);
    }
  }

  HEDDLE_INLINE void findCorners(Offsets* corners, std::int32_t (*weights)[kMostLanes]) const {
    Offsets first[kMostDimensions], second[kMostDimensions];
    std::int32_t fractions[kMostDimensions][kMostLanes];
    for (unsigned axis = 0; axis < call_.dimensions; ++axis)
      surroundingOffsets(axis, first[axis], second[axis], fractions[axis]);
    if (call_.dimensions == 1) {
      for (unsigned i = 0; i < lanes_; ++i) {
        corners[0][i] = first[0][i];
        corners[1][i] = second[0][i];
        weights[1][i] = multiplyWeights(fractions[0][i], kFullWeight);
        weights[0][i] = kFullWeight - weights[1][i];
      }
      return;
    }
    const auto plane = [&](unsigned corner, unsigned i, std::int32_t share, std::int64_t offset)
                           HEDDLE_INLINE_LAMBDA {
                             const Corners of(share, fractions[0][i], fractions[1][i]);
                             corners[corner][i] = first[0][i] + first[1][i] + offset;
                             corners[corner + 1][i] = second[0][i] + first[1][i] + offset;
                             corners[corner + 2][i] = first[0][i] + second[1][i] + offset;
                             corners[corner + 3][i] = second[0][i] + second[1][i] + offset;
                             weights[corner][i] = of.lowerLeft;
                             weights[corner + 1][i] = of.lowerRight;
                             weights[corner + 2][i] = of.upperLeft;
                             weights[corner + 3][i] = of.upperRight;
                           };
    if (call_.dimensions == 2) {
      for (unsigned i = 0; i < lanes_; ++i)
        plane(0, i, kFullWeight, 0);
      return;
    }
    for (unsigned i = 0; i < lanes_; ++i) {
      const std::int32_t far = multiplyWeights(kFullWeight, fractions[2][i]);
      plane(0, i, kFullWeight - far, first[2][i]);
      plane(4, i, far, second[2][i]);
    }
  }

  const SampleCall& call_;
  const Texture& texture_;
  const TextureSampler& sampler_;
  const TextureLevel& level_;
  const unsigned lanes_;
  const bool normalized_;
  const bool ignoresAddressMode_; // integer coordinates and linear memory: zero outside
  const std::uint32_t* const coordinates_;
  std::uint64_t layerOffset_[kMostLanes];
  unsigned char outside_[16] = {};
};

void sampleLanes(Lanes& lanes, std::uint32_t* results) {
  lanes.sample(results);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void sampleLanesAvx2(Lanes& lanes, std::uint32_t* results) {
  lanes.sample(results);
}
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void
sampleLanesAvx512(Lanes& lanes, std::uint32_t* results) {
  lanes.sample(results);
}
#endif

// The loops compiled for the widest vector registers that this processor has.
using SampleLanes = void (*)(Lanes& lanes, std::uint32_t* results);
SampleLanes sampleLanesForProcessor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return sampleLanesAvx512;
  if (__builtin_cpu_supports("avx2"))
    return sampleLanesAvx2;
#endif
  return sampleLanes;
}

bool canVectorise(const SampleCall& call, const Texture& texture, const TextureSampler& sampler) {
  if (call.isCube || call.offsets || call.operation == TextureOperationGather ||
      texture.levels != 1 || texture.level[0].tiles || call.asksResidency || texture.compression ||
      !isReadable(texture, call))
    return false;
  if (call.operation == TextureOperationGradient && sampler.mostSamples > 1)
    return false;
  // A one-dimensional texture with a border in y is filtered in two dimensions (sampler.cpp).
  const bool linear = sampler.linear && texture.isFloat && !call.integers;
  if (linear && call.geometry == TextureGeometry1D &&
      sampler.addressMode[1] == TextureAddressBorder)
    return false;
  return true;
}

} // namespace

bool trySampleVectorised(const SampleCall& call, std::uint32_t lanes, std::uint64_t active,
                         const Texture* const* textures, const Texture* const* samplers,
                         const std::uint32_t* arguments, std::uint32_t* results) {
  if (!active)
    return true;
  const auto first = static_cast<unsigned>(std::countr_zero(active));
  const Texture& texture = *textures[first];
  const Texture& with = samplers ? *samplers[first] : texture;
  if (!canVectorise(call, texture, with.sampler))
    return false;
  for (unsigned i = 0; i < lanes; ++i)
    if ((active >> i & 1) && (textures[i] != &texture || (samplers && samplers[i] != &with)))
      return false;
  static const SampleLanes sample = sampleLanesForProcessor();
  Lanes all(call, texture, with.sampler, lanes, arguments);
  sample(all, results);
  return true;
}

} // namespace heddle::texture
