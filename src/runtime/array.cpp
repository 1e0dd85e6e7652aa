#include "runtime/array.h"

#include <algorithm>

namespace heddle::runtime {
namespace {

struct ChannelFormat {
  CUarray_format format;
  cudaChannelFormatKind kind;
  int bits;
  unsigned channels = 0;   // 0: one, two or four
  unsigned blockBytes = 0; // of 4 x 4 texels in a compressed format
};

constexpr ChannelFormat kFormats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, cudaChannelFormatKindUnsigned, 8},
    {CU_AD_FORMAT_UNSIGNED_INT16, cudaChannelFormatKindUnsigned, 16},
    {CU_AD_FORMAT_UNSIGNED_INT32, cudaChannelFormatKindUnsigned, 32},
    {CU_AD_FORMAT_SIGNED_INT8, cudaChannelFormatKindSigned, 8},
    {CU_AD_FORMAT_SIGNED_INT16, cudaChannelFormatKindSigned, 16},
    {CU_AD_FORMAT_SIGNED_INT32, cudaChannelFormatKindSigned, 32},
    {CU_AD_FORMAT_HALF, cudaChannelFormatKindFloat, 16},
    {CU_AD_FORMAT_FLOAT, cudaChannelFormatKindFloat, 32},
    {CU_AD_FORMAT_UNORM_INT8X1, cudaChannelFormatKindUnsignedNormalized8X1, 8, 1},
    {CU_AD_FORMAT_UNORM_INT8X2, cudaChannelFormatKindUnsignedNormalized8X2, 8, 2},
    {CU_AD_FORMAT_UNORM_INT8X4, cudaChannelFormatKindUnsignedNormalized8X4, 8, 4},
    {CU_AD_FORMAT_UNORM_INT16X1, cudaChannelFormatKindUnsignedNormalized16X1, 16, 1},
    {CU_AD_FORMAT_UNORM_INT16X2, cudaChannelFormatKindUnsignedNormalized16X2, 16, 2},
    {CU_AD_FORMAT_UNORM_INT16X4, cudaChannelFormatKindUnsignedNormalized16X4, 16, 4},
    {CU_AD_FORMAT_SNORM_INT8X1, cudaChannelFormatKindSignedNormalized8X1, 8, 1},
    {CU_AD_FORMAT_SNORM_INT8X2, cudaChannelFormatKindSignedNormalized8X2, 8, 2},
    {CU_AD_FORMAT_SNORM_INT8X4, cudaChannelFormatKindSignedNormalized8X4, 8, 4},
    {CU_AD_FORMAT_SNORM_INT16X1, cudaChannelFormatKindSignedNormalized16X1, 16, 1},
    {CU_AD_FORMAT_SNORM_INT16X2, cudaChannelFormatKindSignedNormalized16X2, 16, 2},
    {CU_AD_FORMAT_SNORM_INT16X4, cudaChannelFormatKindSignedNormalized16X4, 16, 4},
    {CU_AD_FORMAT_UNORM_INT_101010_2, cudaChannelFormatKindUnsignedNormalized1010102, 10, 4},
    {CU_AD_FORMAT_BC1_UNORM, cudaChannelFormatKindUnsignedBlockCompressed1, 8, 4, 8},
    {CU_AD_FORMAT_BC1_UNORM_SRGB, cudaChannelFormatKindUnsignedBlockCompressed1SRGB, 8, 4, 8},
    {CU_AD_FORMAT_BC2_UNORM, cudaChannelFormatKindUnsignedBlockCompressed2, 8, 4, 16},
    {CU_AD_FORMAT_BC2_UNORM_SRGB, cudaChannelFormatKindUnsignedBlockCompressed2SRGB, 8, 4, 16},
    {CU_AD_FORMAT_BC3_UNORM, cudaChannelFormatKindUnsignedBlockCompressed3, 8, 4, 16},
    {CU_AD_FORMAT_BC3_UNORM_SRGB, cudaChannelFormatKindUnsignedBlockCompressed3SRGB, 8, 4, 16},
    {CU_AD_FORMAT_BC4_UNORM, cudaChannelFormatKindUnsignedBlockCompressed4, 8, 1, 8},
    {CU_AD_FORMAT_BC4_SNORM, cudaChannelFormatKindSignedBlockCompressed4, 8, 1, 8},
    {CU_AD_FORMAT_BC5_UNORM, cudaChannelFormatKindUnsignedBlockCompressed5, 8, 2, 16},
    {CU_AD_FORMAT_BC5_SNORM, cudaChannelFormatKindSignedBlockCompressed5, 8, 2, 16},
    {CU_AD_FORMAT_BC6H_UF16, cudaChannelFormatKindUnsignedBlockCompressed6H, 16, 3, 16},
    {CU_AD_FORMAT_BC6H_SF16, cudaChannelFormatKindSignedBlockCompressed6H, 16, 3, 16},
    {CU_AD_FORMAT_BC7_UNORM, cudaChannelFormatKindUnsignedBlockCompressed7, 8, 4, 16},
    {CU_AD_FORMAT_BC7_UNORM_SRGB, cudaChannelFormatKindUnsignedBlockCompressed7SRGB, 8, 4, 16},
};

