/* The words CUDA adds to C and C++ (`__global__`, `__shared__`, ...). In a CUDA compilation they
 * are clang attributes; for a plain host compiler, C or C++, they expand to nothing, so that every
 * header here can also be included from ordinary host code.
 *
 * `__noinline__` is deliberately no macro: clang has the keyword, and the C++ library spells the
 * GNU attribute that way. */
#ifndef HEDDLE_CRT_HOST_DEFINES_H
#define HEDDLE_CRT_HOST_DEFINES_H

/* The name that programs test for. */
#define __HOST_DEFINES_H__

#if defined(__CUDA__) || defined(__CUDACC__)

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __nv_pure__ __attribute__((pure))

/* The runtime places a managed variable at the address of its host shadow; the section tells it
 * which of the registered variables are managed. */
#if defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device)) __attribute__((annotate("heddle.managed")))
#else
#define __managed__ __attribute__((device)) __attribute__((section("heddle_managed")))
#endif

/* clang 19 has no attribute for it: nvcc's front end reads the annotation. */
#define __cluster_dims__(...) __attribute__((annotate("heddle.cluster_dims", __VA_ARGS__)))
/* Register limits and block-size hints steer a GPU's scheduler; the meaning of the program does not
 * depend on them. */
#define __maxnreg__(...) __attribute__((annotate("heddle.maxnreg")))
#define __block_size__(...)

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __nv_pure__

#endif

#if defined(__GNUC__) || defined(__clang__)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __no_return__ __attribute__((noreturn))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#elif defined(_MSC_VER)
#define __forceinline__ __forceinline
#define __no_return__ __declspec(noreturn)
#define __align__(n) __declspec(align(n))
#define __builtin_align__(n) __align__(n)
#define __thread__ __declspec(thread)
#define CUDARTAPI __stdcall
#define CUDARTAPI_CDECL __cdecl
#define CUDART_CB __stdcall
#endif

/* Which functions are worth inlining is the optimiser's to say. */
#define __inline_hint__

/* For #if: whether the architecture that is compiled for has a feature, such as SM90_ALL. */
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature

/* Markers that tools look for on declarations; they carry no meaning here. */
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

/* The front end gives the closure types of extended lambdas these member types. */
#if defined(__CUDA__) && defined(__cplusplus)
template <class T, class = int> struct __heddle_is_device_lambda {
  static const bool value = false;
};
template <class T> struct __heddle_is_device_lambda<T, typename T::__heddle_device_lambda> {
  static const bool value = true;
};
template <class T, class = int> struct __heddle_is_host_device_lambda {
  static const bool value = false;
};
template <class T>
struct __heddle_is_host_device_lambda<T, typename T::__heddle_host_device_lambda> {
  static const bool value = true;
};
#define __nv_is_extended_device_lambda_closure_type(T) (__heddle_is_device_lambda<T>::value)
#define __nv_is_extended_host_device_lambda_closure_type(T)                                        \
  (__heddle_is_host_device_lambda<T>::value)
/* Their declared return types are as visible to the host as any. */
#define __nv_is_extended_device_lambda_with_preserved_return_type(T)                               \
  (__heddle_is_device_lambda<T>::value)
#endif

/* Before any header of the C++ library: clang's wrapper of <new> defines the device's operators by
 * them as soon as it sees __device__. */
#if defined(__CUDA__) && defined(__cplusplus)
#include <stddef.h>
#include <stdlib.h>
extern "C" {
__device__ void* malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void free(void*) __attribute__((nothrow));
}
/* <stdlib.h> has put the host's functions into std before the device's were declared. clang's own
 * wrapper of these headers defines both there by itself. */
#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__
namespace std {
using ::free;
using ::malloc;
} // namespace std
#endif
#endif

#endif
