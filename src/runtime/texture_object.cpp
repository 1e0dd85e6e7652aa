// Texture and surface objects: the driver's, with the runtime's descriptors.
#include "runtime/array.h"

#include <algorithm>
#include <cstring>

namespace heddle::runtime {
namespace {

cudaError_t toDriverDesc(const cudaResourceDesc& from, CUDA_RESOURCE_DESC& to) {
  to = {};
  to.flags = from.flags;
  switch (from.resType) {
  case cudaResourceTypeArray:
    to.resType = CU_RESOURCE_TYPE_ARRAY;
    to.res.array.hArray = toDriver(from.res.array.array);
    return cudaSuccess;
  case cudaResourceTypeMipmappedArray:
    to.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    to.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(from.res.mipmap.mipmap);
    return cudaSuccess;
  case cudaResourceTypeLinear:
    to.resType = CU_RESOURCE_TYPE_LINEAR;
    to.res.linear.devPtr = reinterpret_cast<CUdeviceptr>(from.res.linear.devPtr);
    to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
    return toDriver(from.res.linear.desc, to.res.linear.format, to.res.linear.numChannels)
               ? cudaSuccess
               : cudaErrorInvalidChannelDescriptor;
  case cudaResourceTypePitch2D:
    to.resType = CU_RESOURCE_TYPE_PITCH2D;
    to.res.pitch2D.devPtr = reinterpret_cast<CUdeviceptr>(from.res.pitch2D.devPtr);
    to.res.pitch2D.width = from.res.pitch2D.width;
    to.res.pitch2D.height = from.res.pitch2D.height;
    to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
    return toDriver(from.res.pitch2D.desc, to.res.pitch2D.format, to.res.pitch2D.numChannels)
               ? cudaSuccess
               : cudaErrorInvalidChannelDescriptor;
  }
  return cudaErrorInvalidValue;
}

cudaResourceDesc toRuntimeDesc(const CUDA_RESOURCE_DESC& from) {
  cudaResourceDesc to{};
  to.flags = from.flags;
  switch (from.resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    to.resType = cudaResourceTypeArray;
    to.res.array.array = reinterpret_cast<cudaArray_t>(from.res.array.hArray);
    break;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    to.resType = cudaResourceTypeMipmappedArray;
    to.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(from.res.mipmap.hMipmappedArray);
    break;
  case CU_RESOURCE_TYPE_LINEAR:
    to.resType = cudaResourceTypeLinear;
    to.res.linear.devPtr = reinterpret_cast<void*>(from.res.linear.devPtr);
    to.res.linear.desc = toRuntime(from.res.linear.format, from.res.linear.numChannels);
    to.res.linear.sizeInBytes = from.res.linear.sizeInBytes;
    break;
  default:
    to.resType = cudaResourceTypePitch2D;
    to.res.pitch2D.devPtr = reinterpret_cast<void*>(from.res.pitch2D.devPtr);
    to.res.pitch2D.desc = toRuntime(from.res.pitch2D.format, from.res.pitch2D.numChannels);
    to.res.pitch2D.width = from.res.pitch2D.width;
    to.res.pitch2D.height = from.res.pitch2D.height;
    to.res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
    break;
  }
  return to;
}

// Members of the runtime's descriptor that are flags in the driver's descriptor.
struct Flag {
  int cudaTextureDesc::* member;
  unsigned flag;
};
constexpr Flag kFlags[] = {
    {&cudaTextureDesc::sRGB, CU_TRSF_SRGB},
    {&cudaTextureDesc::normalizedCoords, CU_TRSF_NORMALIZED_COORDINATES},
    {&cudaTextureDesc::disableTrilinearOptimization, CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION},
    {&cudaTextureDesc::seamlessCubemap, CU_TRSF_SEAMLESS_CUBEMAP},
};

CUDA_TEXTURE_DESC toDriverDesc(const cudaTextureDesc& from) {
  CUDA_TEXTURE_DESC to{};
  for (unsigned i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<CUaddress_mode>(from.addressMode[i]);
  to.filterMode = static_cast<CUfilter_mode>(from.filterMode);
  for (const Flag& flag : kFlags)
    if (from.*flag.member)
      to.flags |= flag.flag;
  if (from.readMode == cudaReadModeElementType)
    to.flags |= CU_TRSF_READ_AS_INTEGER;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  std::ranges::copy(from.borderColor, to.borderColor);
  return to;
}

cudaTextureDesc toRuntimeDesc(const CUDA_TEXTURE_DESC& from) {
  cudaTextureDesc to{};
  for (unsigned i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  for (const Flag& flag : kFlags)
    to.*flag.member = from.flags & flag.flag ? 1 : 0;
  to.readMode =
      from.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  std::ranges::copy(from.borderColor, to.borderColor);
  return to;
}

// Only integers of 8 and 16 bits are read as fractions, and only floats are filtered.
cudaError_t checkReading(const Driver& driver, const CUDA_RESOURCE_DESC& resource,
                         const cudaTextureDesc& texture) {
  CUarray_format format{};
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  CUarray array = resource.res.array.hArray;
  switch (resource.resType) {
  case CU_RESOURCE_TYPE_LINEAR:
    format = resource.res.linear.format;
    break;
  case CU_RESOURCE_TYPE_PITCH2D:
    format = resource.res.pitch2D.format;
    break;
  default:
    if (resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
      if (CUresult result =
              driver.cuMipmappedArrayGetLevel(&array, resource.res.mipmap.hMipmappedArray, 0))
        return toError(result);
    if (CUresult result = driver.cuArray3DGetDescriptor(&shape, array))
      return toError(result);
    format = shape.Format;
    break;
  }
  const cudaChannelFormatDesc channel = toRuntime(format, 1);
  const bool isReal = channel.f == cudaChannelFormatKindFloat;
  const bool normalizes = texture.readMode == cudaReadModeNormalizedFloat;
  if (normalizes && (isReal || channel.x == 32))
    return cudaErrorInvalidNormSetting;
  if (texture.filterMode == cudaFilterModeLinear && !isReal && !normalizes)
    return cudaErrorInvalidFilterSetting;
  return cudaSuccess;
}

// Asks the driver for a descriptor of an object and gives it out in the runtime's terms.
template <class Runtime, class Descriptor>
cudaError_t getDescriptor(Runtime* out, unsigned long long object,
                          CUresult (*Driver::*function)(Descriptor*, unsigned long long)) {
  if (!out)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    Descriptor descriptor{};
    CUresult result = (driver.*function)(&descriptor, object);
    if (result == CUDA_SUCCESS)
      *out = toRuntimeDesc(descriptor);
    return result;
  });
}

static_assert(sizeof(cudaResourceViewDesc) == sizeof(CUDA_RESOURCE_VIEW_DESC));

} // namespace
} // namespace heddle::runtime

using namespace heddle::runtime;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject,
                                    const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc,
                                    const cudaResourceViewDesc* pResViewDesc) {
  if (!pTexObject || !pResDesc)
    return record(cudaErrorInvalidValue);
  if (!pTexDesc)
    return record(cudaErrorInvalidResourceHandle);
  CUDA_RESOURCE_DESC resource;
  if (cudaError_t error = toDriverDesc(*pResDesc, resource); error != cudaSuccess)
    return record(error);
  const CUDA_TEXTURE_DESC texture = toDriverDesc(*pTexDesc);
  return inContext([&](const Driver& driver) {
    if (cudaError_t error = checkReading(driver, resource, *pTexDesc); error != cudaSuccess)
      return error;
    CUtexObject object = 0;
    CUresult result =
        driver.cuTexObjectCreate(&object, &resource, &texture,
                                 reinterpret_cast<const CUDA_RESOURCE_VIEW_DESC*>(pResViewDesc));
    if (result == CUDA_SUCCESS)
      *pTexObject = object;
    return toError(result);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  return inContext([&](const Driver& driver) { return driver.cuTexObjectDestroy(texObject); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc,
                                             cudaTextureObject_t texObject) {
  return getDescriptor(pResDesc, texObject, &Driver::cuTexObjectGetResourceDesc);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc,
                                            cudaTextureObject_t texObject) {
  return getDescriptor(pTexDesc, texObject, &Driver::cuTexObjectGetTextureDesc);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc,
                                                 cudaTextureObject_t texObject) {
  return inContext([&](const Driver& driver) {
    return driver.cuTexObjectGetResourceViewDesc(
        reinterpret_cast<CUDA_RESOURCE_VIEW_DESC*>(pResViewDesc), texObject);
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject,
                                    const cudaResourceDesc* pResDesc) {
  if (!pSurfObject || !pResDesc)
    return record(cudaErrorInvalidValue);
  CUDA_RESOURCE_DESC resource;
  if (cudaError_t error = toDriverDesc(*pResDesc, resource); error != cudaSuccess)
    return record(error);
  return inContext([&](const Driver& driver) {
    CUsurfObject object = 0;
    CUresult result = driver.cuSurfObjectCreate(&object, &resource);
    if (result == CUDA_SUCCESS)
      *pSurfObject = object;
    return result;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return inContext([&](const Driver& driver) { return driver.cuSurfObjectDestroy(surfObject); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc,
                                             cudaSurfaceObject_t surfObject) {
  return getDescriptor(pResDesc, surfObject, &Driver::cuSurfObjectGetResourceDesc);
}
