// arch: sm_80
// What the language itself promises in device code.
// Rows L-067 to L-072, L-086 to L-094, L-318 to L-343, P-011, P-012, P-016.
#include <cuda_runtime.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <math_functions.h>

#include <cassert>
#include <cstdio>

__device__ void takes(uint3, dim3) {}

template <class T> __device__ void shuffleAll(T* p, unsigned mask) {
  T v = p[threadIdx.x];
  v = __shfl_sync(mask, v, 0);
  v = __shfl_up_sync(mask, v, 1);
  v = __shfl_down_sync(mask, v, 1, 16);
  v = __shfl_xor_sync(mask, v, 1, 8);
  v = __shfl(v, 3);
  v = __shfl_up(v, 1);
  v = __shfl_down(v, 1);
  v = __shfl_xor(v, 1);
  p[threadIdx.x] = v;
}

__global__ void variables(unsigned* out) {
  auto copy = threadIdx;
  uint3 t = threadIdx;
  dim3 d = blockDim;
  takes(blockIdx, gridDim);
  takes(t, blockDim);
  out[0] = t.x + d.y + copy.z + warpSize + blockIdx.x + gridDim.z;
}

__global__ void synchronise(int* p) {
  __syncthreads();
  p[0] = __syncthreads_count(p[1]) + __syncthreads_and(p[2]) + __syncthreads_or(p[3]);
  __syncwarp();
  __syncwarp(0xffu);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  __barrier_sync(1);
  __barrier_sync_count(2, 64);
  __nanosleep(100);
  p[1] = (int)clock() + (int)clock64() + (int)__globaltimer();
  __prof_trigger(3);
  if (p[2] == 7)
    __trap();
  if (p[2] == 8)
    __brkpt();
}

__global__ void warps(int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                      unsigned long long* ull, float* f, double* d) {
  const unsigned mask = __activemask();
  shuffleAll(i, mask);
  shuffleAll(u, mask);
  shuffleAll(l, mask);
  shuffleAll(ul, mask);
  shuffleAll(ll, mask);
  shuffleAll(ull, mask);
  shuffleAll(f, mask);
  shuffleAll(d, mask);
  int all;
  i[0] = __any_sync(mask, i[1]) + __all_sync(mask, i[2]) + __uni_sync(mask, i[3]) + __any(i[1]) +
         __all(i[2]);
  u[0] = __ballot_sync(mask, i[1]) + __ballot(i[2]) + __match_any_sync(mask, i[0]) +
         __match_any_sync(mask, u[0]) + __match_any_sync(mask, ll[0]) +
         __match_any_sync(mask, ull[0]) + __match_any_sync(mask, f[0]) +
         __match_any_sync(mask, d[0]) + __match_all_sync(mask, i[0], &all) +
         __match_all_sync(mask, d[0], &all);
  i[4] = __reduce_add_sync(mask, i[4]) + __reduce_min_sync(mask, i[5]) +
         __reduce_max_sync(mask, i[6]) + all;
  u[4] = __reduce_add_sync(mask, u[4]) + __reduce_min_sync(mask, u[5]) +
         __reduce_max_sync(mask, u[6]) + __reduce_and_sync(mask, u[7]) +
         __reduce_or_sync(mask, u[8]) + __reduce_xor_sync(mask, u[9]);
}

struct Base {
  __device__ virtual ~Base() {}
  __device__ virtual int value() const { return 1; }
};
struct Derived : Base {
  __device__ int value() const override { return 2; }
};

__global__ void library(char* buffer, int* out, size_t n) {
  assert(n > 3);
  printf("%d %s %f\n", (int)n, "text", 1.5);
  void* p = malloc(n);
  memset(p, 0, n);
  memcpy(p, buffer, n);
  free(p);
  Base* b = new Derived;
  out[0] = b->value();
  delete b;
  int* many = new int[4];
  many[0] = 3;
  out[1] = many[0];
  delete[] many;
  alignas(8) char place[sizeof(Derived)];
  Base* c = new (place) Derived;
  out[2] = c->value();
}

void host(int n) {
  long l = n;
  // min and max are the host's as well.
  const auto a = min(n, 3u);
  const auto b = max(l, 4ul);
  const float c = min(1.0f, 2.0f);
  const double d = max(1.0f, 2.0);
  printf("%u %lu %f %f %f\n", a, b, c, d, rsqrt(2.0) + normcdf(0.0) + rcbrtf(8.0f));
  synchronise<<<dim3(1, 2), 32>>>(nullptr);
}
