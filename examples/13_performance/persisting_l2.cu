// Shows: a part of the L2 cache is set aside for data that a stream's kernels use again and again.
// From: X-046, X-047, X-050, X-051 of the guide.
// Try next: measure the launches with and without it on a GPU.
#include <algorithm>

#include "../device_array.h"

__global__ void increment(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    ++data[i];
}

static cudaStreamAttrValue window(cudaStream_t stream) {
  cudaStreamAttrValue value = {};
  CHECK_CUDA(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  return value;
}

int main() {
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  const size_t setAside = std::min<size_t>(static_cast<size_t>(properties.l2CacheSize) * 3 / 4,
                                           properties.persistingL2CacheMaxSize);
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, setAside));
  size_t limit = 1;
  CHECK_CUDA(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  std::printf("%zu of %d bytes set aside\n", limit, properties.l2CacheSize);
  EXPECT(limit >= setAside);

  const int n = 1 << 14;
  DeviceArray<int> data1(n), data2(n);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = data1;
  attribute.accessPolicyWindow.num_bytes =
      std::min<size_t>(properties.accessPolicyMaxWindowSize, n * sizeof(int));
  attribute.accessPolicyWindow.hitRatio = 0.6f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK_CUDA(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute));
  EXPECT(window(stream).accessPolicyWindow.base_ptr == static_cast<int*>(data1));
  EXPECT(window(stream).accessPolicyWindow.hitRatio == 0.6f);

  for (int round = 0; round < 10; ++round)
    increment<<<n / 256, 256, 0, stream>>>(data1, n);
  increment<<<n / 256, 256, 0, stream>>>(data1, n); // another kernel profits as well

  attribute.accessPolicyWindow.num_bytes = 0; // switches the window off
  CHECK_CUDA(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute));
  CHECK_CUDA(cudaCtxResetPersistingL2Cache());
  increment<<<n / 256, 256, 0, stream>>>(data2, n); // has all of the cache
  CHECK_CUDA(cudaStreamSynchronize(stream));
  EXPECT(data1.values() == std::vector<int>(n, 11));
  EXPECT(data2.values() == std::vector<int>(n, 1));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
