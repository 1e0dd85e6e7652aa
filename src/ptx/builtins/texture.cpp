// Bilinear filtering of floats, the fetch that most kernels with textures make, as code of the
// kernel: lanes of a gang then filter in vector registers, and nobody leaves kernel mode. Which
// kind a texture is, is not known when a kernel is compiled, so compiled code asks first
// (lowering/texture.cpp). The results are those of the sampler, which uses the same functions.
#include "ir/texture.h"
#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"

#include "builtins.h"

using namespace heddle;
using namespace heddle::texture;

INLINE const Texture& textureOf(uint64_t handle) {
  return *reinterpret_cast<const Texture*>(handle);
}

// One branch for both axes. All lanes take the same way, since they sample the same texture.
INLINE void cellAround(const Texture& texture, float x, float y, TexelPair& columns,
                       TexelPair& rows) {
  const TextureLevel& level = texture.level[0];
  const TextureSampler& sampler = texture.sampler;
  const auto around = [&](uint32_t mode, bool normalized) HEDDLE_INLINE_LAMBDA {
    texelsAround(columns, x, level.width, mode, normalized);
    texelsAround(rows, y, level.height, mode, normalized);
  };
  if (sampler.addressMode[0] == TextureAddressWrap)
    around(TextureAddressWrap, true);
  else if (sampler.normalized)
    around(TextureAddressClamp, true);
  else
    around(TextureAddressClamp, false);
}

// Is this a two-dimensional texture of single floats with linear filtering, whose coordinates are
// clamped or, if they are fractions of the extent, wrap around? Offsets in it must fit 32 bits.
extern "C" uint32_t isBilinear(uint64_t) HELPER("texture.is_bilinear");
uint32_t isBilinear(uint64_t handle) {
  const Texture& texture = textureOf(handle);
  const TextureLevel& level = texture.level[0];
  const TextureSampler& sampler = texture.sampler;
  const uint32_t mode = sampler.addressMode[0];
  const bool isPlain = (texture.levels == 1) & (texture.format == TexelFormatF32) &
                       (texture.channels == 1) & !texture.isLinear & !texture.isCube &
                       !level.tiles & (level.rowBytes * level.height <= INT32_MAX);
  const bool isAddressable =
      (mode == TextureAddressClamp) | ((mode == TextureAddressWrap) & (sampler.normalized != 0));
  return isPlain & (sampler.linear != 0) & (mode == sampler.addressMode[1]) & isAddressable;
}

// The bits of the result.
extern "C" uint32_t sampleBilinear(uint64_t, float, float) HELPER("texture.bilinear");
uint32_t sampleBilinear(uint64_t handle, float x, float y) {
// A product of a float and a weight is exact in a double, so that it may be fused with the
// addition.
#pragma clang fp contract(fast)
  const Texture& texture = textureOf(handle);
  const TextureLevel& level = texture.level[0];
  TexelPair columns, rows;
  cellAround(texture, x, y, columns, rows);
  const Corners weights(columns.weight, rows.weight);
  // Texels lie at multiples of their size. That each address visibly is one saves lanes the
  // question whether it is aligned.
  const auto* const texels =
      reinterpret_cast<const float*>(reinterpret_cast<uintptr_t>(level.data) & -sizeof(float));
  const auto rowTexels = static_cast<int32_t>(level.rowBytes / sizeof(float));
  const auto texel = [&](int32_t column, int32_t row, int32_t weight) HEDDLE_INLINE_LAMBDA {
    return static_cast<double>(texels[row * rowTexels + column]) * weight;
  };
  // In the sampler's order, from zero on.
  double sum = 0;
  sum += texel(columns.first, rows.first, weights.lowerLeft);
  sum += texel(columns.second, rows.first, weights.lowerRight);
  sum += texel(columns.first, rows.second, weights.upperLeft);
  sum += texel(columns.second, rows.second, weights.upperRight);
  return bitsOf32(roundTo(sum / kFullWeight, 23));
}
