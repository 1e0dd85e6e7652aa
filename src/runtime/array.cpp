#include "runtime/array.h"

#include <algorithm>

namespace heddle::runtime {
namespace {

struct ChannelFormat {
  CUarray_format format;
  cudaChannelFormatKind kind;
  int bits;
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
};

} // namespace

// Returns false for channels of different widths, and for numbers of channels that no array has:
// there are one, two or four.
bool toDriver(const cudaChannelFormatDesc& desc, CUarray_format& format, unsigned& channels) {
  const int widths[] = {desc.x, desc.y, desc.z, desc.w};
  if ((!desc.y && desc.z) || (!desc.z && desc.w))
    return false;
  channels = 0;
  while (channels < 4 && widths[channels] != 0)
    if (widths[channels++] != desc.x)
      return false;
  const auto* found = std::ranges::find_if(kFormats, [&](const ChannelFormat& entry) {
    return entry.kind == desc.f && entry.bits == desc.x;
  });
  if (found == std::end(kFormats) || (channels != 1 && channels != 2 && channels != 4))
    return false;
  format = found->format;
  return true;
}

cudaChannelFormatDesc toRuntime(CUarray_format format, unsigned channels) {
  const auto* found = std::ranges::find(kFormats, format, &ChannelFormat::format);
  if (found == std::end(kFormats))
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  auto width = [&](unsigned channel) { return channel < channels ? found->bits : 0; };
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

size_t elementBytes(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
  cudaChannelFormatDesc desc = toRuntime(descriptor.Format, descriptor.NumChannels);
  return static_cast<size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
}

} // namespace

CUresult arrayElementBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  CUresult result = driver.cuArray3DGetDescriptor(&descriptor, toDriver(array));
  bytes = elementBytes(descriptor);
  return result;
}

CUresult arrayRowBytes(const Driver& driver, cudaArray_const_t array, size_t& bytes) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  CUresult result = driver.cuArray3DGetDescriptor(&descriptor, toDriver(array));
  bytes = elementBytes(descriptor) * descriptor.Width;
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
