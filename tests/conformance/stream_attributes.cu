// R-130 R-131 R-138 R-258 R-266 R-273 R-274: priorities of streams, and their access policy
// windows.
#include "check.h"

int main() {
  int least = 7, greatest = 7;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT_EQ(least, 0);
  CHECK(greatest < least);
  cudaStream_t high, low, beyond, plain;
  int priority = 7;
  CUDA_CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
  CUDA_CHECK(cudaStreamGetPriority(high, &priority));
  EXPECT_EQ(priority, greatest);
  CUDA_CHECK(cudaStreamCreateWithPriority(&low, cudaStreamDefault, least));
  CUDA_CHECK(cudaStreamGetPriority(low, &priority));
  EXPECT_EQ(priority, least);
  CUDA_CHECK(cudaStreamCreateWithPriority(&beyond, cudaStreamDefault, greatest - 100));
  CUDA_CHECK(cudaStreamGetPriority(beyond, &priority));
  EXPECT_EQ(priority, greatest);
  CUDA_CHECK(cudaStreamCreate(&plain));
  CUDA_CHECK(cudaStreamGetPriority(plain, &priority));
  EXPECT_EQ(priority, 0);
  unsigned flags = 7;
  CUDA_CHECK(cudaStreamGetFlags(high, &flags));
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  unsigned long long firstId = 0, secondId = 0;
  CUDA_CHECK(cudaStreamGetId(high, &firstId));
  CUDA_CHECK(cudaStreamGetId(low, &secondId));
  CHECK(firstId != secondId);
  int device = -1;
  CUDA_CHECK(cudaStreamGetDevice(high, &device));
  EXPECT_EQ(device, 0);

  cudaDeviceProp prop;
  CUDA_CHECK(cudaGetDeviceProperties(&prop, 0));
  if (prop.accessPolicyMaxWindowSize == 0)
    return ok();
  CHECK(prop.persistingL2CacheMaxSize > 0);
  CHECK(prop.persistingL2CacheMaxSize <= prop.l2CacheSize);
  const size_t half = prop.persistingL2CacheMaxSize / 2;
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, half));
  size_t limit = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  CHECK(limit >= half && limit <= static_cast<size_t>(prop.persistingL2CacheMaxSize));

  void* memory;
  CUDA_CHECK(cudaMalloc(&memory, 1 << 20));
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = memory;
  value.accessPolicyWindow.num_bytes = 1 << 20;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CUDA_CHECK(cudaStreamSetAttribute(plain, cudaStreamAttributeAccessPolicyWindow, &value));
  cudaStreamAttrValue found = {};
  CUDA_CHECK(cudaStreamGetAttribute(plain, cudaStreamAttributeAccessPolicyWindow, &found));
  CHECK(found.accessPolicyWindow.base_ptr == memory);
  EXPECT_EQ(found.accessPolicyWindow.num_bytes, 1 << 20);
  EXPECT_EQ(found.accessPolicyWindow.hitRatio, 0.5f);
  EXPECT_EQ(found.accessPolicyWindow.hitProp, cudaAccessPropertyPersisting);
  CUDA_CHECK(cudaStreamCopyAttributes(low, plain));
  CUDA_CHECK(cudaStreamGetAttribute(low, cudaStreamAttributeAccessPolicyWindow, &found));
  CHECK(found.accessPolicyWindow.base_ptr == memory);
  value.accessPolicyWindow.num_bytes = 0; // no window any more
  CUDA_CHECK(cudaStreamSetAttribute(plain, cudaStreamAttributeAccessPolicyWindow, &value));
  CUDA_CHECK(cudaStreamGetAttribute(plain, cudaStreamAttributeAccessPolicyWindow, &found));
  EXPECT_EQ(found.accessPolicyWindow.num_bytes, 0);
  value.accessPolicyWindow.num_bytes = static_cast<size_t>(prop.accessPolicyMaxWindowSize) * 2;
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaStreamSetAttribute(plain, cudaStreamAttributeAccessPolicyWindow, &value));
  CUDA_CHECK(cudaCtxResetPersistingL2Cache());
  CUDA_CHECK(cudaFree(memory));
  return ok();
}
