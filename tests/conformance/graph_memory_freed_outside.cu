// The memory of a graph's allocation node has one address in all launches. What the graph does not
// free itself, the program frees, at once or in a stream, or another graph does; then the graph can
// be launched again.
#include "check.h"

__global__ void increment(int* values) {
  values[threadIdx.x] += 1;
}

static const int kCount = 64;

static void expectOnes(const int* memory, cudaStream_t stream) {
  int values[kCount] = {};
  CUDA_CHECK(cudaMemcpyAsync(values, memory, sizeof values, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < kCount; ++i)
    EXPECT_EQ_AT(i, values[i], 1);
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams allocation = {};
  allocation.bytesize = kCount * sizeof(int);
  allocation.poolProps.allocType = cudaMemAllocationTypePinned;
  allocation.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t allocated, filled, incremented;
  CUDA_CHECK(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &allocation));
  int* memory = (int*)allocation.dptr;
  cudaMemsetParams fill = {};
  fill.dst = memory;
  fill.elementSize = 4;
  fill.width = kCount;
  fill.height = 1;
  CUDA_CHECK(cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill));
  cudaKernelNodeParams kernel = {};
  void* arguments[] = {&memory};
  kernel.func = (void*)increment;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(kCount);
  kernel.kernelParams = arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&incremented, graph, &filled, 1, &kernel));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));

  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  expectOnes(memory, stream);
  CUDA_CHECK(cudaFree(memory));

  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  expectOnes(memory, stream);
  CUDA_CHECK(cudaFreeAsync(memory, stream));

  cudaGraph_t freeing;
  cudaGraphNode_t freed;
  CUDA_CHECK(cudaGraphCreate(&freeing, 0));
  CUDA_CHECK(cudaGraphAddMemFreeNode(&freed, freeing, nullptr, 0, memory));
  cudaGraphExec_t freeingExec;
  CUDA_CHECK(cudaGraphInstantiate(&freeingExec, freeing, 0));
  for (int i = 0; i < 2; ++i) {
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    expectOnes(memory, stream);
    CUDA_CHECK(cudaGraphLaunch(freeingExec, stream));
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaGraphExecDestroy(freeingExec));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(freeing));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
  return ok();
}
