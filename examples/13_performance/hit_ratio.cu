// Shows: a window larger than the part set aside: what a hit ratio asks to keep, and what fits.
// From: X-049 of the guide.
// Try next: two streams with a window each, which share the set-aside.
#include "../device_array.h"

const size_t setAside = 16 << 10;

__global__ void touch(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    ++data[i];
}

// Gives a stream its window, and back what of it the stream asks to keep.
static size_t persisting(cudaStream_t stream, void* base, size_t bytes, float ratio) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = base;
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK_CUDA(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  cudaStreamAttrValue asked = {};
  CHECK_CUDA(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &asked));
  return static_cast<size_t>(asked.accessPolicyWindow.num_bytes *
                             asked.accessPolicyWindow.hitRatio);
}

int main() {
  const int n = (32 << 10) / sizeof(int);
  DeviceArray<int> data(n);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, setAside));

  EXPECT(persisting(streams[0], data, 32 << 10, 0.5f) <= setAside); // a random half stays
  EXPECT(persisting(streams[0], data, 32 << 10, 1.0f) > setAside);  // lines push each other out
  // Two streams with windows of 16 KiB each want all of it twice; with a half each they share.
  EXPECT(persisting(streams[0], data, 16 << 10, 1.0f) +
             persisting(streams[1], data + n / 2, 16 << 10, 1.0f) >
         setAside);
  EXPECT(persisting(streams[0], data, 16 << 10, 0.5f) +
             persisting(streams[1], data + n / 2, 16 << 10, 0.5f) <=
         setAside);

  // What the cache keeps never changes the results.
  touch<<<1, 128, 0, streams[0]>>>(data, n / 2);
  touch<<<1, 128, 0, streams[1]>>>(data + n / 2, n / 2);
  for (cudaStream_t stream : streams) {
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaStreamDestroy(stream));
  }
  EXPECT(data.values() == std::vector<int>(n, 1));
  return report();
}
