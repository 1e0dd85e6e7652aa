// What may change in a node of an executable graph, and what may not: the kind of a copy, its
// memory type and its dimension, the dimension of a memset, the topology of a child graph. Rows
// R-215, R-216.
#include "check.h"

__global__ void one(int) {}
__global__ void two(int, int) {}

static cudaKernelNodeParams kernelNode(void* function, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = function;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  return parameters;
}

struct Graph {
  cudaGraph_t graph = nullptr, child = nullptr;
  cudaGraphNode_t kernel = nullptr, copy = nullptr, memset = nullptr, childNode = nullptr,
                  host = nullptr;
  cudaGraphExec_t exec = nullptr;
};

static char *device, *other, *pinned;
static int value = 1;
static void* arguments[] = {&value, &value};
static cudaHostNodeParams hostNode = {[](void*) {}, nullptr};

static cudaMemsetParams plainMemset() {
  cudaMemsetParams parameters = {};
  parameters.dst = other;
  parameters.elementSize = 1;
  parameters.width = 64;
  parameters.height = 1;
  return parameters;
}

static Graph makeGraph() {
  Graph made;
  CUDA_CHECK(cudaGraphCreate(&made.graph, 0));
  cudaKernelNodeParams kernel = kernelNode((void*)one, arguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&made.kernel, made.graph, nullptr, 0, &kernel));
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&made.copy, made.graph, nullptr, 0, device, pinned, 64,
                                      cudaMemcpyHostToDevice));
  cudaMemsetParams memset = plainMemset();
  CUDA_CHECK(cudaGraphAddMemsetNode(&made.memset, made.graph, nullptr, 0, &memset));
  CUDA_CHECK(cudaGraphCreate(&made.child, 0));
  cudaGraphNode_t inner;
  CUDA_CHECK(cudaGraphAddKernelNode(&inner, made.child, nullptr, 0, &kernel));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&made.childNode, made.graph, nullptr, 0, made.child));
  CUDA_CHECK(cudaGraphAddHostNode(&made.host, made.graph, nullptr, 0, &hostNode));
  CUDA_CHECK(cudaGraphInstantiate(&made.exec, made.graph, 0));
  return made;
}

static void checkCopies(const Graph& graph) {
  const auto set = [&](void* to, void* from, size_t bytes, cudaMemcpyKind kind) {
    return cudaGraphExecMemcpyNodeSetParams1D(graph.exec, graph.copy, to, from, bytes, kind);
  };
  CUDA_CHECK(set(other, pinned, 64, cudaMemcpyHostToDevice));
  CUDA_CHECK(set(other, pinned, 128, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, set(pinned, device, 64, cudaMemcpyDeviceToHost));
  EXPECT_CUDA(cudaErrorInvalidValue, set(other, device, 64, cudaMemcpyDeviceToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, set(other, pinned, 64, cudaMemcpyDefault));

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CUDA_CHECK(cudaMallocArray(&array, &format, 16, 16));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(pinned, 64, 64, 4);
  copy.kind = cudaMemcpyHostToDevice;
  copy.dstArray = array;
  copy.extent = make_cudaExtent(16, 1, 1);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphExecMemcpyNodeSetParams(graph.exec, graph.copy, &copy));
  copy.dstArray = nullptr;
  copy.dstPtr = make_cudaPitchedPtr(device, 64, 64, 4);
  copy.extent = make_cudaExtent(16, 4, 1);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphExecMemcpyNodeSetParams(graph.exec, graph.copy, &copy));
  copy.extent = make_cudaExtent(64, 1, 1);
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParams(graph.exec, graph.copy, &copy));
  CUDA_CHECK(cudaFreeArray(array));
}

