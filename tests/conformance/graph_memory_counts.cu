// What a device says about the memory of graphs: it counts from the upload on, the high mark begins
// again from what is used, memory of graphs that are gone counts until it is trimmed.
#include "check.h"

static unsigned long long get(cudaGraphMemAttributeType attribute) {
  unsigned long long value = ~0ull;
  CUDA_CHECK(cudaDeviceGetGraphMemAttribute(0, attribute, &value));
  return value;
}

static cudaError_t set(cudaGraphMemAttributeType attribute, unsigned long long value) {
  return cudaDeviceSetGraphMemAttribute(0, attribute, &value);
}

int main() {
  const auto used = cudaGraphMemAttrUsedMemCurrent, high = cudaGraphMemAttrUsedMemHigh;
  const auto reserved = cudaGraphMemAttrReservedMemCurrent;
  CUDA_CHECK(cudaFree(0));
  EXPECT_EQ(get(used), 0u);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.bytesize = 5 << 20;
  cudaGraphNode_t first, last;
  CUDA_CHECK(cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, &parameters));
  CUDA_CHECK(cudaGraphAddMemFreeNode(&last, graph, &first, 1, parameters.dptr));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_EQ(get(used), 0u);
  EXPECT_EQ(get(high), 0u);

  CUDA_CHECK(cudaGraphUpload(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  const unsigned long long amount = get(used);
  CHECK(amount >= 5 << 20);
  EXPECT_EQ(get(reserved), amount);
  EXPECT_EQ(get(high), amount);
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(get(used), amount);

  CUDA_CHECK(set(high, 0));
  EXPECT_EQ(get(high), amount);
  EXPECT_CUDA(cudaErrorInvalidValue, set(high, 1));
  EXPECT_CUDA(cudaErrorInvalidValue, set(used, 0));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  EXPECT_EQ(get(used), amount);
  CUDA_CHECK(cudaDeviceGraphMemTrim(0));
  EXPECT_EQ(get(used), 0u);
  EXPECT_EQ(get(reserved), 0u);
  EXPECT_EQ(get(high), amount);
  CUDA_CHECK(set(high, 0));
  EXPECT_EQ(get(high), 0u);
  return ok();
}
