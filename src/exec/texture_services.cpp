// Texture and surface instructions that are functions of the driver. A handle is a number of the
// kernel's, so the description behind it is checked before the sampler (src/texture) trusts it.

#include "exec/kernel_access.h"
#include "exec/worker.h"
#include "ir/kernel_abi.h"
#include "memory/saturating_size.h"
#include "texture/block_compression.h"
#include "texture/sampler.h"
#include "texture/surface_store.h"

#include <bit>

namespace {

using namespace heddle;

constexpr std::uint32_t kMostChannels = 4, kMostElementBytes = 16;

std::size_t last(std::uint32_t extent) {
  return std::size_t{extent} - (extent != 0);
}

// The bytes from the first to the last texel of a level. Those of a compressed texture are stored
// in blocks.
std::size_t bytesOf(const Texture& texture, const TextureLevel& level) {
  using memory::saturatingProduct, memory::saturatingSum;
  const std::uint32_t extent = texture.compression ? texture::kBlockExtent : 1;
  const std::uint32_t unitBytes = texture.compression ? texture.blockBytes : texture.elementBytes;
  return saturatingSum(
      saturatingSum(saturatingProduct(last(level.depth), level.sliceBytes),
                    saturatingProduct(last(level.height) / extent, level.rowBytes)),
      saturatingProduct(last(level.width) / extent + 1, unitBytes));
}

// The table of a sparse array, up to the tile of the last texel.
void requireTiles(const Texture& texture, const TextureLevel& level) {
  using memory::saturatingProduct, memory::saturatingSum;
  const TileMap& map = *level.tiles;
  exec::requireKernelAccess(&map, sizeof map);
  const std::uint32_t extent = texture.compression ? texture::kBlockExtent : 1;
  const std::uint32_t unitBytes = texture.compression ? texture.blockBytes : texture.elementBytes;
  const std::size_t columns = (last(level.width) / extent * unitBytes) >> map.widthShift;
  const std::size_t rows = (last(level.height) / extent) >> map.heightShift;
  const std::size_t slices = (last(level.depth) + level.firstSlice) >> map.depthShift;
  const std::size_t entries =
      saturatingSum(saturatingSum(saturatingProduct(slices, map.tilesPerSlice),
                                  saturatingProduct(rows, map.tilesPerRow)),
                    columns + 1);
  exec::requireKernelAccess(map.tiles, saturatingProduct(entries, sizeof *map.tiles));
}

// Ends the kernel unless the description is one that kernels may read, and describes texels that
// they may read.
void require(const Texture& texture) {
  exec::requireKernelAccess(&texture, sizeof texture);
  if (texture.format >= TexelFormatCount || texture.channels > kMostChannels ||
      texture.elementBytes > kMostElementBytes || texture.blockBytes > kMostElementBytes ||
      texture.compression > BlockCompression7 || texture.levels > TextureMostLevels)
    exec::detail::endKernelAtAddress(&texture);
  for (std::uint32_t i = 0; i < texture.levels; ++i) {
    const TextureLevel& level = texture.level[i];
    if (level.tiles)
      requireTiles(texture, level);
    else
      exec::requireKernelAccess(level.data, bytesOf(texture, level));
  }
}

// Calls `check` for each of the lanes' descriptions. Mostly all lanes have the same one.
template <typename Check>
void forEachDescription(std::uint64_t active, const Texture* const* descriptions, Check check) {
  const Texture* checked = nullptr;
  bool isFirst = true;
  for (; active; active &= active - 1) {
    const Texture* const description = descriptions[std::countr_zero(active)];
    if (isFirst || description != checked)
      check(*description);
    checked = description;
    isFirst = false;
  }
}

} // namespace

extern "C" {

void heddle_texture_sample(std::uint32_t call, std::uint32_t lanes, std::uint64_t active,
                           const Texture* const* textures, const Texture* const* samplers,
                           const std::uint32_t* arguments, std::uint32_t* results) {
  forEachDescription(active, textures, require);
  if (samplers)
    forEachDescription(active, samplers, [](const Texture& sampler) {
      exec::requireKernelAccess(&sampler, sizeof sampler);
    });
  texture::sample(call, lanes, active, textures, samplers, arguments, results);
}

void heddle_surface_pack(BlockContext*, std::uint32_t, std::uint64_t handle, std::uint64_t element,
                         std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
  const auto& surface = *reinterpret_cast<const Texture*>(handle);
  auto* const memory = reinterpret_cast<unsigned char*>(element);
  require(surface);
  exec::requireKernelAccess(memory, surface.elementBytes);
  texture::storeElement(surface, memory, {x, y, z, w});
}

} // extern "C"
