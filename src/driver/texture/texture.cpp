#include "driver/texture/texture.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/array.h"
#include "driver/memory/array_formats.h"

#include <algorithm>

namespace heddle::driver {
namespace {

// A channel as txq and suq answer it (the numbers of OpenCL).
struct ChannelType {
  TexelFormat texel;
  std::uint32_t integerType, realType;
};
constexpr ChannelType kChannelTypes[] = {
    {TexelFormatU8, 0x10DA, 0x10D2},       {TexelFormatU16, 0x10DB, 0x10D3},
    {TexelFormatU32, 0x10DC, 0x10DC},      {TexelFormatS8, 0x10D7, 0x10D0},
    {TexelFormatS16, 0x10D8, 0x10D1},      {TexelFormatS32, 0x10D9, 0x10D9},
    {TexelFormatF16, 0x10DD, 0x10DD},      {TexelFormatF32, 0x10DE, 0x10DE},
    {TexelFormatU1010102, 0x10E0, 0x10E0},
};
constexpr std::uint32_t kChannelOrders[] = {0, 0x10B0, 0x10B2, 0,
                                            0x10B5}; // by the number of channels

const ChannelType& channelType(const Texture& texture) {
  return *std::ranges::find(kChannelTypes, static_cast<TexelFormat>(texture.format),
                            &ChannelType::texel);
}

CUresult setElements(CUarray_format format, unsigned channels, Texture& texture) {
  const ArrayFormat* known = findArrayFormat(format);
  if (!known || !known->takes(channels))
    return CUDA_ERROR_INVALID_VALUE;
  texture.format = known->texel;
  texture.channels = channels == 3 ? 4 : channels; // BC6H is decompressed with an alpha of 1
  texture.elementBytes = known->channelBytes * texture.channels;
  texture.compression = known->compression;
  texture.blockBytes = known->blockBytes;
  texture.isNormalized = known->isNormalized ? 1 : 0;
  texture.isSrgb = known->isSrgb ? 1 : 0;
  return CUDA_SUCCESS;
}

TextureLevel levelOf(const Array& array) {
  return {reinterpret_cast<unsigned char*>(array.data()),
          array.place().tiles,
          array.place().rowPitch,
          array.place().slicePitch,
          static_cast<std::uint32_t>(array.descriptor().Width),
          static_cast<std::uint32_t>(std::max<std::size_t>(array.descriptor().Height, 1)),
          static_cast<std::uint32_t>(array.slices()),
          static_cast<std::uint32_t>(array.rowBytes()),
          0};
}

void answer(const CUDA_ARRAY3D_DESCRIPTOR& shape, Texture& texture) {
  TextureAnswers& answers = texture.answers;
  const bool layered = shape.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
  answers.width = static_cast<std::uint32_t>(shape.Width);
  answers.height = static_cast<std::uint32_t>(shape.Height);
  answers.depth = layered ? 0 : static_cast<std::uint32_t>(shape.Depth);
  answers.arraySize = layered ? static_cast<std::uint32_t>(shape.Depth) : 0;
  answers.levels = texture.levels;
  answers.channelOrder = kChannelOrders[texture.channels];
  answers.channelDataType = channelType(texture).integerType;
}

int attribute(Context& context, CUdevice_attribute which) {
  int value = 0;
  cuDeviceGetAttribute(&value, which, context.device().ordinal());
  return value;
}

CUresult checkAlignment(Context& context, CUdeviceptr pointer) {
  return pointer == 0 || pointer % static_cast<unsigned>(
                                       attribute(context, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT))
             ? CUDA_ERROR_INVALID_VALUE
             : CUDA_SUCCESS;
}

CUresult describeLinear(const CUDA_RESOURCE_DESC& resource, Context& context, Texture& texture) {
  const auto& linear = resource.res.linear;
  HEDDLE_TRY(setElements(linear.format, linear.numChannels, texture));
  HEDDLE_TRY(checkAlignment(context, linear.devPtr));
  const std::size_t width = linear.sizeInBytes / texture.elementBytes;
  if (width >
      static_cast<unsigned>(attribute(context, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)))
    return CUDA_ERROR_INVALID_VALUE;
  texture.isLinear = 1;
  texture.levels = 1;
  texture.plainWords = texture.elementBytes == 4 * texture.channels ? texture.channels : 0;
  texture.level[0] = {reinterpret_cast<unsigned char*>(linear.devPtr),
                      nullptr,
                      linear.sizeInBytes,
                      linear.sizeInBytes,
                      static_cast<std::uint32_t>(width),
                      1,
                      1,
                      static_cast<std::uint32_t>(linear.sizeInBytes),
                      0};
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = width;
  answer(shape, texture);
  return CUDA_SUCCESS;
}

CUresult describePitched(const CUDA_RESOURCE_DESC& resource, Context& context, Texture& texture) {
  const auto& pitched = resource.res.pitch2D;
  HEDDLE_TRY(setElements(pitched.format, pitched.numChannels, texture));
  HEDDLE_TRY(checkAlignment(context, pitched.devPtr));
  const auto within = [&](std::size_t value, CUdevice_attribute most) {
    return value <= static_cast<std::size_t>(attribute(context, most));
  };
  if (!within(pitched.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH) ||
      !within(pitched.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT) ||
      !within(pitched.pitchInBytes, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH) ||
      pitched.pitchInBytes %
          static_cast<unsigned>(attribute(context, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT)))
    return CUDA_ERROR_INVALID_VALUE;
  texture.levels = 1;
  texture.level[0] = {reinterpret_cast<unsigned char*>(pitched.devPtr),
                      nullptr,
                      pitched.pitchInBytes,
                      pitched.pitchInBytes * pitched.height,
                      static_cast<std::uint32_t>(pitched.width),
                      static_cast<std::uint32_t>(pitched.height),
                      1,
                      static_cast<std::uint32_t>(pitched.width * texture.elementBytes),
                      0};
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = pitched.width;
  shape.Height = pitched.height;
  answer(shape, texture);
  return CUDA_SUCCESS;
}

CUresult describeMipmapped(const MipmappedArray& array, Texture& texture) {
  const CUDA_ARRAY3D_DESCRIPTOR& shape = array.descriptor();
  HEDDLE_TRY(setElements(shape.Format, shape.NumChannels, texture));
  texture.isCube = shape.Flags & CUDA_ARRAY3D_CUBEMAP ? 1 : 0;
  texture.levels =
      static_cast<std::uint32_t>(std::min<std::size_t>(array.levels().size(), TextureMostLevels));
  for (std::uint32_t i = 0; i < texture.levels; ++i)
    texture.level[i] = levelOf(*array.levels()[i]);
  answer(shape, texture);
  return CUDA_SUCCESS;
}

// Gives the elements another format of the same size. In a compressed format, an element of the
// array is a block, and the array must be one of 32-bit integers.
CUresult applyFormat(CUresourceViewFormat format, Texture& texture) {
  const ViewFormat* seen = findViewFormat(format);
  const ArrayFormat* known = seen ? findArrayFormat(seen->format) : nullptr;
  if (!known || known->elementBytes(seen->channels) != texture.elementBytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (known->compression) {
    if (texture.format != TexelFormatU32)
      return CUDA_ERROR_INVALID_VALUE;
    for (std::uint32_t i = 0; i < texture.levels; ++i) {
      texture.level[i].width *= known->elementExtent();
      texture.level[i].height *= known->elementExtent();
    }
    texture.answers.width *= known->elementExtent();
    texture.answers.height *= known->elementExtent();
  }
  return setElements(seen->format, seen->channels, texture);
}

// Applies a resource view: it selects levels and layers of an array, and may give the elements
// another format of the same size.
CUresult applyView(const CUDA_RESOURCE_VIEW_DESC& view, Texture& texture) {
  if (texture.compression)
    return CUDA_ERROR_INVALID_VALUE;
  if (view.format != CU_RES_VIEW_FORMAT_NONE)
    HEDDLE_TRY(applyFormat(view.format, texture));
  // The view must give the extents of the whole array.
  const TextureAnswers& whole = texture.answers;
  if (view.width != whole.width || view.height != whole.height ||
      view.depth != std::max(whole.depth, whole.arraySize) ||
      view.firstMipmapLevel > view.lastMipmapLevel || view.firstMipmapLevel >= texture.levels ||
      view.firstLayer > view.lastLayer || view.lastLayer >= texture.level[0].depth)
    return CUDA_ERROR_INVALID_VALUE;
  texture.levels = std::min(view.lastMipmapLevel, texture.levels - 1) - view.firstMipmapLevel + 1;
  std::copy_n(texture.level + view.firstMipmapLevel, texture.levels, texture.level);
  if (texture.answers.arraySize) {
    for (std::uint32_t i = 0; i < texture.levels; ++i) {
      TextureLevel& level = texture.level[i];
      if (level.tiles)
        level.firstSlice = view.firstLayer;
      else
        level.data += view.firstLayer * level.sliceBytes;
      level.depth = view.lastLayer - view.firstLayer + 1;
    }
    texture.answers.arraySize = texture.level[0].depth;
  }
  texture.answers.width = texture.level[0].width;
  if (texture.answers.height)
    texture.answers.height = texture.level[0].height;
  if (texture.answers.depth)
    texture.answers.depth = texture.level[0].depth;
  texture.answers.levels = texture.levels;
  texture.answers.channelOrder = kChannelOrders[texture.channels];
  return CUDA_SUCCESS;
}

} // namespace

void describeArray(const Array& array, Texture& texture) {
  const CUDA_ARRAY3D_DESCRIPTOR& shape = array.descriptor();
  setElements(shape.Format, shape.NumChannels, texture);
  texture.isCube = shape.Flags & CUDA_ARRAY3D_CUBEMAP ? 1 : 0;
  texture.levels = 1;
  texture.level[0] = levelOf(array);
  answer(shape, texture);
}

CUresult describeResource(const CUDA_RESOURCE_DESC& resource, const CUDA_RESOURCE_VIEW_DESC* view,
                          Context& context, Texture& texture) {
  switch (resource.resType) {
  case CU_RESOURCE_TYPE_ARRAY: {
    Array* array;
    HEDDLE_TRY(findArray(resource.res.array.hArray, array));
    describeArray(*array, texture);
    break;
  }
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
    MipmappedArray* array;
    HEDDLE_TRY(findMipmappedArray(resource.res.mipmap.hMipmappedArray, array));
    HEDDLE_TRY(describeMipmapped(*array, texture));
    break;
  }
  case CU_RESOURCE_TYPE_LINEAR:
    HEDDLE_TRY(describeLinear(resource, context, texture));
    break;
  case CU_RESOURCE_TYPE_PITCH2D:
    HEDDLE_TRY(describePitched(resource, context, texture));
    break;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!view)
    return CUDA_SUCCESS;
  const bool isArray = resource.resType == CU_RESOURCE_TYPE_ARRAY ||
                       resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  return isArray ? applyView(*view, texture) : CUDA_SUCCESS;
}

CUresult describeSampler(const CUDA_TEXTURE_DESC& descriptor, Texture& texture) {
  constexpr unsigned kKnownFlags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                                   CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                                   CU_TRSF_SEAMLESS_CUBEMAP;
  const auto isFilter = [](CUfilter_mode mode) {
    return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
  };
  if (descriptor.flags & ~kKnownFlags || !isFilter(descriptor.filterMode) ||
      !isFilter(descriptor.mipmapFilterMode) ||
      std::ranges::any_of(descriptor.addressMode, [](CUaddress_mode mode) {
        return static_cast<unsigned>(mode) > CU_TR_ADDRESS_MODE_BORDER;
      }))
    return CUDA_ERROR_INVALID_VALUE;
  const bool isReal = texture.format == TexelFormatF16 || texture.format == TexelFormatF32;
  const bool isWide = texture.format == TexelFormatU32 || texture.format == TexelFormatS32;
  const bool readsIntegers = descriptor.flags & CU_TRSF_READ_AS_INTEGER && !texture.isNormalized;
  texture.isFloat = isReal || (!isWide && !readsIntegers) ? 1 : 0;
  if (descriptor.flags & CU_TRSF_SEAMLESS_CUBEMAP && !texture.isCube)
    return CUDA_ERROR_INVALID_VALUE;
  // A format whose values are sRGB must be read as such.
  if (texture.isSrgb && !(descriptor.flags & CU_TRSF_SRGB))
    return CUDA_ERROR_INVALID_VALUE;
  if (descriptor.flags & CU_TRSF_SRGB && texture.format == TexelFormatU8 && texture.isFloat)
    texture.isSrgb = 1;
  if (!isReal && !isWide && texture.isFloat)
    texture.plainWords = 0;
  TextureSampler& sampler = texture.sampler;
  const bool normalized = descriptor.flags & CU_TRSF_NORMALIZED_COORDINATES;
  for (unsigned i = 0; i < 3; ++i) {
    const CUaddress_mode mode = descriptor.addressMode[i];
    // Wrap and mirror need normalised coordinates.
    const bool repeats = mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR;
    sampler.addressMode[i] = repeats && !normalized ? CU_TR_ADDRESS_MODE_CLAMP : mode;
    texture.answers.addressMode[i] = sampler.addressMode[i];
  }
  sampler.linear = descriptor.filterMode == CU_TR_FILTER_MODE_LINEAR;
  sampler.linearLevel = descriptor.mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR;
  sampler.normalized = normalized;
  sampler.seamless = descriptor.flags & CU_TRSF_SEAMLESS_CUBEMAP ? 1 : 0;
  sampler.mostSamples = static_cast<std::uint8_t>(
      std::clamp(descriptor.maxAnisotropy, 1u, unsigned{TextureMostSamples}));
  std::copy_n(descriptor.borderColor, 4, sampler.border);
  sampler.levelBias = descriptor.mipmapLevelBias;
  sampler.leastLevel = descriptor.minMipmapLevelClamp;
  sampler.mostLevel = descriptor.maxMipmapLevelClamp;
  texture.answers.normalized = normalized;
  texture.answers.linear = sampler.linear;
  texture.answers.channelDataType =
      texture.isFloat ? channelType(texture).realType : channelType(texture).integerType;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
