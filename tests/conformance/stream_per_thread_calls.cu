// R-189: calls on stream 0 of a program with a default stream per thread: they mean the stream of
// the calling thread, which is a stream like others. It has an identity, flags and attributes, can
// be captured, and does not wait for the default stream of another thread.

// nvcc: --default-stream per-thread -lcuda
#include "gate.h"
#include "other_thread.h"

__global__ void add(int* value, int amount) {
  *value += amount;
}

static void identity() {
  unsigned long long id = 0, same = 1;
  CUDA_CHECK(cudaStreamGetId(0, &id));
  CUDA_CHECK(cudaStreamGetId(cudaStreamPerThread, &same));
  EXPECT_EQ(id, same);
  unsigned long long other = id;
  std::thread([&] { CUDA_CHECK(cudaStreamGetId(0, &other)); }).join();
  CHECK(other != id);
  unsigned flags = 9;
  CUDA_CHECK(cudaStreamGetFlags(0, &flags));
  EXPECT_EQ(flags, cudaStreamDefault);
  int priority = 9, device = 9;
  CUDA_CHECK(cudaStreamGetPriority(0, &priority));
  EXPECT_EQ(priority, 0);
  CUDA_CHECK(cudaStreamGetDevice(0, &device));
  EXPECT_EQ(device, 0);
}

static void attributes() {
  cudaStreamAttrValue value = {};
  value.syncPolicy = cudaSyncPolicyYield;
  CUDA_CHECK(cudaStreamSetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &value));
  cudaStreamAttrValue read = {};
  CUDA_CHECK(cudaStreamGetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &read));
  EXPECT_EQ(static_cast<int>(read.syncPolicy), static_cast<int>(cudaSyncPolicyYield));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamCopyAttributes(stream, 0));
  read = {};
  CUDA_CHECK(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &read));
  EXPECT_EQ(static_cast<int>(read.syncPolicy), static_cast<int>(cudaSyncPolicyYield));
  CUDA_CHECK(cudaStreamDestroy(stream));
  value.syncPolicy = cudaSyncPolicyAuto;
  CUDA_CHECK(cudaStreamSetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &value));
}

static void CUDART_CB setFlag(void* flag) {
  *static_cast<std::atomic<bool>*>(flag) = true;
}
static void CUDART_CB setFlagAfter(cudaStream_t, cudaError_t, void* flag) {
  setFlag(flag);
}

static void order() {
  Gate gate;
  gate.close(0);
  std::atomic<bool> isCalled{false};
  CUDA_CHECK(cudaStreamAddCallback(0, setFlagAfter, &isCalled, 0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  CHECK(!isCalled);
  // A stream of its own waits for the thread's stream through an event, recorded in either way.
  cudaStream_t stream;
  cudaEvent_t event, flagged;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&flagged, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventRecord(event, 0));
  CUDA_CHECK(cudaEventRecordWithFlags(flagged, 0, cudaEventRecordDefault));
  CUDA_CHECK(cudaStreamWaitEvent(stream, event, 0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(stream));
  EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(flagged));
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CHECK(isCalled);
  // The other direction: the thread's stream waits for an event of another.
  Gate second;
  second.close(stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  CUDA_CHECK(cudaStreamWaitEvent(0, event, 0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  second.open();
  CUDA_CHECK(cudaStreamSynchronize(0));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaEventDestroy(flagged));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

static int valueOf(int* device) {
  int value = -1;
  CUDA_CHECK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

static void launches(int* value) {
  CUDA_CHECK(cudaMemset(value, 0, sizeof *value));
  int amount = 1;
  void* arguments[] = {&value, &amount};
  CUDA_CHECK(
      cudaLaunchKernel(reinterpret_cast<const void*>(add), dim3(1), dim3(1), arguments, 0, 0));
  amount = 10;
  CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(add), dim3(1), dim3(1),
                                         arguments, 0, 0));
  amount = 100;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = configuration.blockDim = dim3(1);
  CUDA_CHECK(cudaLaunchKernelExC(&configuration, reinterpret_cast<const void*>(add), arguments));
  EXPECT_EQ(valueOf(value), 111);
}

static void allocations(int*) {
  int *first, *second;
  cudaMemPool_t pool;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(&first), sizeof(int), 0));
  CUDA_CHECK(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&second), sizeof(int), pool, 0));
  CUDA_CHECK(cudaMemsetAsync(first, 0, sizeof(int), 0));
  CUDA_CHECK(cudaMemsetAsync(second, 0, sizeof(int), 0));
  add<<<1, 1>>>(first, 3);
  add<<<1, 1>>>(second, 4);
  EXPECT_EQ(valueOf(first), 3);
  EXPECT_EQ(valueOf(second), 4);
  CUDA_CHECK(cudaFreeAsync(first, 0));
  CUDA_CHECK(cudaFreeAsync(second, 0));
  CUDA_CHECK(cudaStreamSynchronize(0));
}

