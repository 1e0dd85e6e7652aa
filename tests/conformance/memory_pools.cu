// R-067 R-069: stream-ordered allocation: pools, their attributes, reuse and trimming.
#include <vector>

#include "check.h"

__global__ void fill(int* data, int count, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] = value + i;
}

namespace {

unsigned long long attribute(cudaMemPool_t pool, cudaMemPoolAttr which) {
  unsigned long long value = 0;
  CUDA_CHECK(cudaMemPoolGetAttribute(pool, which, &value));
  return value;
}

void useMemory(cudaMemPool_t pool, cudaStream_t stream) {
  const int count = 100000;
  int* data;
  if (pool)
    CUDA_CHECK(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&data), count * sizeof(int), pool,
                                       stream));
  else
    CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(&data), count * sizeof(int), stream));
  fill<<<(count + 255) / 256, 256, 0, stream>>>(data, count, 5);
  std::vector<int> back(count);
  CUDA_CHECK(
      cudaMemcpyAsync(back.data(), data, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaFreeAsync(data, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < count; ++i)
    EXPECT_EQ_AT(i, back[i], 5 + i);
}

} // namespace

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  cudaMemPool_t standard, current;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
  CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
  CHECK(standard == current);
  useMemory(nullptr, stream);
  EXPECT_EQ(attribute(standard, cudaMemPoolAttrReleaseThreshold), 0);
  int flag = 7;
  CUDA_CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolReuseFollowEventDependencies, &flag));
  EXPECT_EQ(flag, 1);

  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypeNone;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = 0;
  cudaMemPool_t pool;
  CUDA_CHECK(cudaMemPoolCreate(&pool, &props));
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 0);
  useMemory(pool, stream);

  // With a threshold memory stays in the pool; trimming gives it back.
  unsigned long long threshold = ~0ull;
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReleaseThreshold), ~0ull);
  void *first, *second;
  CUDA_CHECK(cudaMallocFromPoolAsync(&first, 1 << 20, pool, stream));
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) >= 1u << 20);
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemHigh) >= 1u << 20);
  CUDA_CHECK(cudaFreeAsync(first, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 0);
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) >= 1u << 20);
  CUDA_CHECK(cudaMallocFromPoolAsync(&second, 1 << 20, pool, stream));
  CHECK(second == first);
  CUDA_CHECK(cudaFreeAsync(second, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemPoolTrimTo(pool, 0));
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0);
  CHECK(attribute(pool, cudaMemPoolAttrReservedMemHigh) >= 1u << 20);
  unsigned long long zero = 0;
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReservedMemHigh), 0);

  // Another pool of the device's own choice; memory freed in another stream, and by cudaFree.
  CUDA_CHECK(cudaDeviceSetMemPool(0, pool));
  CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == pool);
  cudaStream_t other;
  cudaEvent_t event;
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreate(&event));
  CUDA_CHECK(cudaMallocAsync(&first, 5000, stream));
  CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) >= 5000);
  CUDA_CHECK(cudaMemsetAsync(first, 3, 5000, stream));
  CUDA_CHECK(cudaEventRecord(event, stream));
  CUDA_CHECK(cudaStreamWaitEvent(other, event, 0));
  CUDA_CHECK(cudaFreeAsync(first, other));
  CUDA_CHECK(cudaMallocAsync(&second, 5000, stream));
  CUDA_CHECK(cudaFree(second));
  CUDA_CHECK(cudaDeviceSynchronize());

  cudaMemAccessFlags access;
  cudaMemLocation location = {};
  location.type = cudaMemLocationTypeDevice;
  CUDA_CHECK(cudaMemPoolGetAccess(&access, pool, &location));
  EXPECT_EQ(access, cudaMemAccessFlagsProtReadWrite);
  CUDA_CHECK(cudaDeviceSetMemPool(0, standard));
  CUDA_CHECK(cudaMemPoolDestroy(pool));

  // cudaMalloc's memory may be freed in stream order too.
  CUDA_CHECK(cudaMalloc(&first, 1000));
  CUDA_CHECK(cudaFreeAsync(first, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  int host = 0;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeAsync(&host, stream));
  props.location.id = 1000;
  CHECK(cudaMemPoolCreate(&pool, &props) != cudaSuccess);
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMallocAsync(&first, 1ull << 50, stream));
  cudaGetLastError();
  useMemory(nullptr, stream);
  return ok();
}
