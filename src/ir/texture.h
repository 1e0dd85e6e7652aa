/* The description of a texture or surface. The handle of a texture or surface object is its
   address, and a texture or surface reference in device memory is such a description itself. The
   driver fills it in; compiled kernels and the sampler (src/texture) read it. This is plain C,
   because the helpers in src/ptx/builtins include it. Its layout is part of the kernel ABI. */
#ifndef HEDDLE_IR_TEXTURE_H
#define HEDDLE_IR_TEXTURE_H

#include <stdint.h>

#ifdef __cplusplus
namespace heddle {
#endif

/* The format of a channel in memory. */
enum TexelFormat {
  TexelFormatNone, /* nothing is bound; reads give zero */
  TexelFormatU8,
  TexelFormatU16,
  TexelFormatU32,
  TexelFormatS8,
  TexelFormatS16,
  TexelFormatS32,
  TexelFormatF16,
  TexelFormatF32,
  TexelFormatU1010102, /* of a whole texel: three channels of ten bits and one of two, fractions */
  TexelFormatCount
};

/* How blocks of 4 x 4 texels are stored together. What they are decompressed to has a
   TexelFormat. */
enum BlockCompression {
  BlockCompressionNone,
  BlockCompression1,
  BlockCompression2,
  BlockCompression3,
  BlockCompression4Unsigned,
  BlockCompression4Signed,
  BlockCompression5Unsigned,
  BlockCompression5Signed,
  BlockCompression6Unsigned,
  BlockCompression6Signed,
  BlockCompression7
};

/* The values are those of CUaddress_mode. */
enum TextureAddressMode {
  TextureAddressWrap,
  TextureAddressClamp,
  TextureAddressMirror,
  TextureAddressBorder
};

/* The kinds of textures whose two-dimensional fetches compiled kernels make themselves: single
   floats with linear filtering between texels, the same address mode along both axes, and offsets
   that fit 32 bits. Coordinates are in texels or are fractions of the extent. */
enum TextureKind {
  TextureKindOther, /* none of these: the sampler fetches */
  TextureKindClampedTexels,
  TextureKindClampedFractions,
  TextureKindWrappedFractions
};

enum TextureLimits { TextureMostLevels = 18, TextureMostSamples = 16 };

/* Where the elements of a level of a sparse array lie: in tiles, each of which is mapped to memory
   of its own or to none. The extents of a tile are powers of two. */
struct TileMap {
  uint64_t* tiles;   /* the address of each tile, or 0: first along x, then along y, then along z */
  uint64_t rowBytes; /* the distances of rows and slices within a tile */
  uint64_t sliceBytes;
  uint32_t tilesPerRow;
  uint32_t tilesPerSlice;
  void* array; /* the CUarray; for the driver alone */
  uint8_t
      widthShift; /* the binary logarithms of the extents of a tile; that of its width in bytes */
  uint8_t heightShift;
  uint8_t depthShift;
};

/* The address of a byte, or 0 where its tile has no memory. */
static inline __attribute__((always_inline)) uint64_t tiledAddress(const struct TileMap* map,
                                                                   uint64_t x, uint64_t y,
                                                                   uint64_t z) {
  const uint64_t column = x >> map->widthShift, row = y >> map->heightShift,
                 slice = z >> map->depthShift;
  const uint64_t tile = map->tiles[slice * map->tilesPerSlice + row * map->tilesPerRow + column];
  const uint64_t offset = x - (column << map->widthShift) +
                          (y - (row << map->heightShift)) * map->rowBytes +
                          (z - (slice << map->depthShift)) * map->sliceBytes;
  return tile ? tile + offset : 0;
}

/* One level of a mipmapped array, or all of a texture without mipmaps. All extents are at least 1.
   The layers of a layered texture and the faces of a cube are slices. */
struct TextureLevel {
  unsigned char* data;
  const struct TileMap* tiles; /* of a sparse array, whose level has no `data`; else null */
  uint64_t rowBytes;
  uint64_t sliceBytes;
  uint32_t width; /* in elements */
  uint32_t height;
  uint32_t depth;
  uint32_t widthBytes;
  uint32_t firstSlice; /* of a view of a sparse array: which slice of `tiles` the first one is */
};

struct TextureSampler {
  uint32_t addressMode[3];
  uint8_t linear;      /* linear filtering between texels */
  uint8_t linearLevel; /* linear filtering between mipmap levels */
  uint8_t normalized;  /* coordinates are fractions of the extent */
  uint8_t seamless;    /* linear filtering across the edges of a cube */
  uint8_t mostSamples; /* of anisotropic filtering; 1 is none */
  float border[4];
  float levelBias;
  float leastLevel;
  float mostLevel;
};

/* The results of the txq and suq instructions. */
struct TextureAnswers {
  uint32_t width, height, depth, arraySize, levels;
  uint32_t channelDataType, channelOrder, normalized, linear;
  uint32_t addressMode[3];
};

struct Texture {
  struct TextureLevel level[TextureMostLevels];
  uint32_t levels;
  uint32_t format; /* TexelFormat */
  uint32_t channels;
  uint32_t elementBytes; /* of a texel that is not compressed */
  uint32_t compression;  /* BlockCompression */
  uint32_t blockBytes;   /* of a compressed block */
  uint8_t isFloat;       /* texels come out as floats */
  uint8_t isLinear;      /* linear memory: no address modes, zero beyond the end */
  uint8_t isCube;
  uint8_t isSrgb;
  uint8_t isNormalized; /* a format whose integers are always read as floats */
  /* For linear memory whose elements need no conversion: their number of 32-bit words. Else 0. */
  uint32_t plainWords;
  struct TextureSampler sampler;
  struct TextureAnswers answers;
  /* Where accesses out of range go: loads to `zeros`, which is never written, and stores to `sink`,
     which is never read. */
  uint64_t zeros[4];
  uint64_t sink[4];
};

#ifdef __cplusplus
} // namespace heddle
#endif

/* The first argument of the sampler consists of these, at the positions in TextureCall. */
enum TextureGeometry {
  TextureGeometry1D,
  TextureGeometry2D,
  TextureGeometry3D,
  TextureGeometryLayered1D,
  TextureGeometryLayered2D,
  TextureGeometryCube,
  TextureGeometryLayeredCube
};
enum TextureOperation {
  TextureOperationPlain,
  TextureOperationLevel,    /* the level of detail follows the coordinates */
  TextureOperationGradient, /* two gradients follow the coordinates */
  TextureOperationGather    /* tld4: one channel of four texels */
};
enum TextureCall {
  TextureCallGeometryShift = 0,
  TextureCallOperationShift = 3,
  TextureCallComponentShift = 5,
  TextureCallIntegers = 1 << 7, /* coordinates are integers */
  TextureCallOffsets = 1 << 8,  /* the last arguments are an offset in texels for each dimension */
  TextureCallResidency =
      1 << 9 /* the first word of the result says whether all texels have memory */
};

#ifdef __cplusplus
/* Samples a texture for each active lane of a gang. The arguments are the layer of a layered
   texture, the coordinates, and those of the operation: first the first argument of all lanes, then
   the second, and so on. The four words of the results lie in the same way. `samplers` is null
   where every texture is used with its own sampler. */
extern "C" void heddle_texture_sample(uint32_t call, uint32_t lanes, uint64_t active,
                                      const heddle::Texture* const* textures,
                                      const heddle::Texture* const* samplers,
                                      const uint32_t* arguments, uint32_t* results);
#endif

#endif
