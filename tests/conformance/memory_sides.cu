// Two sides with memories of their own: what each may do with the other's addresses, variables that
// outlive their block of code, and the order in which a launch evaluates its parts.
// rows: L-001 L-011 L-065 L-078 L-360 L-381 L-385
#include "check.h"

#include <type_traits>
#include <utility>

// Vector types have no operators but those a program defines.
template <class T, class = void> struct Adds : std::false_type {};
template <class T>
struct Adds<T, decltype((void)(std::declval<T>() + std::declval<T>()))> : std::true_type {};
static_assert(!Adds<float4>::value && Adds<float>::value, "no operators on vector types");
struct Own {
  int2 v;
};
__host__ __device__ inline Own operator+(Own a, Own b) {
  return {make_int2(a.v.x + b.v.x, a.v.y + b.v.y)};
}

__device__ int variable = 5;
__constant__ int constant = 6;
__device__ const int* addressInDevice;

// A place in shared memory with static storage: the same one in every call of a block's threads.
__device__ int* sharedPlace() {
  __shared__ int place;
  return &place;
}

__global__ void addresses(int* out, int* fromHost) {
  if (threadIdx.x == 0)
    *sharedPlace() = 11;
  __syncthreads();
  if (threadIdx.x == 31) {
    const int* c = &constant;
    addressInDevice = &variable;
    out[0] = *sharedPlace();
    out[1] = *c;
    out[2] = *addressInDevice;
    out[3] = fromHost == &variable; // the same address as the host got
    out[4] = (Own{make_int2(1, 2)} + Own{make_int2(3, 4)}).v.y;
  }
}

__device__ int* kept;
__global__ void allocate() {
  kept = (int*)malloc(16 * sizeof(int));
  for (int i = 0; kept && i < 16; ++i)
    kept[i] = 100 + i;
}
__global__ void readKept(int* out) {
  for (int i = 0; i < 16; ++i)
    out[i] = kept[i];
  free(kept);
}

int order[4], steps;
int part(int which, int value) {
  order[steps++] = which;
  return value;
}
__global__ void store(int* out, int value) {
  *out = value;
}

int main() {
  int *out, got[16], *symbol;
  CUDA_CHECK(cudaMalloc(&out, sizeof got));
  CUDA_CHECK(cudaGetSymbolAddress((void**)&symbol, variable));
  addresses<<<1, 32>>>(out, symbol);
  CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 11);
  EXPECT_EQ(got[1], 6);
  EXPECT_EQ(got[2], 5);
  EXPECT_EQ(got[3], 1);
  EXPECT_EQ(got[4], 6);

  // The host's copy of a variable is another one; only copies go between them.
  const int nine = 9;
  CUDA_CHECK(cudaMemcpyToSymbol(variable, &nine, sizeof nine));
  int back = 0;
  CUDA_CHECK(cudaMemcpy(&back, symbol, sizeof back, cudaMemcpyDeviceToHost));
  EXPECT_EQ(back, 9);

  // Memory of the device's heap is no memory for cudaFree.
  allocate<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  int* heap;
  CUDA_CHECK(cudaMemcpyFromSymbol(&heap, kept, sizeof heap));
  CHECK(heap != nullptr);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(heap));
  readKept<<<1, 1>>>(out);
  CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ_AT(i, got[i], 100 + i);

  // The configuration comes first.
  store<<<part(0, 1), 1>>>(out, part(1, 77));
  CUDA_CHECK(cudaMemcpy(got, out, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 77);
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(order[0], 0);
  EXPECT_EQ(order[1], 1);
  CUDA_CHECK(cudaFree(out));
  return ok();
}
