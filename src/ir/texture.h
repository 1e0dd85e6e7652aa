/* What the handle of a texture or surface points to, and what a texture or surface reference in
   device memory is. The driver fills it in, compiled kernels and the sampler (src/texture) read it.
   Plain C, as the helpers of src/ptx/builtins include it; its layout is part of the kernel ABI. */
#ifndef HEDDLE_IR_TEXTURE_H
#define HEDDLE_IR_TEXTURE_H

#include <stdint.h>

#ifdef __cplusplus
namespace heddle {
#endif

/* How a channel is stored. */
enum TexelFormat {
  TexelFormatNone, /* nothing is bound: reads give zero */
  TexelFormatU8,
  TexelFormatU16,
  TexelFormatU32,
  TexelFormatS8,
  TexelFormatS16,
  TexelFormatS32,
  TexelFormatF16,
  TexelFormatF32,
  TexelFormatCount
};

/* The values are the driver API's. */
enum TextureAddressMode {
  TextureAddressWrap,
  TextureAddressClamp,
  TextureAddressMirror,
  TextureAddressBorder
};

enum TextureLimits { TextureMostLevels = 18 };

/* One level of a mipmapped array, or the whole of anything else. All extents are at least 1; layers
   and faces of cubes are slices. */
struct TextureLevel {
  unsigned char* data;
  uint64_t rowBytes;
  uint64_t sliceBytes;
  uint32_t width; /* in elements */
  uint32_t height;
  uint32_t depth;
  uint32_t widthBytes;
};

struct TextureSampler {
  uint32_t addressMode[3];
  uint8_t linear;      /* filter between texels */
  uint8_t linearLevel; /* and between levels */
  uint8_t normalized;  /* coordinates are fractions of the extent */
  uint8_t seamless;    /* linear filtering goes on over the edges of a cube */
  float border[4];
  float levelBias;
  float leastLevel;
  float mostLevel;
};

/* What txq and suq answer, as they answer it. */
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
  uint32_t elementBytes;
  uint8_t isFloat;  /* texels come out as floats */
  uint8_t isLinear; /* linear memory: no addressing modes, zero beyond the end */
  uint8_t isCube;
  uint8_t isSrgb;
  /* For linear memory with elements of as many words, which come out as they are; else 0. */
  uint32_t plainWords;
  struct TextureSampler sampler;
  struct TextureAnswers answers;
  /* Where accesses out of range go: nothing is ever written to the first, or read from the second.
   */
  uint64_t zeros[4];
  uint64_t sink[4];
};

#ifdef __cplusplus
} // namespace heddle
#endif

/* What a call of the sampler does, in the bits of a number. */
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
  TextureOperationLevel,    /* behind the coordinates: the level */
  TextureOperationGradient, /* behind the coordinates: two gradients */
  TextureOperationGather
};
enum TextureCall {
  TextureCallGeometryShift = 0,
  TextureCallOperationShift = 3,
  TextureCallComponentShift = 5,
  TextureCallIntegers = 1 << 7, /* coordinates are integers */
  TextureCallOffsets = 1 << 8   /* last: an offset in texels for each dimension */
};

#ifdef __cplusplus
/* Samples for the lanes of a gang. Arguments lie by number, then lane, as results do: the layer of
   layered textures, the coordinates, and what the operation wants besides. Results are four words.
   `samplers`: null where every texture has its own. */
extern "C" void heddle_texture_sample(uint32_t call, uint32_t lanes, uint64_t active,
                                      const heddle::Texture* const* textures,
                                      const heddle::Texture* const* samplers,
                                      const uint32_t* arguments, uint32_t* results);
#endif

#endif