static void managed(int* memory, size_t bytes) {
  const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemLocation locations[] = {here};
  void* pointers[] = {memory};
  size_t sizes[] = {bytes}, indices[] = {0};
  CUDA_CHECK(cudaMemPrefetchAsync(memory, bytes, here, 0, 0));
  CUDA_CHECK(cudaMemPrefetchBatchAsync(pointers, sizes, 1, locations, indices, 1, 0, 0));
  CUDA_CHECK(cudaMemDiscardBatchAsync(pointers, sizes, 1, 0, 0));
  CUDA_CHECK(cudaMemDiscardAndPrefetchBatchAsync(pointers, sizes, 1, locations, indices, 1, 0, 0));
  CUDA_CHECK(cudaStreamAttachMemAsync(0, memory, 0, cudaMemAttachGlobal));
  CUDA_CHECK(cudaMemsetAsync(memory, 0, sizeof(int), 0));
  add<<<1, 1>>>(memory, 5);
  CUDA_CHECK(cudaStreamSynchronize(0));
  EXPECT_EQ(*memory, 5);
}

static void batches(int* value) {
  int in = 6, out = 0;
  void* to[] = {value};
  const void* from[] = {&in};
  size_t sizes[] = {sizeof in}, indices[] = {0};
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaMemcpyBatchAsync(to, from, sizes, 1, &attributes, indices, 1, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(valueOf(value), 6);
  cudaMemcpy3DBatchOp copy = {};
  copy.src.type = copy.dst.type = cudaMemcpyOperandTypePointer;
  copy.src.op.ptr.ptr = value;
  copy.dst.op.ptr.ptr = &out;
  copy.extent = make_cudaExtent(sizeof out, 1, 1);
  copy.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CUDA_CHECK(cudaMemcpy3DBatchAsync(1, &copy, 0, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(out, 6);
  // A batch needs a stream of its own: the default stream of a thread is refused too.
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMemcpyBatchAsync(to, from, sizes, 1, &attributes, indices, 1, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &copy, 0, 0));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

static void captures(int* value) {
  CUDA_CHECK(cudaMemset(value, 0, sizeof *value));
  CUDA_CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
  add<<<1, 1>>>(value, 7);
  cudaStreamCaptureStatus status;
  CUDA_CHECK(cudaStreamIsCapturing(0, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  const cudaGraphNode_t* last;
  size_t dependencies = 0;
  unsigned long long id;
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamGetCaptureInfo(0, &status, &id, &graph, &last, nullptr, &dependencies));
  EXPECT_EQ(dependencies, 1);
  cudaGraphNode_t node = last[0];
  // The next kernel is made to depend on nothing.
  CUDA_CHECK(cudaStreamUpdateCaptureDependencies(0, nullptr, nullptr, 0,
                                                 cudaStreamSetCaptureDependencies));
  add<<<1, 1>>>(value, 0);
  CUDA_CHECK(cudaStreamEndCapture(0, &graph));
  size_t roots = 0, edges = 0;
  CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(roots, 2);
  CUDA_CHECK(
      cudaStreamBeginCaptureToGraph(0, graph, &node, nullptr, 1, cudaStreamCaptureModeThreadLocal));
  add<<<1, 1>>>(value, 20);
  cudaGraph_t same;
  CUDA_CHECK(cudaStreamEndCapture(0, &same));
  CHECK(same == graph);
  CUDA_CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 1);
  cudaGraphExec_t exec;
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = cudaGraphInstantiateFlagUpload;
  CUDA_CHECK(cudaGraphInstantiateWithParams(&exec, graph, &parameters));
  CUDA_CHECK(cudaGraphUpload(exec, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  EXPECT_EQ(valueOf(value), 27);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

// The driver's functions come in the per-thread form as well, unless the legacy form is asked for.
static void entryPoints() {
  void *byDefault, *legacy, *perThread;
  cudaDriverEntryPointQueryResult result;
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuStreamSynchronize", &byDefault, 12000,
                                              cudaEnableDefault, &result));
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuStreamSynchronize", &legacy, 12000,
                                              cudaEnableLegacyStream, &result));
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuStreamSynchronize", &perThread, 12000,
                                              cudaEnablePerThreadDefaultStream, &result));
  CHECK(byDefault == perThread);
  CHECK(byDefault != legacy);
  void* older = nullptr;
  CUDA_CHECK(cudaGetDriverEntryPoint("cuStreamSynchronize", &older, cudaEnableDefault, &result));
  CHECK(older == perThread);
}

int main() {
  int *value, *shared;
  CUDA_CHECK(cudaMalloc(&value, sizeof *value));
  CUDA_CHECK(cudaMallocManaged(&shared, 1 << 21));
  launches(value); // loads the kernel, which may wait for the whole device
  allocations(value);
  managed(shared, 1 << 21);
  {
    OtherThread held;
    identity();
    attributes();
    order();
    launches(value);
    allocations(value);
    batches(value);
    captures(value);
    entryPoints();
  }
  CUDA_CHECK(cudaFree(shared));
  CUDA_CHECK(cudaFree(value));
  return ok();
}
