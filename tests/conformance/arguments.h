// For the programs that call functions with wrong arguments and compare the codes with those of a
// GPU: what they hand in, and the check. record-arguments writes the codes into the programs, from
// what the calls return on a GPU.
#pragma once

#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

// The call returns this code. What it has left in the thread's last error is cleared.
#ifdef RECORD_CODES
#define GIVES(code, ...) conformance::recordCode(static_cast<int>(__VA_ARGS__), #__VA_ARGS__)
#else
#define GIVES(code, ...)                                                                           \
  conformance::expectCode(code, static_cast<int>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#endif
// The call succeeds, also while codes are recorded: what follows needs it.
#define OK(...)                                                                                    \
  conformance::expectCode(0, static_cast<int>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

namespace conformance {

inline void expectCode(int expected, int actual, const char* call, const char* file, int line) {
  cudaGetLastError();
  if (actual == expected)
    return;
  char message[1024];
  snprintf(message, sizeof message, "%s returned %d, expected %d", call, actual, expected);
  fail(file, line, message);
}

// A line of what record-arguments reads.
inline void recordCode(int actual, const char* call) {
  cudaGetLastError();
  printf("GIVES\t%d\t%s\n", actual, call);
}

} // namespace conformance

// A handle that is none.
template <class Handle> static Handle bad() {
  return reinterpret_cast<Handle>(uintptr_t{0x1234});
}

__device__ int symbol[4];
__constant__ int constantSymbol[4];
__managed__ int managedSymbol[4];
[[maybe_unused]] static int notASymbol[4];
[[maybe_unused]] static void notAKernel() {}
[[maybe_unused]] static void CUDART_CB hostFunction(void*) {}
[[maybe_unused]] static void CUDART_CB callback(cudaStream_t, cudaError_t, void*) {}

__global__ void kernel(int* p) {
  if (p)
    *p = 1;
}
__global__ void __launch_bounds__(64) bounded(int* p) {
  if (p)
    *p = 1;
}
__global__ void shared49() {
  __shared__ char s[48 * 1024];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (s[threadIdx.x ^ 1] == 77)
    symbol[0] = 1;
}
extern __shared__ int dynamicShared[];
__global__ void usesDynamic() {
  dynamicShared[threadIdx.x] = 1;
  __syncthreads();
  if (dynamicShared[threadIdx.x ^ 1] == 77)
    symbol[0] = 1;
}