static void checkMemsets(const Graph& graph) {
  const auto set = [&](const cudaMemsetParams& parameters) {
    return cudaGraphExecMemsetNodeSetParams(graph.exec, graph.memset, &parameters);
  };
  cudaMemsetParams changed = plainMemset();
  changed.width = 32;
  changed.value = 5;
  CUDA_CHECK(set(changed));
  changed = plainMemset();
  changed.elementSize = 4;
  changed.width = 8;
  CUDA_CHECK(set(changed));
  changed = plainMemset();
  changed.dst = device;
  CUDA_CHECK(set(changed));
  changed = plainMemset();
  changed.height = 4;
  changed.pitch = 128;
  EXPECT_CUDA(cudaErrorInvalidValue, set(changed));
  static char pageable[64];
  changed = plainMemset();
  changed.dst = pageable;
  EXPECT_CUDA(cudaErrorInvalidValue, set(changed));
}

static void checkChildren(const Graph& graph) {
  CUDA_CHECK(cudaGraphExecChildGraphNodeSetParams(graph.exec, graph.childNode, graph.child));
  cudaGraph_t longer;
  CUDA_CHECK(cudaGraphCreate(&longer, 0));
  cudaKernelNodeParams kernel = kernelNode((void*)one, arguments);
  cudaGraphNode_t first, second;
  CUDA_CHECK(cudaGraphAddKernelNode(&first, longer, nullptr, 0, &kernel));
  CUDA_CHECK(cudaGraphAddKernelNode(&second, longer, &first, 1, &kernel));
  EXPECT_CUDA(cudaErrorGraphExecUpdateFailure,
              cudaGraphExecChildGraphNodeSetParams(graph.exec, graph.childNode, longer));
  CUDA_CHECK(cudaGraphDestroy(longer));
}

static void checkKernels(const Graph& graph) {
  const auto set = [&](cudaGraphNode_t node, cudaKernelNodeParams parameters) {
    return cudaGraphExecKernelNodeSetParams(graph.exec, node, &parameters);
  };
  cudaKernelNodeParams changed = kernelNode((void*)two, arguments);
  CUDA_CHECK(set(graph.kernel, changed));
  changed = kernelNode((void*)one, arguments);
  changed.gridDim = dim3(5);
  CUDA_CHECK(set(graph.kernel, changed));
  changed.gridDim = dim3(0);
  EXPECT_CUDA(cudaErrorInvalidValue, set(graph.kernel, changed));
  changed.gridDim = dim3(1);
  changed.blockDim = dim3(2048);
  EXPECT_CUDA(cudaErrorInvalidValue, set(graph.kernel, changed));
  changed = kernelNode(nullptr, arguments);
  EXPECT_CUDA(cudaErrorInvalidDeviceFunction, set(graph.kernel, changed));
  EXPECT_CUDA(cudaErrorInvalidValue, set(graph.host, kernelNode((void*)one, arguments)));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphExecHostNodeSetParams(graph.exec, graph.kernel, &hostNode));
}

// The same limit holds for an update by a whole graph.
static void checkWholeUpdate(const Graph& graph) {
  cudaMemsetParams twoDimensions = plainMemset();
  twoDimensions.height = 4;
  twoDimensions.pitch = 128;
  CUDA_CHECK(cudaGraphMemsetNodeSetParams(graph.memset, &twoDimensions));
  cudaGraphExecUpdateResultInfo info = {};
  EXPECT_CUDA(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(graph.exec, graph.graph, &info));
  EXPECT_EQ(static_cast<int>(info.result),
            static_cast<int>(cudaGraphExecUpdateErrorParametersChanged));
}

int main() {
  CUDA_CHECK(cudaMalloc(&device, 4096));
  CUDA_CHECK(cudaMalloc(&other, 4096));
  CUDA_CHECK(cudaMallocHost(&pinned, 4096));
  const Graph graph = makeGraph();
  checkCopies(graph);
  checkMemsets(graph);
  checkChildren(graph);
  checkKernels(graph);
  checkWholeUpdate(graph);
  CUDA_CHECK(cudaGraphLaunch(graph.exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  return ok();
}
