// Kernel nodes that kernels change: parameters, grid and whether the node runs, from a kernel
// before it in the same graph and from one outside. nvcc: -rdc=true -lcudadevrt
#include "check.h"

struct Values {
  int first;
  double second;
  char text[20];
};

struct Seen {
  int number, first, second, text, grid, blocks;
};

__global__ void target(Seen* seen, int number, Values values) {
  if (threadIdx.x == 0)
    atomicAdd(&seen->blocks, 1);
  if (threadIdx.x == 0 && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0) {
    seen->number = number;
    seen->first = values.first;
    seen->second = static_cast<int>(values.second);
    seen->text = values.text[3];
    seen->grid = gridDim.x * 100 + gridDim.y * 10 + gridDim.z;
  }
}

enum Change {
  Nothing,
  Number,
  Grid,
  Disable,
  Enable,
  Several,
  Structure,
  PartOfNumber,
  EmptyGrid,
  WideGrid,
  BehindParameters,
  NoField,
  NoUpdates
};

__device__ __align__(16) char updateMemory[3 * sizeof(cudaGraphKernelNodeUpdate)];
__device__ int updateValue;

__device__ cudaError_t applySeveral(cudaGraphDeviceNode_t node, int value) {
  auto* updates = reinterpret_cast<cudaGraphKernelNodeUpdate*>(updateMemory);
  updateValue = value;
  updates[0].node = updates[1].node = updates[2].node = node;
  updates[0].field = cudaGraphKernelNodeFieldGridDim;
  updates[0].updateData.gridDim = dim3(5, 1, 1);
  updates[1].field = cudaGraphKernelNodeFieldParam;
  updates[1].updateData.param.pValue = &updateValue;
  updates[1].updateData.param.offset = 8;
  updates[1].updateData.param.size = 4;
  updates[2].field = cudaGraphKernelNodeFieldEnabled;
  updates[2].updateData.isEnabled = 1;
  return cudaGraphKernelNodeUpdatesApply(updates, 3);
}

__device__ cudaError_t applyNoField(cudaGraphDeviceNode_t node) {
  auto* update = reinterpret_cast<cudaGraphKernelNodeUpdate*>(updateMemory);
  update->node = node;
  update->field = cudaGraphKernelNodeFieldInvalid;
  return cudaGraphKernelNodeUpdatesApply(update, 1);
}

__global__ void change(cudaGraphDeviceNode_t node, Change what, int value, int* result) {
  cudaError_t error = cudaSuccess;
  if (what == Number)
    error = cudaGraphKernelNodeSetParam(node, 8, value);
  if (what == Grid)
    error = cudaGraphKernelNodeSetGridDim(node, dim3(value, 2, 3));
  if (what == Disable || what == Enable)
    error = cudaGraphKernelNodeSetEnabled(node, what == Enable);
  if (what == Several)
    error = applySeveral(node, value);
  if (what == Structure) {
    Values values = {value, value * 2.0, {0, 0, 0, 9}};
    error = cudaGraphKernelNodeSetParam(node, 16, values);
  }
  if (what == PartOfNumber)
    error = cudaGraphKernelNodeSetParam(node, 9, static_cast<char>(value));
  if (what == EmptyGrid)
    error = cudaGraphKernelNodeSetGridDim(node, dim3(0, 1, 1));
  if (what == WideGrid)
    error = cudaGraphKernelNodeSetGridDim(node, dim3(1, 70000, 1));
  if (what == BehindParameters)
    error = cudaGraphKernelNodeSetParam(node, 4000, value);
  if (what == NoField)
    error = applyNoField(node);
  if (what == NoUpdates)
    error = cudaGraphKernelNodeUpdatesApply(nullptr, 0);
  *result = error;
}

static Seen* seen;
static int* result;
static cudaStream_t stream;
static cudaGraphExec_t exec;
static cudaGraphNode_t changing, changed;
static cudaGraphDeviceNode_t node;

static void launch() {
  *seen = Seen{-1, -1, -1, -1, -1, 0};
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

static void expectSeen(const Seen& expected) {
  EXPECT_EQ(seen->number, expected.number);
  EXPECT_EQ(seen->first, expected.first);
  EXPECT_EQ(seen->second, expected.second);
  EXPECT_EQ(seen->text, expected.text);
  EXPECT_EQ(seen->grid, expected.grid);
  EXPECT_EQ(seen->blocks, expected.blocks);
}

// Lets the first kernel of the graph change the second one. The change holds in this launch and in
// those after it.
static void changeInGraph(Change what, int value, cudaError_t error, const Seen& expected) {
  for (const Change each : {what, Nothing}) {
    Change present = each;
    void* arguments[] = {&node, &present, &value, &result};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(change);
    params.gridDim = params.blockDim = dim3(1, 1, 1);
    params.kernelParams = arguments;
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, changing, &params));
    launch();
    EXPECT_EQ(*result, static_cast<int>(each == what ? error : cudaSuccess));
    expectSeen(expected);
  }
}

static void changeOutside(Change what, int value) {
  change<<<1, 1, 0, stream>>>(node, what, value, result);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(*result, 0);
}

