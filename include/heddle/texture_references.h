// Texture and surface references, which CUDA had until version 11: file-scope variables that
// textures are bound to. `texture` and `surface` are names that programs of today may use for other
// things, so they are in a namespace of their own; the compiler finds them there when a program has
// none.
#ifndef HEDDLE_TEXTURE_REFERENCES_H
#define HEDDLE_TEXTURE_REFERENCES_H

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int __cudaReserved[14];
};

struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};

extern "C" {
cudaError_t CUDARTAPI cudaBindTexture(size_t* offset, const struct textureReference* texref,
                                      const void* devPtr, const struct cudaChannelFormatDesc* desc,
                                      size_t size = 0xffffffffu);
cudaError_t CUDARTAPI cudaBindTexture2D(size_t* offset, const struct textureReference* texref,
                                        const void* devPtr,
                                        const struct cudaChannelFormatDesc* desc, size_t width,
                                        size_t height, size_t pitch);
cudaError_t CUDARTAPI cudaBindTextureToArray(const struct textureReference* texref,
                                             cudaArray_const_t array,
                                             const struct cudaChannelFormatDesc* desc);
cudaError_t CUDARTAPI cudaBindTextureToMipmappedArray(const struct textureReference* texref,
                                                      cudaMipmappedArray_const_t mipmappedArray,
                                                      const struct cudaChannelFormatDesc* desc);
cudaError_t CUDARTAPI cudaUnbindTexture(const struct textureReference* texref);
cudaError_t CUDARTAPI cudaGetTextureAlignmentOffset(size_t* offset,
                                                    const struct textureReference* texref);
cudaError_t CUDARTAPI cudaGetTextureReference(const struct textureReference** texref,
                                              const void* symbol);
cudaError_t CUDARTAPI cudaBindSurfaceToArray(const struct surfaceReference* surfref,
                                             cudaArray_const_t array,
                                             const struct cudaChannelFormatDesc* desc);
cudaError_t CUDARTAPI cudaGetSurfaceReference(const struct surfaceReference** surfref,
                                              const void* symbol);
}

#if defined(__CUDACC__) || defined(__CUDA__)

namespace heddle {
namespace references {

template <class T, int texType = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int norm = 0, enum cudaTextureFilterMode fMode = cudaFilterModePoint,
          enum cudaTextureAddressMode aMode = cudaAddressModeClamp)
      : texture(norm, fMode, aMode, cudaCreateChannelDesc<T>()) {}
  texture(int norm, enum cudaTextureFilterMode fMode, enum cudaTextureAddressMode aMode,
          struct cudaChannelFormatDesc desc)
      : textureReference() {
    normalized = norm;
    filterMode = fMode;
    addressMode[0] = addressMode[1] = addressMode[2] = aMode;
    channelDesc = desc;
  }
};

template <class T, int surfType = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface;
template <int surfType>
struct __attribute__((device_builtin_surface_type)) surface<void, surfType>
    : public surfaceReference {
  surface() : surfaceReference() {}
};

} // namespace references
} // namespace heddle

#define __HEDDLE_TEXTURE template <class T, int dim, enum cudaTextureReadMode mode>
#define __HEDDLE_REFERENCE const heddle::references::texture<T, dim, mode>&
__HEDDLE_TEXTURE static inline cudaError_t cudaBindTexture(size_t* offset, __HEDDLE_REFERENCE tex,
                                                           const void* devPtr,
                                                           const struct cudaChannelFormatDesc& desc,
                                                           size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, (const struct textureReference*)&tex, devPtr, &desc, size);
}
__HEDDLE_TEXTURE static inline cudaError_t cudaBindTexture(size_t* offset, __HEDDLE_REFERENCE tex,
                                                           const void* devPtr,
                                                           size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, tex, devPtr, tex.channelDesc, size);
}
__HEDDLE_TEXTURE static inline cudaError_t
cudaBindTexture2D(size_t* offset, __HEDDLE_REFERENCE tex, const void* devPtr,
                  const struct cudaChannelFormatDesc& desc, size_t width, size_t height,
                  size_t pitch) {
  return cudaBindTexture2D(offset, (const struct textureReference*)&tex, devPtr, &desc, width,
                           height, pitch);
}
__HEDDLE_TEXTURE static inline cudaError_t cudaBindTexture2D(size_t* offset, __HEDDLE_REFERENCE tex,
                                                             const void* devPtr, size_t width,
                                                             size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, tex, devPtr, tex.channelDesc, width, height, pitch);
}
__HEDDLE_TEXTURE static inline cudaError_t
cudaBindTextureToArray(__HEDDLE_REFERENCE tex, cudaArray_const_t array,
                       const struct cudaChannelFormatDesc& desc) {
  return cudaBindTextureToArray((const struct textureReference*)&tex, array, &desc);
}
__HEDDLE_TEXTURE static inline cudaError_t cudaBindTextureToArray(__HEDDLE_REFERENCE tex,
                                                                  cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  cudaError_t status = cudaGetChannelDesc(&desc, array);
  return status == cudaSuccess ? cudaBindTextureToArray(tex, array, desc) : status;
}
__HEDDLE_TEXTURE static inline cudaError_t
cudaBindTextureToMipmappedArray(__HEDDLE_REFERENCE tex, cudaMipmappedArray_const_t mipmappedArray,
                                const struct cudaChannelFormatDesc& desc) {
  return cudaBindTextureToMipmappedArray((const struct textureReference*)&tex, mipmappedArray,
                                         &desc);
}
__HEDDLE_TEXTURE static inline cudaError_t
cudaBindTextureToMipmappedArray(__HEDDLE_REFERENCE tex, cudaMipmappedArray_const_t mipmappedArray) {
  return cudaBindTextureToMipmappedArray(tex, mipmappedArray, tex.channelDesc);
}
__HEDDLE_TEXTURE static inline cudaError_t cudaUnbindTexture(__HEDDLE_REFERENCE tex) {
  return cudaUnbindTexture((const struct textureReference*)&tex);
}
__HEDDLE_TEXTURE static inline cudaError_t cudaGetTextureAlignmentOffset(size_t* offset,
                                                                         __HEDDLE_REFERENCE tex) {
  return cudaGetTextureAlignmentOffset(offset, (const struct textureReference*)&tex);
}
#undef __HEDDLE_REFERENCE
#undef __HEDDLE_TEXTURE
template <int dim>
static inline cudaError_t cudaBindSurfaceToArray(const heddle::references::surface<void, dim>& surf,
                                                 cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc& desc) {
  return cudaBindSurfaceToArray((const struct surfaceReference*)&surf, array, &desc);
}
template <int dim>
static inline cudaError_t cudaBindSurfaceToArray(const heddle::references::surface<void, dim>& surf,
                                                 cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  cudaError_t status = cudaGetChannelDesc(&desc, array);
  return status == cudaSuccess ? cudaBindSurfaceToArray(surf, array, desc) : status;
}

#endif

#endif
