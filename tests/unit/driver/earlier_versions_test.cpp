// Programs written for earlier versions of the API get the functions of then. Row P-109.
#include "fixture.h"

#include <array>

namespace heddle::driver::test {
namespace {

template <typename Function> Function* entry(const char* name, int version) {
  void* address = nullptr;
  EXPECT_CU(cuGetProcAddress(name, &address, version, 0, nullptr));
  return reinterpret_cast<Function*>(address);
}

struct EarlierVersions : ContextTest {
  CUmodule module = nullptr;
  CUfunction store = nullptr;
  CUdeviceptr memory = 0;
  void SetUp() override {
    ContextTest::SetUp();
    ASSERT_CU(cuModuleLoadData(&module, kPtx));
    ASSERT_CU(cuModuleGetFunction(&store, module, "store"));
    ASSERT_CU(cuMemAlloc(&memory, 4));
    ASSERT_CU(cuMemsetD32(memory, 0, 1));
  }
  unsigned value() {
    unsigned read = 0;
    EXPECT_CU(cuMemcpyDtoH(&read, memory, 4));
    return read;
  }
};

TEST_F(EarlierVersions, GraphsOfCuda10) {
  auto* addKernel =
      entry<CUresult(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                     const CUDA_KERNEL_NODE_PARAMS_v1*)>("cuGraphAddKernelNode", 10000);
  auto* getKernel = entry<CUresult(CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1*)>(
      "cuGraphKernelNodeGetParams", 10000);
  auto* setKernel = entry<CUresult(CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*)>(
      "cuGraphKernelNodeSetParams", 10000);
  auto* addDependencies = entry<CUresult(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t)>(
      "cuGraphAddDependencies", 10000);
  auto* getEdges =
      entry<CUresult(CUgraph, CUgraphNode*, CUgraphNode*, size_t*)>("cuGraphGetEdges", 10000);
  auto* getDependencies =
      entry<CUresult(CUgraphNode, CUgraphNode*, size_t*)>("cuGraphNodeGetDependencies", 10000);
  auto* instantiate = entry<CUresult(CUgraphExec*, CUgraph, CUgraphNode*, char*, size_t)>(
      "cuGraphInstantiate", 10000);
  auto* setInExec = entry<CUresult(CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*)>(
      "cuGraphExecKernelNodeSetParams", 10010);
  auto* update = entry<CUresult(CUgraphExec, CUgraph, CUgraphNode*, CUgraphExecUpdateResult*)>(
      "cuGraphExecUpdate", 10020);

  CUgraph graph;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  unsigned number = 5;
  std::array<void*, 2> arguments{&memory, &number};
  CUDA_KERNEL_NODE_PARAMS_v1 parameters{store, 1, 1, 1, 1, 1, 1, 0, arguments.data(), nullptr};
  CUgraphNode first, second;
  ASSERT_CU(addKernel(&first, graph, nullptr, 0, &parameters));
  EXPECT_EQ(addKernel(&second, graph, nullptr, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  number = 6;
  ASSERT_CU(addKernel(&second, graph, nullptr, 0, &parameters));
  ASSERT_CU(addDependencies(graph, &first, &second, 1));
  size_t count = 0;
  ASSERT_CU(getEdges(graph, nullptr, nullptr, &count));
  EXPECT_EQ(count, 1u);
  CUgraphNode before = nullptr;
  ASSERT_CU(getDependencies(second, &before, &count));
  EXPECT_EQ(before, first);
  CUDA_KERNEL_NODE_PARAMS_v1 read{};
  ASSERT_CU(getKernel(second, &read));
  EXPECT_EQ(read.func, store);
  EXPECT_EQ(*static_cast<unsigned*>(read.kernelParams[1]), 6u);

  char log[16] = "untouched";
  CUgraphNode wrong = first;
  CUgraphExec exec;
  ASSERT_CU(instantiate(&exec, graph, &wrong, log, sizeof log));
  EXPECT_EQ(wrong, nullptr);
  EXPECT_STREQ(log, "");
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 6u);

  number = 7;
  ASSERT_CU(setInExec(exec, second, &parameters));
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 7u);

  number = 8;
  ASSERT_CU(setKernel(second, &parameters));
  CUgraphExecUpdateResult result;
  ASSERT_CU(update(exec, graph, &wrong, &result));
  EXPECT_EQ(result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 8u);
  EXPECT_CU(cuGraphExecDestroy(exec));
  EXPECT_CU(cuGraphDestroy(graph));
}

TEST_F(EarlierVersions, CaptureOfCuda10AndStreamMemoryOfCuda8) {
  auto* begin = entry<CUresult(CUstream)>("cuStreamBeginCapture", 10000);
  auto* info = entry<CUresult(CUstream, CUstreamCaptureStatus*, cuuint64_t*)>(
      "cuStreamGetCaptureInfo", 10010);
  auto* write =
      entry<CUresult(CUstream, CUdeviceptr, cuuint32_t, unsigned)>("cuStreamWriteValue32", 8000);
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  ASSERT_CU(begin(stream));
  CUstreamCaptureStatus status;
  cuuint64_t id = 0;
  ASSERT_CU(info(stream, &status, &id));
  EXPECT_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  EXPECT_NE(id, 0u);
  CUgraph graph;
  ASSERT_CU(cuStreamEndCapture(stream, &graph));
  EXPECT_CU(cuGraphDestroy(graph));
  ASSERT_CU(write(stream, memory, 9, 0));
  ASSERT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(value(), 9u);
  EXPECT_CU(cuStreamDestroy(stream));
}

TEST_F(EarlierVersions, ContextOfCuda2) {
  auto* create = entry<CUresult(CUcontext*, unsigned, CUdevice)>("cuCtxCreate", 2000);
  CUcontext second;
  ASSERT_CU(create(&second, 0, 0));
  EXPECT_CU(cuCtxDestroy(second));
}

TEST_F(EarlierVersions, NodesOfAnyKindAreChangedThroughOneStructure) {
  CUgraph graph;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  CUgraphNodeParams parameters{};
  parameters.type = CU_GRAPH_NODE_TYPE_MEMSET;
  parameters.memset.dst = memory;
  parameters.memset.elementSize = 4;
  parameters.memset.width = 1;
  parameters.memset.height = 1;
  parameters.memset.value = 3;
  CUgraphNode node;
  ASSERT_CU(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters));
  parameters.memset.value = 4;
  ASSERT_CU(cuGraphNodeSetParams(node, &parameters));
  CUgraphExec exec;
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 4u);
  parameters.memset.value = 5;
  ASSERT_CU(cuGraphExecNodeSetParams(exec, node, &parameters));
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 5u);
  parameters.type = CU_GRAPH_NODE_TYPE_HOST;
  EXPECT_EQ(cuGraphNodeSetParams(node, &parameters), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuGraphExecDestroy(exec));
  EXPECT_CU(cuGraphDestroy(graph));
}

