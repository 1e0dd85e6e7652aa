// The addresses of a thread's local array are local memory, also where the array lives across
// barriers, where it is passed to a function and where another thread's array is asked for.
#include "check.h"

__device__ __noinline__ int spaceOf(const void* pointer) {
  return __isLocal(pointer) | __isGlobal(pointer) << 1 | __isShared(pointer) << 2;
}

__device__ void* ofOther[64];

constexpr int kThreads = 64, kAnswers = 6;

__global__ void ask(int* out, int count) {
  __shared__ int shared[kThreads];
  int local[16];
  for (int i = 0; i < count; ++i)
    local[i] = i * count + static_cast<int>(threadIdx.x);
  shared[threadIdx.x] = local[count - 1];
  ofOther[threadIdx.x] = local;
  __syncthreads();
  int* answers = out + threadIdx.x * kAnswers;
  answers[0] = spaceOf(local);
  answers[1] = spaceOf(local + count);
  answers[2] = spaceOf(shared + count);
  answers[3] = spaceOf(out);
  answers[4] = spaceOf(ofOther[kThreads - 1 - threadIdx.x]);
  __syncthreads();
  answers[5] = local[count - 1] + shared[kThreads - 1 - threadIdx.x];
}

int main() {
  int* out;
  CUDA_CHECK(cudaMallocManaged(&out, kThreads * kAnswers * sizeof(int)));
  constexpr int kCount = 5, kLocal = 1, kGlobal = 2, kShared = 4;
  ask<<<1, kThreads>>>(out, kCount);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int thread = 0; thread < kThreads; ++thread) {
    const int* answers = out + thread * kAnswers;
    EXPECT_EQ_AT(thread, answers[0], kLocal);
    EXPECT_EQ_AT(thread, answers[1], kLocal);
    EXPECT_EQ_AT(thread, answers[2], kShared);
    EXPECT_EQ_AT(thread, answers[3], kGlobal);
    EXPECT_EQ_AT(thread, answers[4], kLocal);
    EXPECT_EQ_AT(thread, answers[5], 2 * (kCount - 1) * kCount + kThreads - 1);
  }
  CUDA_CHECK(cudaFree(out));
  puts("ok");
}
