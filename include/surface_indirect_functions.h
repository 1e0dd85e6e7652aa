// Reads and writes through surface objects: surf1Dread … surfCubemapLayeredwrite. The x coordinate
// counts bytes. An element of one, two or four components of 8 to 64 bits moves unchanged.
#ifndef HEDDLE_SURFACE_INDIRECT_FUNCTIONS_H
#define HEDDLE_SURFACE_INDIRECT_FUNCTIONS_H

/* The name that programs test for. */
#define __SURFACE_INDIRECT_FUNCTIONS_H__

#include "surface_types.h"
#include "vector_types.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#include "crt/device_macros.h"

// For a type that has no elements of its own here, a program can specialise this template, and then
// the functions below; `type` is what those return that write, or read through a pointer.
template <class T> struct __nv_isurf_trait {};

namespace heddle {
namespace device {

template <int bytes> struct SurfaceRegister;
template <> struct SurfaceRegister<1> {
  typedef unsigned char Component;
  typedef unsigned short Register;
};
template <> struct SurfaceRegister<2> {
  typedef unsigned short Component;
  typedef unsigned short Register;
};
template <> struct SurfaceRegister<4> {
  typedef unsigned int Component;
  typedef unsigned int Register;
};
template <> struct SurfaceRegister<8> {
  typedef unsigned long long Component;
  typedef unsigned long long Register;
};

// The components of an element in registers.
template <int bytes, int n> struct SurfaceElement {
  enum { componentBytes = bytes, count = n };
  typename SurfaceRegister<bytes>::Register r[n];
};

template <class T> struct SurfaceElementOf;
} // namespace device
} // namespace heddle

#define __HEDDLE_SURFACE_TYPE(T, n)                                                                \
  template <> struct heddle::device::SurfaceElementOf<T> {                                         \
    typedef heddle::device::SurfaceElement<sizeof(T) / n, n> type;                                 \
  };                                                                                               \
  template <> struct __nv_isurf_trait<T> {                                                         \
    typedef void type;                                                                             \
  };