TEST_F(EarlierVersions, BatchesOfMemoryOperationsAreReadAndChanged) {
  CUstreamBatchMemOpParams operation{};
  operation.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operation.writeValue.address = memory;
  operation.writeValue.value = 11;
  CUDA_BATCH_MEM_OP_NODE_PARAMS parameters{context, 1, &operation, 0};
  CUgraph graph;
  CUgraphNode node;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  ASSERT_CU(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &parameters));
  CUDA_BATCH_MEM_OP_NODE_PARAMS read{};
  ASSERT_CU(cuGraphBatchMemOpNodeGetParams(node, &read));
  ASSERT_EQ(read.count, 1u);
  EXPECT_EQ(read.paramArray[0].writeValue.value, 11u);
  operation.writeValue.value = 12;
  ASSERT_CU(cuGraphBatchMemOpNodeSetParams(node, &parameters));
  CUgraphExec exec;
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 12u);
  operation.writeValue.value = 13;
  ASSERT_CU(cuGraphExecBatchMemOpNodeSetParams(exec, node, &parameters));
  ASSERT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_EQ(value(), 13u);
  EXPECT_CU(cuGraphExecDestroy(exec));
  EXPECT_CU(cuGraphDestroy(graph));
}

} // namespace
} // namespace heddle::driver::test
