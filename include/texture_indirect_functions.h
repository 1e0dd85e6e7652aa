// Fetches through texture objects: tex1D … texCubemapLayered, with levels of detail, gradients and
// the answer whether the texels of a sparse texture are resident. One row of a table per geometry;
// each becomes the PTX instruction for signed, unsigned and floating-point texels.
#ifndef HEDDLE_TEXTURE_INDIRECT_FUNCTIONS_H
#define HEDDLE_TEXTURE_INDIRECT_FUNCTIONS_H

/* The name that programs test for. */
#define __TEXTURE_INDIRECT_FUNCTIONS_H__

#include "texture_types.h"
#include "vector_types.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#include "crt/device_macros.h"

namespace heddle {
namespace device {

// What a fetch of T brings into registers, and how T comes out of it.
template <class T> struct Texel;
#define __HEDDLE_TEXEL(T, FetchedT, ...)                                                           \
  template <> struct Texel<T> {                                                                    \
    typedef FetchedT Fetched;                                                                      \
    static __HEDDLE_TEXEL_FUNCTION__ T from(const Fetched& f) {                                    \
      (void)f;                                                                                     \
      const T result = __VA_ARGS__;                                                                \
      return result;                                                                               \
    }                                                                                              \
  };
#define __HEDDLE_TEXEL_FUNCTION__ __inline__ __attribute__((always_inline)) __device__
#define __HEDDLE_TEXELS(name, Scalar, Fetched)                                                     \
  __HEDDLE_TEXEL(Scalar, Fetched, (Scalar)f.x)                                                     \
  __HEDDLE_TEXEL(name##1, Fetched, {(Scalar)f.x})                                                  \
  __HEDDLE_TEXEL(name##2, Fetched, {(Scalar)f.x, (Scalar)f.y})                                     \
  __HEDDLE_TEXEL(name##4, Fetched, {(Scalar)f.x, (Scalar)f.y, (Scalar)f.z, (Scalar)f.w})
__HEDDLE_TEXEL(char, int4, (char)f.x)
__HEDDLE_TEXELS(char, signed char, int4)
__HEDDLE_TEXELS(uchar, unsigned char, uint4)
__HEDDLE_TEXELS(short, short, int4)
__HEDDLE_TEXELS(ushort, unsigned short, uint4)
__HEDDLE_TEXELS(int, int, int4)
__HEDDLE_TEXELS(uint, unsigned int, uint4)
__HEDDLE_TEXELS(float, float, float4)
#undef __HEDDLE_TEXELS
#undef __HEDDLE_TEXEL

} // namespace device
} // namespace heddle

#define __HEDDLE_LIST(...) __VA_ARGS__

// Fetches into registers; with `resident` the instruction also sets a predicate.
#define __HEDDLE_FETCH_AS(Fetched, type, reg, function, instruction, coordinate, place,            \
                          Parameters, operands)                                                    \
  __HEDDLE_DEVICE__ void function(Fetched& f, cudaTextureObject_t object,                          \
                                  __HEDDLE_LIST Parameters) {                                      \
    asm(instruction ".v4." type "." coordinate " {%0, %1, %2, %3}, " place ";"                     \
        : "=" reg(f.x), "=" reg(f.y), "=" reg(f.z), "=" reg(f.w)                                   \
        : [object] "l"(object), __HEDDLE_LIST operands);                                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void function(Fetched& f, bool* resident, cudaTextureObject_t object,          \
                                  __HEDDLE_LIST Parameters) {                                      \
    int isResident;                                                                                \
    asm("{\n\t.reg .pred %%resident;\n\t" instruction ".v4." type "." coordinate                   \
        " {%0, %1, %2, %3}|%%resident, " place ";\n\tselp.s32 %4, 1, 0, %%resident;\n\t}"          \
        : "=" reg(f.x), "=" reg(f.y), "=" reg(f.z), "=" reg(f.w), "=r"(isResident)                 \
        : [object] "l"(object), __HEDDLE_LIST operands);                                           \
    *resident = isResident != 0;                                                                   \
  }
#define __HEDDLE_FETCH(name, instruction, coordinate, place, Parameters, operands)                 \
  __HEDDLE_FETCH_AS(float4, "f32", "f", name, instruction, coordinate, place, Parameters,          \
                    operands)                                                                      \
  __HEDDLE_FETCH_AS(int4, "s32", "r", name, instruction, coordinate, place, Parameters, operands)  \
  __HEDDLE_FETCH_AS(uint4, "u32", "r", name, instruction, coordinate, place, Parameters, operands)

// The two forms of a function: the texel as the result, and through a pointer.
#define __HEDDLE_TEXTURE_FUNCTION(name, fetch, Parameters, arguments)                              \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ T name(cudaTextureObject_t object, __HEDDLE_LIST Parameters) {                 \
    typename heddle::device::Texel<T>::Fetched fetched;                                            \
    fetch(fetched, object, __HEDDLE_LIST arguments);                                               \
    return heddle::device::Texel<T>::from(fetched);                                                \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ void name(T* result, cudaTextureObject_t object, __HEDDLE_LIST Parameters) {   \
    *result = name<T>(object, __HEDDLE_LIST arguments);                                            \
  }
#define __HEDDLE_SPARSE_TEXTURE_FUNCTION(name, fetch, Parameters, arguments)                       \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ T name(cudaTextureObject_t object, __HEDDLE_LIST Parameters,                   \
                           bool* isResident) {                                                     \
    typename heddle::device::Texel<T>::Fetched fetched;                                            \
    fetch(fetched, isResident, object, __HEDDLE_LIST arguments);                                   \
    return heddle::device::Texel<T>::from(fetched);                                                \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ void name(T* result, cudaTextureObject_t object, __HEDDLE_LIST Parameters,     \
                              bool* isResident) {                                                  \
    *result = name<T>(object, __HEDDLE_LIST arguments, isResident);                                \
  }
#define __HEDDLE_TEXTURE(name, instruction, place, Parameters, operands, arguments)                \
  __HEDDLE_FETCH(__heddle_##name, instruction, "f32", place, Parameters, operands)                 \
  __HEDDLE_TEXTURE_FUNCTION(name, __heddle_##name, Parameters, arguments)
#define __HEDDLE_SPARSE_TEXTURE(name, instruction, place, Parameters, operands, arguments)         \
  __HEDDLE_TEXTURE(name, instruction, place, Parameters, operands, arguments)                      \
  __HEDDLE_SPARSE_TEXTURE_FUNCTION(name, __heddle_##name, Parameters, arguments)

__HEDDLE_FETCH(__heddle_tex1Dfetch, "tex.1d", "s32", "[%[object], {%[x]}]", (int x), ([x] "r"(x)))
__HEDDLE_TEXTURE_FUNCTION(tex1Dfetch, __heddle_tex1Dfetch, (int x), (x))

__HEDDLE_TEXTURE(tex1D, "tex.1d", "[%[object], {%[x]}]", (float x), ([x] "f"(x)), (x))
__HEDDLE_SPARSE_TEXTURE(tex2D, "tex.2d", "[%[object], {%[x], %[y]}]", (float x, float y),
                        ([x] "f"(x), [y] "f"(y)), (x, y))
__HEDDLE_SPARSE_TEXTURE(tex3D, "tex.3d", "[%[object], {%[x], %[y], %[z], %[z]}]",
                        (float x, float y, float z), ([x] "f"(x), [y] "f"(y), [z] "f"(z)),
                        (x, y, z))
__HEDDLE_TEXTURE(tex1DLayered, "tex.a1d", "[%[object], {%[layer], %[x]}]", (float x, int layer),
                 ([x] "f"(x), [layer] "r"(layer)), (x, layer))
__HEDDLE_SPARSE_TEXTURE(tex2DLayered, "tex.a2d", "[%[object], {%[layer], %[x], %[y], %[y]}]",
                        (float x, float y, int layer), ([x] "f"(x), [y] "f"(y), [layer] "r"(layer)),
                        (x, y, layer))
__HEDDLE_TEXTURE(texCubemap, "tex.cube", "[%[object], {%[x], %[y], %[z], %[z]}]",
                 (float x, float y, float z), ([x] "f"(x), [y] "f"(y), [z] "f"(z)), (x, y, z))
__HEDDLE_TEXTURE(texCubemapLayered, "tex.acube", "[%[object], {%[layer], %[x], %[y], %[z]}]",
                 (float x, float y, float z, int layer),
                 ([x] "f"(x), [y] "f"(y), [z] "f"(z), [layer] "r"(layer)), (x, y, z, layer))

__HEDDLE_TEXTURE(tex1DLod, "tex.level.1d", "[%[object], {%[x]}], %[level]", (float x, float level),
                 ([x] "f"(x), [level] "f"(level)), (x, level))
__HEDDLE_SPARSE_TEXTURE(tex2DLod, "tex.level.2d", "[%[object], {%[x], %[y]}], %[level]",
                        (float x, float y, float level),
                        ([x] "f"(x), [y] "f"(y), [level] "f"(level)), (x, y, level))
__HEDDLE_SPARSE_TEXTURE(tex3DLod, "tex.level.3d", "[%[object], {%[x], %[y], %[z], %[z]}], %[level]",
                        (float x, float y, float z, float level),
                        ([x] "f"(x), [y] "f"(y), [z] "f"(z), [level] "f"(level)), (x, y, z, level))
__HEDDLE_TEXTURE(tex1DLayeredLod, "tex.level.a1d", "[%[object], {%[layer], %[x]}], %[level]",
                 (float x, int layer, float level),
                 ([x] "f"(x), [layer] "r"(layer), [level] "f"(level)), (x, layer, level))
__HEDDLE_SPARSE_TEXTURE(tex2DLayeredLod, "tex.level.a2d",
                        "[%[object], {%[layer], %[x], %[y], %[y]}], %[level]",
                        (float x, float y, int layer, float level),
                        ([x] "f"(x), [y] "f"(y), [layer] "r"(layer), [level] "f"(level)),
                        (x, y, layer, level))
__HEDDLE_TEXTURE(texCubemapLod, "tex.level.cube", "[%[object], {%[x], %[y], %[z], %[z]}], %[level]",
                 (float x, float y, float z, float level),
                 ([x] "f"(x), [y] "f"(y), [z] "f"(z), [level] "f"(level)), (x, y, z, level))
__HEDDLE_TEXTURE(texCubemapLayeredLod, "tex.level.acube",
                 "[%[object], {%[layer], %[x], %[y], %[z]}], %[level]",
                 (float x, float y, float z, int layer, float level),
                 ([x] "f"(x), [y] "f"(y), [z] "f"(z), [layer] "r"(layer), [level] "f"(level)),
                 (x, y, z, layer, level))

#define __HEDDLE_GRADIENTS2 "{%[dxx], %[dxy]}, {%[dyx], %[dyy]}"
#define __HEDDLE_GRADIENTS3 "{%[dxx], %[dxy], %[dxz], %[dxz]}, {%[dyx], %[dyy], %[dyz], %[dyz]}"
#define __HEDDLE_GRADIENT_OPERANDS2                                                                \
  [dxx] "f"(dPdx.x), [dxy] "f"(dPdx.y), [dyx] "f"(dPdy.x), [dyy] "f"(dPdy.y)
#define __HEDDLE_GRADIENT_OPERANDS3                                                                \
  __HEDDLE_GRADIENT_OPERANDS2, [dxz] "f"(dPdx.z), [dyz] "f"(dPdy.z)
__HEDDLE_TEXTURE(tex1DGrad, "tex.grad.1d", "[%[object], {%[x]}], {%[dx]}, {%[dy]}",
                 (float x, float dPdx, float dPdy), ([x] "f"(x), [dx] "f"(dPdx), [dy] "f"(dPdy)),
                 (x, dPdx, dPdy))
__HEDDLE_SPARSE_TEXTURE(tex2DGrad, "tex.grad.2d", "[%[object], {%[x], %[y]}], " __HEDDLE_GRADIENTS2,
                        (float x, float y, float2 dPdx, float2 dPdy),
                        ([x] "f"(x), [y] "f"(y), __HEDDLE_GRADIENT_OPERANDS2), (x, y, dPdx, dPdy))
__HEDDLE_SPARSE_TEXTURE(tex3DGrad, "tex.grad.3d",
                        "[%[object], {%[x], %[y], %[z], %[z]}], " __HEDDLE_GRADIENTS3,
                        (float x, float y, float z, float4 dPdx, float4 dPdy),
                        ([x] "f"(x), [y] "f"(y), [z] "f"(z), __HEDDLE_GRADIENT_OPERANDS3),
                        (x, y, z, dPdx, dPdy))
__HEDDLE_TEXTURE(tex1DLayeredGrad, "tex.grad.a1d",
                 "[%[object], {%[layer], %[x]}], {%[dx]}, {%[dy]}",
                 (float x, int layer, float dPdx, float dPdy),
                 ([x] "f"(x), [layer] "r"(layer), [dx] "f"(dPdx), [dy] "f"(dPdy)),
                 (x, layer, dPdx, dPdy))
__HEDDLE_SPARSE_TEXTURE(tex2DLayeredGrad, "tex.grad.a2d",
                        "[%[object], {%[layer], %[x], %[y], %[y]}], " __HEDDLE_GRADIENTS2,
                        (float x, float y, int layer, float2 dPdx, float2 dPdy),
                        ([x] "f"(x), [y] "f"(y), [layer] "r"(layer), __HEDDLE_GRADIENT_OPERANDS2),
                        (x, y, layer, dPdx, dPdy))
__HEDDLE_TEXTURE(texCubemapGrad, "tex.grad.cube",
                 "[%[object], {%[x], %[y], %[z], %[z]}], " __HEDDLE_GRADIENTS3,
                 (float x, float y, float z, float4 dPdx, float4 dPdy),
                 ([x] "f"(x), [y] "f"(y), [z] "f"(z), __HEDDLE_GRADIENT_OPERANDS3),
                 (x, y, z, dPdx, dPdy))
__HEDDLE_TEXTURE(texCubemapLayeredGrad, "tex.grad.acube",
                 "[%[object], {%[layer], %[x], %[y], %[z]}], " __HEDDLE_GRADIENTS3,
                 (float x, float y, float z, int layer, float4 dPdx, float4 dPdy),
                 ([x] "f"(x), [y] "f"(y), [z] "f"(z), [layer] "r"(layer),
                  __HEDDLE_GRADIENT_OPERANDS3),
                 (x, y, z, layer, dPdx, dPdy))

// The component that is gathered is part of the instruction.
#define __HEDDLE_GATHER(name, component)                                                           \
  __HEDDLE_FETCH(name, "tld4." component ".2d", "f32", "[%[object], {%[x], %[y]}]",                \
                 (float x, float y), ([x] "f"(x), [y] "f"(y)))
__HEDDLE_GATHER(__heddle_gather_r, "r")
__HEDDLE_GATHER(__heddle_gather_g, "g")
__HEDDLE_GATHER(__heddle_gather_b, "b")
__HEDDLE_GATHER(__heddle_gather_a, "a")
template <class T>
__HEDDLE_DEVICE__ T tex2Dgather(cudaTextureObject_t object, float x, float y, int comp = 0) {
  typename heddle::device::Texel<T>::Fetched fetched = {0, 0, 0, 0};
  switch (comp) {
  case 0:
    __heddle_gather_r(fetched, object, x, y);
    break;
  case 1:
    __heddle_gather_g(fetched, object, x, y);
    break;
  case 2:
    __heddle_gather_b(fetched, object, x, y);
    break;
  case 3:
    __heddle_gather_a(fetched, object, x, y);
    break;
  }
  return heddle::device::Texel<T>::from(fetched);
}
template <class T>
__HEDDLE_DEVICE__ T tex2Dgather(cudaTextureObject_t object, float x, float y, bool* isResident,
                                int comp = 0) {
  typename heddle::device::Texel<T>::Fetched fetched = {0, 0, 0, 0};
  switch (comp) {
  case 0:
    __heddle_gather_r(fetched, isResident, object, x, y);
    break;
  case 1:
    __heddle_gather_g(fetched, isResident, object, x, y);
    break;
  case 2:
    __heddle_gather_b(fetched, isResident, object, x, y);
    break;
  case 3:
    __heddle_gather_a(fetched, isResident, object, x, y);
    break;
  }
  return heddle::device::Texel<T>::from(fetched);
}
template <class T>
__HEDDLE_DEVICE__ void tex2Dgather(T* result, cudaTextureObject_t object, float x, float y,
                                   int comp = 0) {
  *result = tex2Dgather<T>(object, x, y, comp);
}
template <class T>
__HEDDLE_DEVICE__ void tex2Dgather(T* result, cudaTextureObject_t object, float x, float y,
                                   bool* isResident, int comp = 0) {
  *result = tex2Dgather<T>(object, x, y, isResident, comp);
}

#undef __HEDDLE_GATHER
#undef __HEDDLE_GRADIENT_OPERANDS3
#undef __HEDDLE_GRADIENT_OPERANDS2
#undef __HEDDLE_GRADIENTS3
#undef __HEDDLE_GRADIENTS2
#undef __HEDDLE_SPARSE_TEXTURE
#undef __HEDDLE_TEXTURE
#undef __HEDDLE_SPARSE_TEXTURE_FUNCTION
#undef __HEDDLE_TEXTURE_FUNCTION
#undef __HEDDLE_FETCH
#undef __HEDDLE_FETCH_AS
#undef __HEDDLE_LIST
#undef __HEDDLE_TEXEL_FUNCTION__

#endif

#endif
