// A program can have elements of surfaces of types of its own: it specialises the functions for
// them.
#include "check.h"

#include <cuda_fp16.h>

template <> struct __nv_isurf_trait<__half> {
  typedef void type;
};
template <>
__device__ __forceinline__ __half surf2Dread<__half>(cudaSurfaceObject_t surface, int x, int y,
                                                     cudaSurfaceBoundaryMode mode) {
  return __ushort_as_half(surf2Dread<unsigned short>(surface, x, y, mode));
}
template <>
__device__ __forceinline__ void surf2Dread<__half>(__half* result, cudaSurfaceObject_t surface,
                                                   int x, int y, cudaSurfaceBoundaryMode mode) {
  *result = surf2Dread<__half>(surface, x, y, mode);
}
template <>
__device__ __forceinline__ void surf2Dwrite<__half>(__half value, cudaSurfaceObject_t surface,
                                                    int x, int y, cudaSurfaceBoundaryMode mode) {
  surf2Dwrite<unsigned short>(__half_as_ushort(value), surface, x, y, mode);
}

struct Complex {
  float real, imaginary;
};
template <>
__device__ Complex surf2Dread<Complex>(cudaSurfaceObject_t surface, int x, int y,
                                       cudaSurfaceBoundaryMode mode) {
  const float2 f = surf2Dread<float2>(surface, x, y, mode);
  return {f.x, f.y};
}
// A type that has no specialisation of the trait leaves the functions' own templates aside.
__device__ void surf2Dwrite(const Complex& value, cudaSurfaceObject_t surface, int x, int y,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  surf2Dwrite(make_float2(value.real, value.imaginary), surface, x, y, mode);
}

struct Results {
  float half, throughPointer, outside, real, imaginary;
};

__global__ void access(cudaSurfaceObject_t halves, cudaSurfaceObject_t complexes, Results* r) {
  surf2Dwrite(__float2half(1.5f), halves, 2, 1);
  r->half = __half2float(surf2Dread<__half>(halves, 2, 1));
  __half read;
  surf2Dread(&read, halves, 2, 1);
  r->throughPointer = __half2float(read);
  r->outside = __half2float(surf2Dread<__half>(halves, 1000, 1, cudaBoundaryModeZero));
  surf2Dwrite(Complex{2, 3}, complexes, 8, 1);
  const Complex complex = surf2Dread<Complex>(complexes, 8, 1);
  r->real = complex.real;
  r->imaginary = complex.imaginary;
}

struct Surface {
  cudaArray_t array;
  cudaSurfaceObject_t object;
  explicit Surface(const cudaChannelFormatDesc& format) {
    CUDA_CHECK(cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CUDA_CHECK(cudaCreateSurfaceObject(&object, &resource));
  }
};

int main() {
  const Surface halves(cudaCreateChannelDescHalf());
  const Surface complexes(cudaCreateChannelDesc<float2>());
  Buffer<Results> results(1);
  access<<<1, 1>>>(halves.object, complexes.object, results.device());
  results.download();
  const Results& r = results[0];
  EXPECT_EQ(r.half, 1.5f);
  EXPECT_EQ(r.throughPointer, 1.5f);
  EXPECT_EQ(r.outside, 0.0f);
  EXPECT_EQ(r.real, 2.0f);
  EXPECT_EQ(r.imaginary, 3.0f);
  return ok();
}
