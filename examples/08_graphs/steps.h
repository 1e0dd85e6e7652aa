// Kernels whose results tell the order in which a graph ran them.
#pragma once

#include "../device_array.h"

// Each step reads what the steps before it have left. Values: a, b, c, d.
__global__ void stepA(int* values) {
  values[0] = 1;
}
__global__ void stepB(int* values) {
  values[1] = values[0] * 10;
}
__global__ void stepC(int* values) {
  values[2] = values[0] * 100;
}
__global__ void stepD(int* values) {
  values[3] = values[1] + values[2];
}

// What they are after a run in the order a, b and c, d, on values that were 0.
inline void checkSteps(const DeviceArray<int>& values) {
  EXPECT(values.values() == (std::vector<int>{1, 10, 100, 110}));
}

inline size_t nodesOf(cudaGraph_t graph) {
  size_t count = 0;
  CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
  return count;
}

// Instantiates a graph and runs it once.
inline void runOnce(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaStreamDestroy(stream));
}
