// What may not change in a kernel node of an executable graph: the context that owns it, and
// whether its kernel launches others. Row R-214.
// nvcc: -rdc=true -lcudadevrt -lcuda
#include "driver.h"

__global__ void plain(int* place) {
  *place += 1;
}
__global__ void other(int* place) {
  *place += 10;
}
__global__ void launching(int* place) {
  plain<<<1, 1>>>(place);
}

static int* place;
static void* arguments[] = {&place};

static cudaKernelNodeParams nodeOf(void* kernel) {
  cudaKernelNodeParams parameters = {};
  parameters.func = kernel;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  return parameters;
}

struct Made {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t exec = nullptr;
};

static Made graphOf(void* kernel) {
  Made made;
  const cudaKernelNodeParams parameters = nodeOf(kernel);
  CUDA_CHECK(cudaGraphCreate(&made.graph, 0));
  CUDA_CHECK(cudaGraphAddKernelNode(&made.node, made.graph, nullptr, 0, &parameters));
  CUDA_CHECK(cudaGraphInstantiate(&made.exec, made.graph, 0));
  return made;
}

// A kernel that launches others may become one that does not, but not the other way round.
static void checkDynamicParallelism() {
  const Made simple = graphOf((void*)plain), dynamic = graphOf((void*)launching);
  const cudaKernelNodeParams toOther = nodeOf((void*)other), toLaunching = nodeOf((void*)launching);
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(simple.exec, simple.node, &toOther));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphExecKernelNodeSetParams(simple.exec, simple.node, &toLaunching));
  cudaGraphExecUpdateResultInfo info = {};
  EXPECT_CUDA(cudaErrorGraphExecUpdateFailure,
              cudaGraphExecUpdate(simple.exec, dynamic.graph, &info));
  EXPECT_EQ(static_cast<int>(info.result),
            static_cast<int>(cudaGraphExecUpdateErrorUnsupportedFunctionChange));
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(dynamic.exec, dynamic.node, &toOther));
}

static const char kernelText[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                                 ".visible .entry first(.param .u64 p) { ret; }\n"
                                 ".visible .entry second(.param .u64 p) { ret; }\n";

static CUfunction functionOf(CUmodule module, const char* name) {
  CUfunction function;
  DRIVER_CHECK(cuModuleGetFunction(&function, module, name));
  return function;
}

static void checkContexts() {
  CUcontext primary, another;
  CUmodule own, foreign;
  DRIVER_CHECK(cuCtxGetCurrent(&primary));
  DRIVER_CHECK(cuModuleLoadData(&own, kernelText));
  DRIVER_CHECK(cuCtxCreate(&another, nullptr, 0, 0));
  DRIVER_CHECK(cuModuleLoadData(&foreign, kernelText));
  DRIVER_CHECK(cuCtxSetCurrent(primary));

  CUDA_KERNEL_NODE_PARAMS parameters = {};
  parameters.func = functionOf(own, "first");
  parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.kernelParams = arguments;
  CUgraph graph, next;
  CUgraphNode node, nextNode;
  CUgraphExec exec;
  DRIVER_CHECK(cuGraphCreate(&graph, 0));
  DRIVER_CHECK(cuGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  DRIVER_CHECK(cuGraphInstantiate(&exec, graph, 0));
  parameters.func = functionOf(own, "second");
  DRIVER_CHECK(cuGraphExecKernelNodeSetParams(exec, node, &parameters));

  DRIVER_CHECK(cuCtxSetCurrent(another));
  parameters.func = functionOf(foreign, "first");
  parameters.ctx = another;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(exec, node, &parameters));
  DRIVER_CHECK(cuGraphCreate(&next, 0));
  DRIVER_CHECK(cuGraphAddKernelNode(&nextNode, next, nullptr, 0, &parameters));
  CUgraphExecUpdateResultInfo info = {};
  EXPECT_DRIVER(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, next, &info));
  EXPECT_EQ(static_cast<int>(info.result),
            static_cast<int>(CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE));
  DRIVER_CHECK(cuCtxSetCurrent(primary));
}

int main() {
  CUDA_CHECK(cudaMalloc(&place, sizeof(int)));
  checkDynamicParallelism();
  checkContexts();
  return ok();
}
