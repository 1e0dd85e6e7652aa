// Bilinear filtering of floats, the fetch that most kernels with textures make, as code of the
// kernel: lanes of a gang then filter in vector registers, and nobody leaves kernel mode. Which
// kind a texture is, is not known when a kernel is compiled, so compiled code asks first
// (lowering/texture.cpp), and there is one function for each kind. The results are those of the
// sampler, which uses the same functions.
#include "ir/texture.h"
#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"

#include "builtins.h"

using namespace heddle;
using namespace heddle::texture;

INLINE const Texture& textureOf(uint64_t handle) {
  return *reinterpret_cast<const Texture*>(handle);
}

extern "C" uint32_t textureKind(uint64_t) HELPER("texture.kind");
uint32_t textureKind(uint64_t handle) {
  const Texture& texture = textureOf(handle);
  const TextureLevel& level = texture.level[0];
  const TextureSampler& sampler = texture.sampler;
  const uint32_t mode = sampler.addressMode[0];
  const bool isPlain = (texture.levels == 1) & (texture.format == TexelFormatF32) &
                       (texture.channels == 1) & !texture.isLinear & !texture.isCube &
                       !level.tiles & (level.rowBytes * level.height <= INT32_MAX);
  const bool isFiltered = isPlain & (sampler.linear != 0) & (mode == sampler.addressMode[1]);
  const bool isOfFractions = sampler.normalized != 0;
  const uint32_t clamped = isOfFractions ? TextureKindClampedFractions : TextureKindClampedTexels;
  const bool wraps = (mode == TextureAddressWrap) & isOfFractions;
  const uint32_t other = wraps ? TextureKindWrappedFractions : TextureKindOther;
  const uint32_t kind = mode == TextureAddressClamp ? clamped : other;
  return isFiltered ? kind : TextureKindOther;
}

// The bits of the result.
INLINE uint32_t sampleBilinear(uint64_t handle, float x, float y, uint32_t mode, bool normalized) {
// A product of a float and a weight is exact in a double, so that it may be fused with the
// addition.
#pragma clang fp contract(fast)
  const Texture& texture = textureOf(handle);
  const TextureLevel& level = texture.level[0];
  TexelPair columns, rows;
  texelsAround(columns, x, level.width, mode, normalized);
  texelsAround(rows, y, level.height, mode, normalized);
  const RealCorners weights(columns.weight, rows.weight);
  // Texels lie at multiples of their size. That each address visibly is one saves lanes the
  // question whether it is aligned.
  const auto* const texels =
      reinterpret_cast<const float*>(reinterpret_cast<uintptr_t>(level.data) & -sizeof(float));
  const auto rowTexels = static_cast<int32_t>(level.rowBytes / sizeof(float));
  const int32_t firstRow = rows.first * rowTexels;
  // Clamped rows are neighbours or the same one, which saves the second product.
  const int32_t secondRow = mode == TextureAddressClamp
                                ? firstRow + (rows.second == rows.first ? 0 : rowTexels)
                                : rows.second * rowTexels;
  const auto texel = [&](int32_t column, int32_t row, double weight) HEDDLE_INLINE_LAMBDA {
    return static_cast<double>(texels[row + column]) * weight;
  };
  // In the sampler's order, from zero on.
  double sum = 0;
  sum += texel(columns.first, firstRow, weights.lowerLeft);
  sum += texel(columns.second, firstRow, weights.lowerRight);
  sum += texel(columns.first, secondRow, weights.upperLeft);
  sum += texel(columns.second, secondRow, weights.upperRight);
  return bitsOf32(roundTo(sum / kFullWeight, 23));
}

extern "C" uint32_t sampleClampedTexels(uint64_t, float, float) HELPER("texture.clamped_texels");
uint32_t sampleClampedTexels(uint64_t handle, float x, float y) {
  return sampleBilinear(handle, x, y, TextureAddressClamp, false);
}

extern "C" uint32_t sampleClampedFractions(uint64_t, float, float)
    HELPER("texture.clamped_fractions");
uint32_t sampleClampedFractions(uint64_t handle, float x, float y) {
  return sampleBilinear(handle, x, y, TextureAddressClamp, true);
}

extern "C" uint32_t sampleWrappedFractions(uint64_t, float, float)
    HELPER("texture.wrapped_fractions");
uint32_t sampleWrappedFractions(uint64_t handle, float x, float y) {
  return sampleBilinear(handle, x, y, TextureAddressWrap, true);
}
