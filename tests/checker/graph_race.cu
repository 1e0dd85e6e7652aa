// A graph that is launched several times on one stream: its launches are ordered, two of its nodes
// without an edge between them are not.
// check: --tool racecheck --racecheck-address-space global
// finds: in graph_race.cu:@wrong
// lacks: in graph_race.cu:@right
// errors: 1
#include <cuda_runtime.h>

__global__ void fill(int* values, int value) {
  for (int i = 0; i < 2000; ++i)
    values[threadIdx.x] = value + i; // wrong
}

__global__ void increase(int* values) {
  for (int i = 0; i < 2000; ++i)
    values[threadIdx.x] += i; // right
}

int main() {
  int *one, *other;
  cudaMalloc(&one, 256);
  cudaMalloc(&other, 256);
  cudaMemset(one, 0, 256);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  cudaKernelNodeParams kernel = {};
  kernel.gridDim = 1;
  kernel.blockDim = 64;
  kernel.func = reinterpret_cast<void*>(increase);
  void* increased[] = {&one};
  kernel.kernelParams = increased;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel);
  kernel.func = reinterpret_cast<void*>(fill);
  for (int value = 0; value < 2; ++value) {
    void* filled[] = {&other, &value};
    kernel.kernelParams = filled;
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel);
  }
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  for (int round = 0; round < 4; ++round)
    cudaGraphLaunch(executable, stream);
  increase<<<1, 64, 0, stream>>>(one);
  return cudaDeviceSynchronize();
}
