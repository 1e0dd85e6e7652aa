// What the programs about textures share: arrays with contents, and texture objects.
#pragma once

#include "check.h"

#include <vector>

namespace conformance {

template <class T>
cudaArray_t arrayOf(const std::vector<T>& values, cudaExtent extent, unsigned flags = 0) {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &desc, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1,
                                extent.depth ? extent.depth : 1);
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(values.data()), extent.width * sizeof(T),
                                    extent.width, copy.extent.height);
  copy.dstArray = array;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));
  return array;
}

inline cudaTextureDesc sampler(cudaTextureFilterMode filter = cudaFilterModePoint,
                               bool normalized = false,
                               cudaTextureAddressMode mode = cudaAddressModeClamp,
                               cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = mode;
  desc.filterMode = filter;
  desc.readMode = read;
  desc.normalizedCoords = normalized;
  return desc;
}

inline cudaTextureObject_t textureOf(cudaArray_t array, const cudaTextureDesc& desc) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t object;
  CUDA_CHECK(cudaCreateTextureObject(&object, &resource, &desc, nullptr));
  return object;
}

inline cudaSurfaceObject_t surfaceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t object;
  CUDA_CHECK(cudaCreateSurfaceObject(&object, &resource));
  return object;
}

template <class T>
cudaTextureObject_t linearTextureOf(const T* pointer, size_t count,
                                    cudaTextureReadMode read = cudaReadModeElementType) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<T*>(pointer);
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  const cudaTextureDesc desc = sampler(cudaFilterModePoint, false, cudaAddressModeClamp, read);
  cudaTextureObject_t object;
  CUDA_CHECK(cudaCreateTextureObject(&object, &resource, &desc, nullptr));
  return object;
}

} // namespace conformance