#define __HEDDLE_SURFACE_TYPES(name, Scalar)                                                       \
  __HEDDLE_SURFACE_TYPE(Scalar, 1)                                                                 \
  __HEDDLE_SURFACE_TYPE(name##1, 1)                                                                \
  __HEDDLE_SURFACE_TYPE(name##2, 2)
__HEDDLE_SURFACE_TYPE(char, 1)
__HEDDLE_SURFACE_TYPES(char, signed char)
__HEDDLE_SURFACE_TYPES(uchar, unsigned char)
__HEDDLE_SURFACE_TYPES(short, short)
__HEDDLE_SURFACE_TYPES(ushort, unsigned short)
__HEDDLE_SURFACE_TYPES(int, int)
__HEDDLE_SURFACE_TYPES(uint, unsigned int)
__HEDDLE_SURFACE_TYPES(longlong, long long)
__HEDDLE_SURFACE_TYPES(ulonglong, unsigned long long)
__HEDDLE_SURFACE_TYPES(float, float)
__HEDDLE_SURFACE_TYPE(char4, 4)
__HEDDLE_SURFACE_TYPE(uchar4, 4)
__HEDDLE_SURFACE_TYPE(short4, 4)
__HEDDLE_SURFACE_TYPE(ushort4, 4)
__HEDDLE_SURFACE_TYPE(int4, 4)
__HEDDLE_SURFACE_TYPE(uint4, 4)
__HEDDLE_SURFACE_TYPE(float4, 4)
#undef __HEDDLE_SURFACE_TYPES
#undef __HEDDLE_SURFACE_TYPE

namespace heddle {
namespace device {

template <class T>
__HEDDLE_DEVICE__ T fromSurface(const typename SurfaceElementOf<T>::type& element) {
  typedef typename SurfaceElementOf<T>::type Element;
  typename SurfaceRegister<Element::componentBytes>::Component components[Element::count];
  for (int i = 0; i < Element::count; ++i)
    components[i] = (typename SurfaceRegister<Element::componentBytes>::Component)element.r[i];
  T value;
  __builtin_memcpy(&value, components, sizeof(T));
  return value;
}
template <class T> __HEDDLE_DEVICE__ typename SurfaceElementOf<T>::type toSurface(const T& value) {
  typedef typename SurfaceElementOf<T>::type Element;
  typename SurfaceRegister<Element::componentBytes>::Component components[Element::count];
  __builtin_memcpy(components, &value, sizeof(T));
  Element element;
  for (int i = 0; i < Element::count; ++i)
    element.r[i] = components[i];
  return element;
}

} // namespace device
} // namespace heddle

#define __HEDDLE_LIST(...) __VA_ARGS__

// The boundary mode is part of the instruction.
#define __HEDDLE_SURFACE_READ_AS(bytes, n, type, registers, outputs, function, geometry, place,    \
                                 Parameters, operands)                                             \
  __HEDDLE_DEVICE__ void function(heddle::device::SurfaceElement<bytes, n>& e,                     \
                                  cudaSurfaceObject_t object, cudaSurfaceBoundaryMode mode,        \
                                  __HEDDLE_LIST Parameters) {                                      \
    switch (mode) {                                                                                \
    case cudaBoundaryModeZero:                                                                     \
      asm volatile("suld.b." geometry type ".zero " registers ", " place ";"                       \
                   : __HEDDLE_LIST outputs                                                         \
                   : [object] "l"(object), __HEDDLE_LIST operands                                  \
                   : "memory");                                                                    \
      break;                                                                                       \
    case cudaBoundaryModeClamp:                                                                    \
      asm volatile("suld.b." geometry type ".clamp " registers ", " place ";"                      \
                   : __HEDDLE_LIST outputs                                                         \
                   : [object] "l"(object), __HEDDLE_LIST operands                                  \
                   : "memory");                                                                    \
      break;                                                                                       \
    default:                                                                                       \
      asm volatile("suld.b." geometry type ".trap " registers ", " place ";"                       \
                   : __HEDDLE_LIST outputs                                                         \
                   : [object] "l"(object), __HEDDLE_LIST operands                                  \
                   : "memory");                                                                    \
      break;                                                                                       \
    }                                                                                              \
  }
#define __HEDDLE_SURFACE_WRITE_AS(bytes, n, type, registers, inputs, function, geometry, place,    \
                                  Parameters, operands)                                            \
  __HEDDLE_DEVICE__ void function(const heddle::device::SurfaceElement<bytes, n>& e,               \
                                  cudaSurfaceObject_t object, cudaSurfaceBoundaryMode mode,        \
                                  __HEDDLE_LIST Parameters) {                                      \
    switch (mode) {                                                                                \
    case cudaBoundaryModeZero:                                                                     \
      asm volatile("sust.b." geometry type ".zero " place ", " registers ";"                       \
                   :                                                                               \
                   : __HEDDLE_LIST inputs, [object] "l"(object), __HEDDLE_LIST operands            \
                   : "memory");                                                                    \
      break;                                                                                       \
    case cudaBoundaryModeClamp:                                                                    \
      asm volatile("sust.b." geometry type ".clamp " place ", " registers ";"                      \
                   :                                                                               \
                   : __HEDDLE_LIST inputs, [object] "l"(object), __HEDDLE_LIST operands            \
                   : "memory");                                                                    \
      break;                                                                                       \
    default:                                                                                       \
      asm volatile("sust.b." geometry type ".trap " place ", " registers ";"                       \
                   :                                                                               \
                   : __HEDDLE_LIST inputs, [object] "l"(object), __HEDDLE_LIST operands            \
                   : "memory");                                                                    \
      break;                                                                                       \
    }                                                                                              \
  }

