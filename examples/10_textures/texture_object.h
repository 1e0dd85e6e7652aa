// Texture objects for the programs whose subject is what one reads through them.
#pragma once

#include "../device_array.h"

// An array of one, two or, with layers, three dimensions that is filled with the values.
template <class T>
cudaArray_t filledArray(const std::vector<T>& values, cudaExtent extent, unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CHECK_CUDA(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(values.data()), extent.width * sizeof(T),
                                    extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  return array;
}

inline cudaTextureObject_t textureOf(cudaArray_t array, const cudaTextureDesc& description) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

template <class T>
cudaTextureObject_t linearTexture(const T* memory, size_t count,
                                  cudaTextureReadMode mode = cudaReadModeElementType) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<T*>(memory);
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  cudaTextureDesc description = {};
  description.readMode = mode;
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}
