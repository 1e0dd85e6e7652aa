// A graph that copies to memory of the program's own, neither pinned nor managed, has done so when
// its launch returns. rows: R-180
#include "check.h"

#include <vector>

// Volatile, so that it takes its time.
__global__ void fill(volatile int* out, int count, int value) {
  for (int round = 0; round < 200; ++round)
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      out[i] = value + i;
}

int main() {
  int count = 1 << 14, value = 7;
  int* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, count * sizeof(int)));
  std::vector<int> host(count, -1), other(count, -1);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t kernel, copy;
  void* arguments[] = {&device, &count, &value};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(fill);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(256);
  parameters.kernelParams = arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &parameters));
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host.data(), device,
                                      count * sizeof(int), cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  for (int i = 0; i < count; ++i)
    EXPECT_EQ_AT(i, host[i], 7 + i);
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, other.data(), device,
                                                count * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  for (int i = 0; i < count; ++i)
    EXPECT_EQ_AT(i, other[i], 7 + i);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(device));
  puts("ok");
}
