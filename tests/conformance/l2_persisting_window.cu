// Access policy windows: accepted within the device's limits, reported as set, with every property;
// kernels under them compute what they compute without.
// rows: R-041 R-042 R-264 R-265 R-266 R-267 R-268 R-269 R-270 R-271 R-272 R-273 R-274 R-275 R-276
#include "check.h"

__global__ void touch(int* p, int n, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      p[i] += 1;
}

static cudaStreamAttrValue window(void* base, size_t bytes, float ratio, cudaAccessProperty hit,
                                  cudaAccessProperty miss) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = base;
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = hit;
  value.accessPolicyWindow.missProp = miss;
  return value;
}

int main() {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.persistingL2CacheMaxSize >= 0);
  CHECK(properties.persistingL2CacheMaxSize <= properties.l2CacheSize);
  CHECK(properties.accessPolicyMaxWindowSize > 0);

  // A part of the cache is set aside and told; 0 gives it back.
  const size_t aside = 16 * 1024;
  size_t told = 0;
  if (properties.persistingL2CacheMaxSize > 0) {
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside));
    CUDA_CHECK(cudaDeviceGetLimit(&told, cudaLimitPersistingL2CacheSize));
    CHECK(told >= aside);
  }
  const int n = 8192;
  int* data;
  CUDA_CHECK(cudaMalloc(&data, 2 * n * sizeof(int)));
  CUDA_CHECK(cudaMemset(data, 0, 2 * n * sizeof(int)));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

  int rounds = 0;
  for (float ratio : {0.5f, 1.0f, 0.0f})
    for (cudaAccessProperty hit :
         {cudaAccessPropertyPersisting, cudaAccessPropertyStreaming, cudaAccessPropertyNormal}) {
      for (int i = 0; i < 2; ++i) {
        cudaStreamAttrValue value =
            window(data + i * n, n * sizeof(int), ratio, hit, cudaAccessPropertyStreaming);
        CUDA_CHECK(
            cudaStreamSetAttribute(streams[i], cudaStreamAttributeAccessPolicyWindow, &value));
        cudaStreamAttrValue back = {};
        CUDA_CHECK(
            cudaStreamGetAttribute(streams[i], cudaStreamAttributeAccessPolicyWindow, &back));
        EXPECT_EQ(back.accessPolicyWindow.base_ptr, static_cast<void*>(data + i * n));
        EXPECT_EQ(back.accessPolicyWindow.num_bytes, n * sizeof(int));
        EXPECT_EQ(back.accessPolicyWindow.hitRatio, ratio);
        EXPECT_EQ(back.accessPolicyWindow.hitProp, hit);
        EXPECT_EQ(back.accessPolicyWindow.missProp, cudaAccessPropertyStreaming);
        touch<<<2, 128, 0, streams[i]>>>(data + i * n, n, 2);
        CUDA_CHECK(cudaGetLastError());
      }
      rounds += 2;
    }
  CUDA_CHECK(cudaDeviceSynchronize());

  // Taken away: no window, normal accesses, and the lines reset.
  for (cudaStream_t stream : streams) {
    cudaStreamAttrValue none =
        window(nullptr, 0, 0, cudaAccessPropertyNormal, cudaAccessPropertyNormal);
    CUDA_CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &none));
  }
  CUDA_CHECK(cudaCtxResetPersistingL2Cache());
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));

  // Attributes go from stream to stream.
  cudaStreamAttrValue value =
      window(data, 1024, 1, cudaAccessPropertyPersisting, cudaAccessPropertyNormal);
  CUDA_CHECK(cudaStreamSetAttribute(streams[0], cudaStreamAttributeAccessPolicyWindow, &value));
  CUDA_CHECK(cudaStreamCopyAttributes(streams[1], streams[0]));
  cudaStreamAttrValue copied = {};
  CUDA_CHECK(cudaStreamGetAttribute(streams[1], cudaStreamAttributeAccessPolicyWindow, &copied));
  EXPECT_EQ(copied.accessPolicyWindow.num_bytes, 1024u);

  static int host[2 * n];
  CUDA_CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 2 * n; ++i)
    EXPECT_EQ_AT(i, host[i], rounds);
  return ok();
}
