/* Fetches through texture references: those of texture_indirect_functions.h, of the object that the
   reference is in device code. */
#ifndef HEDDLE_TEXTURE_FETCH_FUNCTIONS_H
#define HEDDLE_TEXTURE_FETCH_FUNCTIONS_H

#include "texture_indirect_functions.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__)) && !defined(__CUDACC_RTC__)

#include "heddle/texture_references.h"

namespace heddle {
namespace device {

/* What a fetch gives: the element, or floats in its place. */
template <class T, enum cudaTextureReadMode mode> struct Fetched {
  typedef T type;
};
#define __HEDDLE_NORMALIZED(name, Scalar)                                                          \
  template <> struct Fetched<Scalar, cudaReadModeNormalizedFloat> {                                \
    typedef float type;                                                                            \
  };                                                                                               \
  template <> struct Fetched<name##1, cudaReadModeNormalizedFloat> {                               \
    typedef float1 type;                                                                           \
  };                                                                                               \
  template <> struct Fetched<name##2, cudaReadModeNormalizedFloat> {                               \
    typedef float2 type;                                                                           \
  };                                                                                               \
  template <> struct Fetched<name##4, cudaReadModeNormalizedFloat> {                               \
    typedef float4 type;                                                                           \
  };
template <> struct Fetched<char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
__HEDDLE_NORMALIZED(char, signed char)
__HEDDLE_NORMALIZED(uchar, unsigned char)
__HEDDLE_NORMALIZED(short, short)
__HEDDLE_NORMALIZED(ushort, unsigned short)
#undef __HEDDLE_NORMALIZED

/* Four texels' worth of one channel. */
template <class T> struct Gathered;
#define __HEDDLE_GATHERED(name, Scalar)                                                            \
  template <> struct Gathered<Scalar> {                                                            \
    typedef name##4 type;                                                                          \
  };                                                                                               \
  template <> struct Gathered<name##1> {                                                           \
    typedef name##4 type;                                                                          \
  };                                                                                               \
  template <> struct Gathered<name##2> {                                                           \
    typedef name##4 type;                                                                          \
  };                                                                                               \
  template <> struct Gathered<name##4> {                                                           \
    typedef name##4 type;                                                                          \
  };
template <> struct Gathered<char> {
  typedef char4 type;
};
__HEDDLE_GATHERED(char, signed char)
__HEDDLE_GATHERED(uchar, unsigned char)
__HEDDLE_GATHERED(short, short)
__HEDDLE_GATHERED(ushort, unsigned short)
__HEDDLE_GATHERED(int, int)
__HEDDLE_GATHERED(uint, unsigned int)
__HEDDLE_GATHERED(float, float)
#undef __HEDDLE_GATHERED

/* In device code a reference is the address of what is bound to it. */
template <class Reference> __HEDDLE_DEVICE__ unsigned long long objectOf(Reference reference) {
  unsigned long long object;
  asm("mov.b64 %0, %1;" : "=l"(object) : "l"(reference));
  return object;
}

} // namespace device
} // namespace heddle

#define __HEDDLE_LIST(...) __VA_ARGS__
#define __HEDDLE_REFERENCE_FETCH(name, geometry, Parameters, arguments)                            \
  template <class T, enum cudaTextureReadMode mode>                                                \
  __HEDDLE_DEVICE__ typename heddle::device::Fetched<T, mode>::type name(                          \
      heddle::references::texture<T, cudaTextureType##geometry, mode> reference,                   \
      __HEDDLE_LIST Parameters) {                                                                  \
    return name<typename heddle::device::Fetched<T, mode>::type>(                                  \
        heddle::device::objectOf(reference), __HEDDLE_LIST arguments);                             \
  }

__HEDDLE_REFERENCE_FETCH(tex1Dfetch, 1D, (int x), (x))
__HEDDLE_REFERENCE_FETCH(tex1D, 1D, (float x), (x))
__HEDDLE_REFERENCE_FETCH(tex2D, 2D, (float x, float y), (x, y))
__HEDDLE_REFERENCE_FETCH(tex3D, 3D, (float x, float y, float z), (x, y, z))
__HEDDLE_REFERENCE_FETCH(tex1DLayered, 1DLayered, (float x, int layer), (x, layer))
__HEDDLE_REFERENCE_FETCH(tex2DLayered, 2DLayered, (float x, float y, int layer), (x, y, layer))
__HEDDLE_REFERENCE_FETCH(texCubemap, Cubemap, (float x, float y, float z), (x, y, z))
__HEDDLE_REFERENCE_FETCH(texCubemapLayered, CubemapLayered, (float x, float y, float z, int layer),
                         (x, y, z, layer))
__HEDDLE_REFERENCE_FETCH(tex1DLod, 1D, (float x, float level), (x, level))
__HEDDLE_REFERENCE_FETCH(tex2DLod, 2D, (float x, float y, float level), (x, y, level))
__HEDDLE_REFERENCE_FETCH(tex3DLod, 3D, (float x, float y, float z, float level), (x, y, z, level))
__HEDDLE_REFERENCE_FETCH(tex1DLayeredLod, 1DLayered, (float x, int layer, float level),
                         (x, layer, level))
__HEDDLE_REFERENCE_FETCH(tex2DLayeredLod, 2DLayered, (float x, float y, int layer, float level),
                         (x, y, layer, level))
__HEDDLE_REFERENCE_FETCH(texCubemapLod, Cubemap, (float x, float y, float z, float level),
                         (x, y, z, level))
__HEDDLE_REFERENCE_FETCH(texCubemapLayeredLod, CubemapLayered,
                         (float x, float y, float z, int layer, float level),
                         (x, y, z, layer, level))
__HEDDLE_REFERENCE_FETCH(tex1DGrad, 1D, (float x, float dPdx, float dPdy), (x, dPdx, dPdy))
__HEDDLE_REFERENCE_FETCH(tex2DGrad, 2D, (float x, float y, float2 dPdx, float2 dPdy),
                         (x, y, dPdx, dPdy))
__HEDDLE_REFERENCE_FETCH(tex3DGrad, 3D, (float x, float y, float z, float4 dPdx, float4 dPdy),
                         (x, y, z, dPdx, dPdy))
__HEDDLE_REFERENCE_FETCH(tex1DLayeredGrad, 1DLayered, (float x, int layer, float dPdx, float dPdy),
                         (x, layer, dPdx, dPdy))
__HEDDLE_REFERENCE_FETCH(tex2DLayeredGrad, 2DLayered,
                         (float x, float y, int layer, float2 dPdx, float2 dPdy),
                         (x, y, layer, dPdx, dPdy))
template <class T, enum cudaTextureReadMode mode>
__HEDDLE_DEVICE__
    typename heddle::device::Gathered<typename heddle::device::Fetched<T, mode>::type>::type
    tex2Dgather(heddle::references::texture<T, cudaTextureType2D, mode> reference, float x, float y,
                int comp = 0) {
  return tex2Dgather<
      typename heddle::device::Gathered<typename heddle::device::Fetched<T, mode>::type>::type>(
      heddle::device::objectOf(reference), x, y, comp);
}

#undef __HEDDLE_REFERENCE_FETCH
#undef __HEDDLE_LIST

#endif

#endif