#define __HEDDLE_SURFACE_WIDTH(bytes, bits, reg, name, geometry, place, Parameters, operands)      \
  __HEDDLE_SURFACE_READ_AS(bytes, 1, "." bits, "{%0}", ("=" reg(e.r[0])), name##_read, geometry,   \
                           place, Parameters, operands)                                            \
  __HEDDLE_SURFACE_WRITE_AS(bytes, 1, "." bits, "{%0}", (reg(e.r[0])), name##_write, geometry,     \
                            place, Parameters, operands)                                           \
  __HEDDLE_SURFACE_READ_AS(bytes, 2, ".v2." bits, "{%0, %1}", ("=" reg(e.r[0]), "=" reg(e.r[1])),  \
                           name##_read, geometry, place, Parameters, operands)                     \
  __HEDDLE_SURFACE_WRITE_AS(bytes, 2, ".v2." bits, "{%0, %1}", (reg(e.r[0]), reg(e.r[1])),         \
                            name##_write, geometry, place, Parameters, operands)
#define __HEDDLE_SURFACE_QUADS(bytes, bits, reg, name, geometry, place, Parameters, operands)      \
  __HEDDLE_SURFACE_READ_AS(bytes, 4, ".v4." bits, "{%0, %1, %2, %3}",                              \
                           ("=" reg(e.r[0]), "=" reg(e.r[1]), "=" reg(e.r[2]), "=" reg(e.r[3])),   \
                           name##_read, geometry, place, Parameters, operands)                     \
  __HEDDLE_SURFACE_WRITE_AS(bytes, 4, ".v4." bits, "{%0, %1, %2, %3}",                             \
                            (reg(e.r[0]), reg(e.r[1]), reg(e.r[2]), reg(e.r[3])), name##_write,    \
                            geometry, place, Parameters, operands)
#define __HEDDLE_SURFACE_GEOMETRY(name, geometry, place, Parameters, operands)                     \
  __HEDDLE_SURFACE_WIDTH(1, "b8", "h", name, geometry, place, Parameters, operands)                \
  __HEDDLE_SURFACE_WIDTH(2, "b16", "h", name, geometry, place, Parameters, operands)               \
  __HEDDLE_SURFACE_WIDTH(4, "b32", "r", name, geometry, place, Parameters, operands)               \
  __HEDDLE_SURFACE_WIDTH(8, "b64", "l", name, geometry, place, Parameters, operands)               \
  __HEDDLE_SURFACE_QUADS(1, "b8", "h", name, geometry, place, Parameters, operands)                \
  __HEDDLE_SURFACE_QUADS(2, "b16", "h", name, geometry, place, Parameters, operands)               \
  __HEDDLE_SURFACE_QUADS(4, "b32", "r", name, geometry, place, Parameters, operands)

#define __HEDDLE_SURFACE_FUNCTIONS(name, accesses, Parameters, arguments)                          \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ T name##read(                                                \
      cudaSurfaceObject_t object, __HEDDLE_LIST Parameters,                                        \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    typename heddle::device::SurfaceElementOf<T>::type element;                                    \
    accesses##_read(element, object, mode, __HEDDLE_LIST arguments);                               \
    return heddle::device::fromSurface<T>(element);                                                \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ typename __nv_isurf_trait<T>::type name##read(               \
      T* result, cudaSurfaceObject_t object, __HEDDLE_LIST Parameters,                             \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    *result = name##read<T>(object, __HEDDLE_LIST arguments, mode);                                \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_SINCE_20 __HEDDLE_DEVICE__ typename __nv_isurf_trait<T>::type name##write(              \
      T value, cudaSurfaceObject_t object, __HEDDLE_LIST Parameters,                               \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                       \
    accesses##_write(heddle::device::toSurface(value), object, mode, __HEDDLE_LIST arguments);     \
  }

__HEDDLE_SURFACE_GEOMETRY(__heddle_surf1D, "1d", "[%[object], {%[x]}]", (int x), ([x] "r"(x)))
__HEDDLE_SURFACE_GEOMETRY(__heddle_surf2D, "2d", "[%[object], {%[x], %[y]}]", (int x, int y),
                          ([x] "r"(x), [y] "r"(y)))
__HEDDLE_SURFACE_GEOMETRY(__heddle_surf3D, "3d", "[%[object], {%[x], %[y], %[z], %[z]}]",
                          (int x, int y, int z), ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
__HEDDLE_SURFACE_GEOMETRY(__heddle_surf1DLayered, "a1d", "[%[object], {%[layer], %[x]}]",
                          (int x, int layer), ([x] "r"(x), [layer] "r"(layer)))
__HEDDLE_SURFACE_GEOMETRY(__heddle_surf2DLayered, "a2d",
                          "[%[object], {%[layer], %[x], %[y], %[y]}]", (int x, int y, int layer),
                          ([x] "r"(x), [y] "r"(y), [layer] "r"(layer)))

__HEDDLE_SURFACE_FUNCTIONS(surf1D, __heddle_surf1D, (int x), (x))
__HEDDLE_SURFACE_FUNCTIONS(surf2D, __heddle_surf2D, (int x, int y), (x, y))
__HEDDLE_SURFACE_FUNCTIONS(surf3D, __heddle_surf3D, (int x, int y, int z), (x, y, z))
__HEDDLE_SURFACE_FUNCTIONS(surf1DLayered, __heddle_surf1DLayered, (int x, int layer), (x, layer))
__HEDDLE_SURFACE_FUNCTIONS(surf2DLayered, __heddle_surf2DLayered, (int x, int y, int layer),
                           (x, y, layer))
// The faces of a cubemap are layers.
__HEDDLE_SURFACE_FUNCTIONS(surfCubemap, __heddle_surf2DLayered, (int x, int y, int face),
                           (x, y, face))
__HEDDLE_SURFACE_FUNCTIONS(surfCubemapLayered, __heddle_surf2DLayered,
                           (int x, int y, int layerFace), (x, y, layerFace))

#undef __HEDDLE_SURFACE_FUNCTIONS
#undef __HEDDLE_SURFACE_GEOMETRY
#undef __HEDDLE_SURFACE_QUADS
#undef __HEDDLE_SURFACE_WIDTH
#undef __HEDDLE_SURFACE_WRITE_AS
#undef __HEDDLE_SURFACE_READ_AS
#undef __HEDDLE_LIST

#endif

#endif