// All channels of a format are equally wide, but for the last one of this.
int bitsOf(const ChannelFormat& format, unsigned channel) {
  return format.kind == cudaChannelFormatKindUnsignedNormalized1010102 && channel == 3
             ? 2
             : format.bits;
}

const ChannelFormat* formatOf(CUarray_format format) {
  const auto* found = std::ranges::find(kFormats, format, &ChannelFormat::format);
  return found == std::end(kFormats) ? nullptr : found;
}

} // namespace

// Returns false for channels of different widths, and for numbers of channels that no array has:
// there are one, two or four.
bool toDriver(const cudaChannelFormatDesc& desc, CUarray_format& format, unsigned& channels) {
  const int widths[] = {desc.x, desc.y, desc.z, desc.w};
  if ((!desc.y && desc.z) || (!desc.z && desc.w))
    return false;
  const auto* found = std::ranges::find_if(kFormats, [&](const ChannelFormat& entry) {
    return entry.kind == desc.f && entry.bits == desc.x;
  });
  if (found == std::end(kFormats))
    return false;
  channels = 0;
  for (; channels < 4 && widths[channels] != 0; ++channels)
    if (widths[channels] != bitsOf(*found, channels))
      return false;
  if ((found->channels ? channels != found->channels
                       : channels != 1 && channels != 2 && channels != 4))
    return false;
  format = found->format;
  return true;
}

cudaChannelFormatDesc toRuntime(CUarray_format format, unsigned channels) {
  const ChannelFormat* found = formatOf(format);
  if (!found)
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  auto width = [&](unsigned channel) { return channel < channels ? bitsOf(*found, channel) : 0; };
  return {width(0), width(1), width(2), width(3), found->kind};
}

namespace {

bool describe(const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned flags,
              CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
  descriptor = {};
  descriptor.Width = extent.width;
  descriptor.Height = extent.height;
  descriptor.Depth = extent.depth;
  descriptor.Flags = flags;
  return desc && toDriver(*desc, descriptor.Format, descriptor.NumChannels);
}

constexpr size_t kBlockExtent = 4; // of a compressed block, in texels

bool isCompressed(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
  const ChannelFormat* format = formatOf(descriptor.Format);
  return format && format->blockBytes;
}

size_t elementBytes(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
  if (isCompressed(descriptor))
    return formatOf(descriptor.Format)->blockBytes;
  cudaChannelFormatDesc desc = toRuntime(descriptor.Format, descriptor.NumChannels);
  return static_cast<size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
}

} // namespace

CUresult arrayElementBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes,
                           size_t* texels) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  CUresult result = driver.cuArray3DGetDescriptor(&descriptor, toDriver(array));
  bytes = elementBytes(descriptor);
  if (texels)
    *texels = isCompressed(descriptor) ? kBlockExtent : 1;
  return result;
}

CUresult arrayRowBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  CUresult result = driver.cuArray3DGetDescriptor(&descriptor, toDriver(array));
  const size_t texels = isCompressed(descriptor) ? kBlockExtent : 1;
  bytes = elementBytes(descriptor) * ((descriptor.Width + texels - 1) / texels);
  return result;
}

} // namespace heddle::runtime

