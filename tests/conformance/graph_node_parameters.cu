// R-206 R-207 R-208 R-218: the parameters of copy, fill and host nodes: read from the graph,
// changed there before it is instantiated, and changed in the instantiated graph. A node that is
// switched off does nothing.
#include "check.h"

__device__ int symbol[4];

static int calls = 0;

static void CUDART_CB addOne(void* data) {
  *static_cast<int*>(data) += 1;
}
static void CUDART_CB addTen(void* data) {
  *static_cast<int*>(data) += 10;
}

static cudaGraphExec_t instantiated(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  return exec;
}

static void runOnce(cudaGraphExec_t exec) {
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaStreamSynchronize(0));
}

static cudaGraph_t newGraph() {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  return graph;
}

static void finish(cudaGraphExec_t exec, cudaGraph_t graph) {
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

static cudaMemcpy3DParms copyOf(void* to, const void* from, size_t bytes) {
  cudaMemcpy3DParms params = {};
  params.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), bytes, bytes, 1);
  params.dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1);
  params.extent = make_cudaExtent(bytes, 1, 1);
  params.kind = cudaMemcpyDefault;
  return params;
}

static void copies() {
  Buffer<int> first(4), second(4);
  for (int i = 0; i < 4; ++i) {
    first[i] = 100 + i;
    second[i] = 200 + i;
  }
  first.upload();
  second.upload();
  const size_t bytes = 4 * sizeof(int);
  int out[4] = {}, other[4] = {};
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t node;
  cudaMemcpy3DParms params = copyOf(other, first.device(), bytes), read = {};
  CUDA_CHECK(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &params));
  params = copyOf(out, first.device(), bytes);
  CUDA_CHECK(cudaGraphMemcpyNodeSetParams(node, &params));
  CUDA_CHECK(cudaGraphMemcpyNodeGetParams(node, &read));
  CHECK(read.srcPtr.ptr == first.device() && read.dstPtr.ptr == out);
  EXPECT_EQ(read.extent.width, bytes);
  cudaGraphExec_t exec = instantiated(graph);
  runOnce(exec);
  EXPECT_EQ(out[3], 103);
  EXPECT_EQ(other[3], 0);
  params = copyOf(out, second.device(), bytes);
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParams(exec, node, &params));
  runOnce(exec);
  EXPECT_EQ(out[3], 203);
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, node, out, first.device(), bytes,
                                                cudaMemcpyDefault));
  runOnce(exec);
  EXPECT_EQ(out[3], 103);
  CUDA_CHECK(
      cudaGraphMemcpyNodeSetParams1D(node, other, second.device(), bytes, cudaMemcpyDefault));
  finish(exec, graph);
}

static void copiesOfSymbols() {
  const size_t bytes = 2 * sizeof(int);
  int in[2] = {7, 8}, in2[2] = {70, 80}, out[2] = {}, out2[2] = {};
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t to, from;
  CUDA_CHECK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, symbol, in2, bytes, 0,
                                            cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, out2, symbol, bytes, 0,
                                              cudaMemcpyDeviceToHost));
  CUDA_CHECK(
      cudaGraphMemcpyNodeSetParamsToSymbol(to, symbol, in, bytes, 0, cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaGraphMemcpyNodeSetParamsFromSymbol(from, out, symbol, bytes, 0, cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec = instantiated(graph);
  runOnce(exec);
  EXPECT_EQ(out[0], 7);
  EXPECT_EQ(out[1], 8);
  EXPECT_EQ(out2[0], 0);
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, symbol, in2, bytes, 0,
                                                      cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out2, symbol, bytes, 0,
                                                        cudaMemcpyDeviceToHost));
  runOnce(exec);
  EXPECT_EQ(out2[0], 70);
  EXPECT_EQ(out2[1], 80);
  EXPECT_EQ(out[0], 7);
  finish(exec, graph);
}

static void fills() {
  Buffer<int> values(4);
  cudaMemsetParams params = {}, read = {};
  params.dst = values.device();
  params.value = 5;
  params.elementSize = 4;
  params.width = 4;
  params.height = 1;
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
  CUDA_CHECK(cudaGraphMemsetNodeGetParams(node, &read));
  CHECK(read.dst == values.device());
  EXPECT_EQ(read.value, 5);
  params.value = 6;
  CUDA_CHECK(cudaGraphMemsetNodeSetParams(node, &params));
  cudaGraphExec_t exec = instantiated(graph);
  runOnce(exec);
  values.download();
  EXPECT_EQ(values[3], 6);
  params.value = 9;
  params.width = 2;
  CUDA_CHECK(cudaGraphExecMemsetNodeSetParams(exec, node, &params));
  runOnce(exec);
  values.download();
  EXPECT_EQ(values[1], 9);
  EXPECT_EQ(values[3], 6);

  // A node that is switched off does nothing, and can be switched on again.
  unsigned enabled = 2;
  CUDA_CHECK(cudaGraphNodeGetEnabled(exec, node, &enabled));
  EXPECT_EQ(enabled, 1u);
  CUDA_CHECK(cudaGraphNodeSetEnabled(exec, node, 0));
  CUDA_CHECK(cudaGraphNodeGetEnabled(exec, node, &enabled));
  EXPECT_EQ(enabled, 0u);
  CUDA_CHECK(cudaMemset(values.device(), 0, 4 * sizeof(int)));
  runOnce(exec);
  values.download();
  EXPECT_EQ(values[1], 0);
  CUDA_CHECK(cudaGraphNodeSetEnabled(exec, node, 1));
  runOnce(exec);
  values.download();
  EXPECT_EQ(values[1], 9);
  finish(exec, graph);
}

static void hostFunctions() {
  cudaHostNodeParams one = {addOne, &calls}, ten = {addTen, &calls}, read = {};
  cudaGraph_t graph = newGraph();
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddHostNode(&node, graph, nullptr, 0, &ten));
  CUDA_CHECK(cudaGraphHostNodeSetParams(node, &one));
  CUDA_CHECK(cudaGraphHostNodeGetParams(node, &read));
  CHECK(read.fn == addOne && read.userData == &calls);
  cudaGraphExec_t exec = instantiated(graph);
  runOnce(exec);
  EXPECT_EQ(calls, 1);
  CUDA_CHECK(cudaGraphExecHostNodeSetParams(exec, node, &ten));
  runOnce(exec);
  EXPECT_EQ(calls, 11);
  finish(exec, graph);
}

int main() {
  copies();
  copiesOfSymbols();
  fills();
  hostFunctions();
  return ok();
}
