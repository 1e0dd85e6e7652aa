// All atomic functions, in the three scopes. Rows L-319 to L-337.
#include <cuda_runtime.h>

template <class T> __device__ void arithmetic(T* p, T v) {
  p[0] = atomicAdd(p, v) + atomicAdd_block(p, v) + atomicAdd_system(p, v);
  p[0] += atomicExch(p, v) + atomicExch_block(p, v) + atomicExch_system(p, v);
}
template <class T> __device__ void subtract(T* p, T v) {
  p[0] = atomicSub(p, v) + atomicSub_block(p, v) + atomicSub_system(p, v);
}
template <class T> __device__ void order(T* p, T v) {
  p[0] = atomicMin(p, v) + atomicMin_block(p, v) + atomicMin_system(p, v);
  p[0] += atomicMax(p, v) + atomicMax_block(p, v) + atomicMax_system(p, v);
}
template <class T> __device__ void bitwise(T* p, T v) {
  p[0] = atomicAnd(p, v) + atomicAnd_block(p, v) + atomicAnd_system(p, v);
  p[0] += atomicOr(p, v) + atomicOr_block(p, v) + atomicOr_system(p, v);
  p[0] += atomicXor(p, v) + atomicXor_block(p, v) + atomicXor_system(p, v);
}
template <class T> __device__ void swap(T* p, T v) {
  p[0] = atomicCAS(p, v, (T)1) + atomicCAS_block(p, v, (T)2) + atomicCAS_system(p, v, (T)3);
}

__global__ void kernel(int* i, unsigned* u, long long* l, unsigned long long* ul, float* f,
                       double* d, unsigned short* h) {
  __shared__ int counter;
  __shared__ double total;
  arithmetic(i, 1);
  arithmetic(u, 1u);
  arithmetic(ul, 1ull);
  arithmetic(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicAdd(d, 1);
  atomicAdd(d, 1.0f);
  atomicAdd_block(d, 1.0);
  atomicAdd_system(d, 1.0);
  atomicAdd(&counter, 1);
  atomicAdd(&total, 1.0);
  subtract(i, 1);
  subtract(u, 1u);
  order(i, 1);
  order(u, 1u);
  order(l, 1ll);
  order(ul, 1ull);
  bitwise(i, 1);
  bitwise(u, 1u);
  bitwise(l, 1ll);
  bitwise(ul, 1ull);
  swap(i, 1);
  swap(u, 1u);
  swap(ul, 1ull);
  swap(h, (unsigned short)1);
  u[1] = atomicInc(u, 3u) + atomicInc_block(u, 3u) + atomicInc_system(u, 3u) + atomicDec(u, 3u) +
         atomicDec_block(u, 3u) + atomicDec_system(u, 3u);
}
