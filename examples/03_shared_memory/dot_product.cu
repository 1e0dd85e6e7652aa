// Shows: the dot product from global memory, and with products in shared memory; both timed.
// From: X-227, T-020, T-022 of the textbook.
// Try next: sum in the block like a tree, as 04_atomics/reduction.cu does.
#include "../device_array.h"

const int threads = 256, blocks = 64, n = threads * blocks;

// Products go to global memory, and one thread of the block reads them all back.
__global__ void dotGlobal(const float* a, const float* b, float* products, float* partial) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  products[i] = a[i] * b[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < blockDim.x; ++k)
      sum += products[i + k];
    partial[blockIdx.x] = sum;
  }
}
__global__ void dotShared(const float* a, const float* b, float* partial) {
  __shared__ float products[threads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  products[threadIdx.x] = a[i] * b[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (float product : products)
      sum += product;
    partial[blockIdx.x] = sum;
  }
}

template <class Launch> float milliseconds(Launch launch) {
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  launch();
  CHECK_CUDA(cudaEventRecord(stop));
  CHECK_CUDA(cudaEventSynchronize(stop));
  float time = -1;
  CHECK_CUDA(cudaEventElapsedTime(&time, start, stop));
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return time;
}

// The host adds the blocks' sums.
static double total(const DeviceArray<float>& partial) {
  double sum = 0;
  for (float value : partial.values())
    sum += value;
  return sum;
}

int main() {
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, dotShared));
  int limit = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  EXPECT(attributes.sharedSizeBytes == threads * sizeof(float)); // as many elements as threads
  EXPECT(attributes.sharedSizeBytes <= static_cast<size_t>(limit));

  std::vector<float> a(n), b(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 11);
    b[i] = static_cast<float>(i % 4);
    expected += a[i] * b[i];
  }
  DeviceArray<float> deviceA(a), deviceB(b), products(n), first(blocks), second(blocks);
  const float global =
      milliseconds([&] { dotGlobal<<<blocks, threads>>>(deviceA, deviceB, products, first); });
  const float shared =
      milliseconds([&] { dotShared<<<blocks, threads>>>(deviceA, deviceB, second); });
  std::printf("%.0f: %.3f ms with global memory, %.3f ms with shared memory\n", expected, global,
              shared);
  EXPECT(total(first) == expected);
  EXPECT(total(second) == expected);
  EXPECT(global >= 0 && shared >= 0);
  return report();
}
