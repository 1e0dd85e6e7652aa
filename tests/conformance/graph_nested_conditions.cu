// A conditional node in the body of another one may read a condition of the outer graph, or one of
// the body itself. Kernels in the innermost body set both.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

using Handle = cudaGraphConditionalHandle;

__global__ void countRound(Handle inner, Handle outer, int* rounds) {
  const int round = ++*rounds;
  if (round % 3 == 0)
    cudaGraphSetConditional(inner, 0);
  if (round == 6)
    cudaGraphSetConditional(outer, 0);
}
__global__ void startInner(Handle inner, int* starts) {
  ++*starts;
  cudaGraphSetConditional(inner, 1);
}

static cudaGraphNode_t addLoop(cudaGraph_t graph, Handle handle, cudaGraphNode_t* before,
                               cudaGraph_t* body) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddNode(&node, graph, before, nullptr, before ? 1 : 0, &params));
  *body = params.conditional.phGraph_out[0];
  return node;
}

static cudaGraphNode_t addKernel(cudaGraph_t graph, void* kernel, void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = kernel;
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  return node;
}

// Two rounds of the outer loop with three of the inner one each.
static void run(bool isInnerOfRoot) {
  Buffer<int> counts(2);
  int* rounds = counts.device();
  int* starts = counts.device() + 1;
  cudaGraph_t root, body, innerBody;
  CUDA_CHECK(cudaGraphCreate(&root, 0));
  Handle outer, inner;
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&outer, root, 1, cudaGraphCondAssignDefault));
  if (isInnerOfRoot)
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&inner, root, 0, 0));
  addLoop(root, outer, nullptr, &body);
  if (!isInnerOfRoot)
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&inner, body, 0, 0));
  void* startArguments[] = {&inner, &starts};
  cudaGraphNode_t start = addKernel(body, (void*)startInner, startArguments);
  addLoop(body, inner, &start, &innerBody);
  void* roundArguments[] = {&inner, &outer, &rounds};
  addKernel(innerBody, (void*)countRound, roundArguments);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, root, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  counts.download();
  EXPECT_EQ(counts[0], 6);
  EXPECT_EQ(counts[1], 2);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(root));
}

// A condition belongs to one node, and to the graphs around that.
static void refuseOthers() {
  cudaGraph_t root, other;
  CUDA_CHECK(cudaGraphCreate(&root, 0));
  CUDA_CHECK(cudaGraphCreate(&other, 0));
  Handle foreign, own;
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&foreign, other, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = foreign;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphAddNode(&node, root, nullptr, nullptr, 0, &params));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&own, root, 1, cudaGraphCondAssignDefault));
  params.conditional.handle = own;
  CUDA_CHECK(cudaGraphAddNode(&node, root, nullptr, nullptr, 0, &params));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphAddNode(&node, root, nullptr, nullptr, 0, &params));
  CUDA_CHECK(cudaGraphDestroy(root));
  CUDA_CHECK(cudaGraphDestroy(other));
}

int main() {
  run(true);
  run(false);
  refuseOthers();
  return ok();
}
