// R-086: managed memory with advice and prefetches, and what the range attributes tell of them.
#include "check.h"

__global__ void twice(int* data, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] *= 2;
}

namespace {

int attribute(cudaMemRangeAttribute which, const void* pointer, size_t bytes) {
  int value = -77;
  CUDA_CHECK(cudaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes));
  return value;
}

} // namespace

int main() {
  int concurrent = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
  if (!concurrent)
    return ok();
  const int count = 1 << 20;
  const size_t bytes = count * sizeof(int);
  int* data;
  CUDA_CHECK(cudaMallocManaged(&data, bytes));
  cudaMemLocation device = {}, host = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;

  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data, bytes), 0);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data, bytes), cudaInvalidDeviceId);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data, bytes), cudaInvalidDeviceId);

  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetReadMostly, device));
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data, bytes), 1);
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseUnsetReadMostly, device));
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data, bytes), 0);
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetPreferredLocation, device));
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data, bytes), 0);
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetPreferredLocation, host));
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data, bytes), cudaCpuDeviceId);
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseUnsetPreferredLocation, host));
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data, bytes), cudaInvalidDeviceId);
  CUDA_CHECK(cudaMemAdvise(data, bytes, cudaMemAdviseSetAccessedBy, device));
  int accessedBy[3] = {5, 5, 5};
  CUDA_CHECK(cudaMemRangeGetAttribute(accessedBy, sizeof accessedBy,
                                      cudaMemRangeAttributeAccessedBy, data, bytes));
  EXPECT_EQ(accessedBy[0], 0);
  EXPECT_EQ(accessedBy[1], cudaInvalidDeviceId);
  EXPECT_EQ(accessedBy[2], cudaInvalidDeviceId);

  for (int i = 0; i < count; ++i)
    data[i] = i;
  CUDA_CHECK(cudaMemPrefetchAsync(data, bytes, device, 0, nullptr));
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data, bytes), 0);
  twice<<<count / 256, 256>>>(data, count);
  CUDA_CHECK(cudaMemPrefetchAsync(data, bytes, host, 0, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data, bytes), cudaCpuDeviceId);
  for (int i = 0; i < count; ++i)
    EXPECT_EQ_AT(i, data[i], 2 * i);

  // Only part of it: the whole range no longer has one answer.
  CUDA_CHECK(cudaMemAdvise(data, bytes / 2, cudaMemAdviseSetReadMostly, device));
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data, bytes / 2), 1);
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data, bytes), 0);

  void* plain;
  CUDA_CHECK(cudaMalloc(&plain, 4096));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(plain, 4096, device, 0, nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(data, 0, device, 0, nullptr));
  device.id = 1000;
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaMemPrefetchAsync(data, bytes, device, 0, nullptr));
  CUDA_CHECK(cudaFree(plain));
  CUDA_CHECK(cudaFree(data));
  return ok();
}
