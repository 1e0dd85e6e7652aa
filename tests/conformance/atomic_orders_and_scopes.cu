// __nv_atomic_*: every operation, on every size, with orders and scopes as arguments.
// Rows L-319, L-320, L-335, L-336.
#include "check.h"

struct alignas(4) Pair {
  short a, b;
};

__device__ unsigned int words[8];
__device__ unsigned long long longs[4];
__device__ float sum;
__device__ double doubleSum;
__device__ unsigned char byte;
__device__ unsigned short shortWord;
__device__ Pair pair;
__device__ int signedWord;
__device__ int message, flag;

__global__ void update() {
  unsigned int i = threadIdx.x;
  __nv_atomic_fetch_add(&words[0], 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_sub(&words[1], i, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_or(&words[2], 1u << (i & 31), __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_and(&words[3], ~(1u << (i & 15)), __NV_ATOMIC_ACQ_REL);
  __nv_atomic_fetch_xor(&words[4], i, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_fetch_max(&words[5], i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_min(&words[6], i + 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_min(&signedWord, -(int)i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(&longs[0], 1ull << 33, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_max(&longs[1], (1ull << 40) + i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(&sum, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(&doubleSum, 0.25, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);

  // A counter by compare and exchange.
  unsigned int expected = __nv_atomic_load_n(&words[7], __NV_ATOMIC_RELAXED);
  while (!__nv_atomic_compare_exchange_n(&words[7], &expected, expected + 2, true,
                                         __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE)) {
  }
}

__global__ void single(unsigned int* out) {
  __nv_atomic_store_n(&byte, (unsigned char)200, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  out[0] = __nv_atomic_load_n(&byte, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(&shortWord, (unsigned short)50000, __NV_ATOMIC_SEQ_CST);
  out[1] = __nv_atomic_load_n(&shortWord, __NV_ATOMIC_SEQ_CST);
  Pair value{1, 2}, next{3, 4}, old, wrong{9, 9};
  __nv_atomic_store(&pair, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_exchange(&pair, &next, &old, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  out[2] = old.a * 10 + old.b;
  out[3] = __nv_atomic_compare_exchange(&pair, &wrong, &value, false, __NV_ATOMIC_SEQ_CST,
                                        __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  out[4] = wrong.a * 10 + wrong.b;
  __nv_atomic_load(&pair, &old, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
  out[5] = old.a * 10 + old.b;
  out[6] = __nv_atomic_exchange_n(&words[0], 7u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
}

// One block tells the other.
__global__ void tell(int* out) {
  if (blockIdx.x == 0) {
    message = 42;
    __nv_atomic_store_n(&flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(&flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    *out = message;
  }
}

int main() {
  const unsigned int start[8] = {0, 100000, 0, ~0u, 0, 0, 1000, 0};
  CUDA_CHECK(cudaMemcpyToSymbol(words, start, sizeof start));
  const int blocks = 4, threads = 64, all = blocks * threads;
  update<<<blocks, threads>>>();
  unsigned int got[8];
  CUDA_CHECK(cudaMemcpyFromSymbol(got, words, sizeof got));
  EXPECT_EQ(got[0], (unsigned int)all);
  EXPECT_EQ(got[1], 100000u - blocks * (threads * (threads - 1) / 2));
  EXPECT_EQ(got[2], ~0u);
  EXPECT_EQ(got[3], 0xffff0000u);
  EXPECT_EQ(got[4], 0u);
  EXPECT_EQ(got[5], (unsigned int)threads - 1);
  EXPECT_EQ(got[6], 3u);
  EXPECT_EQ(got[7], 2u * all);
  unsigned long long gotLongs[4];
  CUDA_CHECK(cudaMemcpyFromSymbol(gotLongs, longs, sizeof gotLongs));
  EXPECT_EQ(gotLongs[0], (unsigned long long)all << 33);
  EXPECT_EQ(gotLongs[1], (1ull << 40) + threads - 1);
  int gotSigned;
  CUDA_CHECK(cudaMemcpyFromSymbol(&gotSigned, signedWord, sizeof gotSigned));
  EXPECT_EQ(gotSigned, 1 - threads);
  float gotSum;
  double gotDouble;
  CUDA_CHECK(cudaMemcpyFromSymbol(&gotSum, sum, sizeof gotSum));
  CUDA_CHECK(cudaMemcpyFromSymbol(&gotDouble, doubleSum, sizeof gotDouble));
  EXPECT_EQ(gotSum, 0.5f * all);
  EXPECT_EQ(gotDouble, 0.25 * all);

  unsigned int *out, results[7];
  CUDA_CHECK(cudaMalloc(&out, sizeof results));
  single<<<1, 1>>>(out);
  CUDA_CHECK(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
  const unsigned int expected[7] = {200, 50000, 12, 0, 34, 34, (unsigned int)all};
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(results[i], expected[i]);

  tell<<<2, 1>>>((int*)out);
  CUDA_CHECK(cudaMemcpy(results, out, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(results[0], 42u);
  CUDA_CHECK(cudaFree(out));
  return ok();
}