int main() {
  CUDA_CHECK(cudaMallocManaged(&seen, sizeof *seen));
  CUDA_CHECK(cudaMallocManaged(&result, sizeof *result));
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  int number = 11;
  Values values = {1, 2, {0, 1, 2, 3}};
  void* arguments[] = {&seen, &number, &values};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(target);
  params.gridDim = dim3(2, 1, 1);
  params.blockDim = dim3(32, 1, 1);
  params.kernelParams = arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&changed, graph, nullptr, 0, &params));

  cudaLaunchAttributeValue attribute = {};
  constexpr auto kUpdatable = cudaLaunchAttributeDeviceUpdatableKernelNode;
  CUDA_CHECK(cudaGraphKernelNodeSetAttribute(changed, kUpdatable, &attribute)); // still as it was
  attribute.deviceUpdatableKernelNode.deviceUpdatable = 1;
  CUDA_CHECK(cudaGraphKernelNodeSetAttribute(changed, kUpdatable, &attribute));
  node = attribute.deviceUpdatableKernelNode.devNode;
  CHECK(node != nullptr);
  cudaLaunchAttributeValue found = {};
  CUDA_CHECK(cudaGraphKernelNodeGetAttribute(changed, kUpdatable, &found));
  EXPECT_EQ(found.deviceUpdatableKernelNode.deviceUpdatable, 1);
  CHECK(found.deviceUpdatableKernelNode.devNode == node);
  // It stays so, and is the only one of its kind.
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphKernelNodeSetAttribute(changed, kUpdatable, &attribute));
  attribute.deviceUpdatableKernelNode.deviceUpdatable = 0;
  EXPECT_CUDA(cudaErrorNotSupported,
              cudaGraphKernelNodeSetAttribute(changed, kUpdatable, &attribute));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphDestroyNode(changed));
  cudaGraph_t clone;
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphClone(&clone, graph));

  Change what = Nothing;
  int value = 0;
  void* others[] = {&node, &what, &value, &result};
  params.func = reinterpret_cast<void*>(change);
  params.gridDim = params.blockDim = dim3(1, 1, 1);
  params.kernelParams = others;
  CUDA_CHECK(cudaGraphAddKernelNode(&changing, graph, nullptr, 0, &params));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphKernelNodeCopyAttributes(changing, changed));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphKernelNodeCopyAttributes(changed, changing));
  CUDA_CHECK(cudaGraphAddDependencies(graph, &changing, &changed, nullptr, 1));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphExec_t second;
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphInstantiate(&second, graph, 0));
  cudaGraphExecUpdateResultInfo info;
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphExecUpdate(exec, graph, &info));
  CUDA_CHECK(cudaGraphUpload(exec, stream));

  launch();
  expectSeen({11, 1, 2, 3, 211, 2});
  changeInGraph(Number, 41, cudaSuccess, {41, 1, 2, 3, 211, 2});
  changeInGraph(Grid, 3, cudaSuccess, {41, 1, 2, 3, 323, 18});
  changeInGraph(Disable, 0, cudaSuccess, {-1, -1, -1, -1, -1, 0});
  changeInGraph(Enable, 0, cudaSuccess, {41, 1, 2, 3, 323, 18});
  changeInGraph(Several, 45, cudaSuccess, {45, 1, 2, 3, 511, 5});
  changeInGraph(Structure, 46, cudaSuccess, {45, 46, 92, 9, 511, 5});
  changeInGraph(PartOfNumber, 1, cudaSuccess, {45 + 256, 46, 92, 9, 511, 5});
  for (const Change wrong : {EmptyGrid, WideGrid, BehindParameters, NoField, NoUpdates})
    changeInGraph(wrong, 1, cudaErrorInvalidValue, {45 + 256, 46, 92, 9, 511, 5});

  changeOutside(Number, 77);
  launch();
  expectSeen({77, 46, 92, 9, 511, 5});

  // The program's own changes replace those of kernels, and it does not see theirs.
  params.func = reinterpret_cast<void*>(target);
  params.gridDim = dim3(2, 1, 1);
  params.blockDim = dim3(32, 1, 1);
  params.kernelParams = arguments;
  number = 99;
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, changed, &params));
  CUDA_CHECK(cudaGraphUpload(exec, stream));
  launch();
  expectSeen({99, 1, 2, 3, 211, 2});
  CUDA_CHECK(cudaGraphNodeSetEnabled(exec, changed, 0));
  CUDA_CHECK(cudaGraphUpload(exec, stream));
  launch();
  expectSeen({-1, -1, -1, -1, -1, 0});
  changeOutside(Enable, 0);
  launch();
  expectSeen({99, 1, 2, 3, 211, 2});
  unsigned isEnabled = 1;
  CUDA_CHECK(cudaGraphNodeGetEnabled(exec, changed, &isEnabled));
  EXPECT_EQ(isEnabled, 0u);

  // The attribute of a launch is for captured streams alone.
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2, 1, 1);
  config.blockDim = dim3(32, 1, 1);
  config.stream = stream;
  cudaLaunchAttribute launchAttribute = {};
  launchAttribute.id = kUpdatable;
  launchAttribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  config.attrs = &launchAttribute;
  config.numAttrs = 1;
  EXPECT_CUDA(cudaErrorNotSupported, cudaLaunchKernelEx(&config, target, seen, 5, values));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CUDA_CHECK(cudaLaunchKernelEx(&config, target, seen, 5, values));
  CHECK(launchAttribute.val.deviceUpdatableKernelNode.devNode != nullptr);
  cudaGraph_t captured;
  CUDA_CHECK(cudaStreamEndCapture(stream, &captured));

  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  return ok();
}
