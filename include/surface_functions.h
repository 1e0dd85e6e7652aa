/* Reads and writes through surface references: those of surface_indirect_functions.h, of the object
   that the reference is in device code. */
#ifndef HEDDLE_SURFACE_FUNCTIONS_H
#define HEDDLE_SURFACE_FUNCTIONS_H

#include "surface_indirect_functions.h"
#include "texture_fetch_functions.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__)) && !defined(__CUDACC_RTC__)

#define __HEDDLE_LIST(...) __VA_ARGS__
#define __HEDDLE_REFERENCE_ACCESS(name, geometry, Parameters, arguments)                           \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ T name##read(                                                \
      heddle::references::surface<void, cudaSurfaceType##geometry> reference,                      \
      __HEDDLE_LIST Parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    return name##read<T>(heddle::device::objectOf(reference), __HEDDLE_LIST arguments, mode);      \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ void name##read(                                             \
      T* result, heddle::references::surface<void, cudaSurfaceType##geometry> reference,           \
      __HEDDLE_LIST Parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    *result = name##read<T>(heddle::device::objectOf(reference), __HEDDLE_LIST arguments, mode);   \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ void name##write(                                            \
      T value, heddle::references::surface<void, cudaSurfaceType##geometry> reference,             \
      __HEDDLE_LIST Parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    name##write(value, heddle::device::objectOf(reference), __HEDDLE_LIST arguments, mode);        \
  }

__HEDDLE_REFERENCE_ACCESS(surf1D, 1D, (int x), (x))
__HEDDLE_REFERENCE_ACCESS(surf2D, 2D, (int x, int y), (x, y))
__HEDDLE_REFERENCE_ACCESS(surf3D, 3D, (int x, int y, int z), (x, y, z))
__HEDDLE_REFERENCE_ACCESS(surf1DLayered, 1DLayered, (int x, int layer), (x, layer))
__HEDDLE_REFERENCE_ACCESS(surf2DLayered, 2DLayered, (int x, int y, int layer), (x, y, layer))
__HEDDLE_REFERENCE_ACCESS(surfCubemap, Cubemap, (int x, int y, int face), (x, y, face))
__HEDDLE_REFERENCE_ACCESS(surfCubemapLayered, CubemapLayered, (int x, int y, int layerFace),
                          (x, y, layerFace))

#undef __HEDDLE_REFERENCE_ACCESS
#undef __HEDDLE_LIST

#endif

#endif