using namespace heddle::runtime;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  if (!desc)
    return record(cudaErrorInvalidValue);
  return cudaArrayGetInfo(desc, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned int flags) {
  return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  if (!array || !desc)
    return record(cudaErrorInvalidValue);
  if (!describe(desc, extent, flags, descriptor))
    return record(cudaErrorInvalidChannelDescriptor);
  return inContext([&](const Driver& driver) {
    return driver.cuArray3DCreate(reinterpret_cast<CUarray*>(array), &descriptor);
  });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return inContext([&](const Driver& driver) {
    return array ? driver.cuArrayDestroy(toDriver(array)) : CUDA_SUCCESS;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  return inContext([&](const Driver& driver) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    if (CUresult result = driver.cuArray3DGetDescriptor(&descriptor, toDriver(array)))
      return result;
    if (desc)
      *desc = toRuntime(descriptor.Format, descriptor.NumChannels);
    if (extent)
      *extent = {descriptor.Width, descriptor.Height, descriptor.Depth};
    if (flags)
      *flags = descriptor.Flags;
    return CUDA_SUCCESS;
  });
}

cudaError_t cudaArrayGetPlane(cudaArray_t* pPlaneArray, cudaArray_t hArray, unsigned int planeIdx) {
  return inContext([&](const Driver& driver) {
    return driver.cuArrayGetPlane(reinterpret_cast<CUarray*>(pPlaneArray), toDriver(hArray),
                                  planeIdx);
  });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray,
                                     const cudaChannelFormatDesc* desc, cudaExtent extent,
                                     unsigned int numLevels, unsigned int flags) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  if (!mipmappedArray || !desc)
    return record(cudaErrorInvalidValue);
  if (!describe(desc, extent, flags, descriptor))
    return record(cudaErrorInvalidChannelDescriptor);
  return inContext([&](const Driver& driver) {
    return driver.cuMipmappedArrayCreate(reinterpret_cast<CUmipmappedArray*>(mipmappedArray),
                                         &descriptor, numLevels);
  });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray,
                                       cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level) {
  return inContext([&](const Driver& driver) {
    return driver.cuMipmappedArrayGetLevel(
        reinterpret_cast<CUarray*>(levelArray),
        reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(mipmappedArray)),
        level);
  });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) {
  return inContext([&](const Driver& driver) {
    return mipmappedArray
               ? driver.cuMipmappedArrayDestroy(reinterpret_cast<CUmipmappedArray>(mipmappedArray))
               : CUDA_SUCCESS;
  });
}

static_assert(sizeof(cudaArrayMemoryRequirements) == sizeof(CUDA_ARRAY_MEMORY_REQUIREMENTS));
static_assert(sizeof(cudaArraySparseProperties) == sizeof(CUDA_ARRAY_SPARSE_PROPERTIES));

cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements,
                                           cudaArray_t array, int device) {
  return inContext([&](const Driver& driver) {
    return driver.cuArrayGetMemoryRequirements(
        reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(memoryRequirements), toDriver(array),
        device);
  });
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements,
                                                    cudaMipmappedArray_t mipmap, int device) {
  return inContext([&](const Driver& driver) {
    return driver.cuMipmappedArrayGetMemoryRequirements(
        reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(memoryRequirements),
        reinterpret_cast<CUmipmappedArray>(mipmap), device);
  });
}

cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties* sparseProperties,
                                         cudaArray_t array) {
  return inContext([&](const Driver& driver) {
    return driver.cuArrayGetSparseProperties(
        reinterpret_cast<CUDA_ARRAY_SPARSE_PROPERTIES*>(sparseProperties), toDriver(array));
  });
}

cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties* sparseProperties,
                                                  cudaMipmappedArray_t mipmap) {
  return inContext([&](const Driver& driver) {
    return driver.cuMipmappedArrayGetSparseProperties(
        reinterpret_cast<CUDA_ARRAY_SPARSE_PROPERTIES*>(sparseProperties),
        reinterpret_cast<CUmipmappedArray>(mipmap));
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                 const cudaChannelFormatDesc* fmtDesc, int device) {
  CUarray_format format{};
  unsigned channels = 0;
  if (!fmtDesc || !toDriver(*fmtDesc, format, channels))
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, format, channels, device);
  });
}
