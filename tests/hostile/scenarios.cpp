#include "scenarios.h"

#include <cstring>

namespace hostile {

namespace {

// Returns from a scenario with the first error.
#define TRY(call)                                                                                  \
  do {                                                                                             \
    if (const CUresult result = (call); result != CUDA_SUCCESS)                                    \
      return result;                                                                               \
  } while (0)

// Runs `release` at the end of the scope, when the handle is there.
template <typename Handle, typename Release> class Owned {
public:
  explicit Owned(Release release) : release_(release) {}
  ~Owned() {
    if (handle != Handle{})
      release_(handle);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Handle handle{};

private:
  Release release_;
};

template <typename Handle, typename Release> auto owned(Release release) {
  return Owned<Handle, Release>(release);
}

constexpr const char* kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.global .u32 counter;
.visible .entry add(.param .u64 data, .param .u32 value) {
  .reg .b64 %p, %q; .reg .b32 %v, %i, %d;
  ld.param.u64 %p, [data]; ld.param.u32 %v, [value];
  mov.u32 %i, %tid.x; mul.wide.u32 %q, %i, 4; add.s64 %p, %p, %q;
  ld.global.u32 %d, [%p]; add.u32 %d, %d, %v; st.global.u32 [%p], %d; ret;
}
.visible .entry shared(.param .u64 data) {
  .shared .align 4 .b8 s[1024];
  .reg .b64 %p, %q; .reg .b32 %i, %d, %a, %b;
  ld.param.u64 %p, [data]; mov.u32 %i, %tid.x; mul.wide.u32 %q, %i, 4; add.s64 %p, %p, %q;
  mov.u32 %a, s; shl.b32 %b, %i, 2; add.u32 %a, %a, %b; st.shared.u32 [%a], %i; bar.sync 0;
  ld.shared.u32 %d, [%a]; st.global.u32 [%p], %d; ret;
})";

CUresult contexts() {
  CUdevice device;
  TRY(cuDeviceGet(&device, 0));
  auto context = owned<CUcontext>(cuCtxDestroy);
  TRY(cuCtxCreate(&context.handle, nullptr, 0, device));
  auto stream = owned<CUstream>(cuStreamDestroy);
  TRY(cuStreamCreate(&stream.handle, CU_STREAM_NON_BLOCKING));
  CUdeviceptr memory;
  TRY(cuMemAlloc(&memory, 4096));
  TRY(cuMemsetD8Async(memory, 1, 4096, stream.handle));
  TRY(cuCtxSynchronize());
  CUcontext popped;
  return cuCtxPopCurrent(&popped);
}

CUresult allocations() {
  auto small = owned<CUdeviceptr>(cuMemFree), large = owned<CUdeviceptr>(cuMemFree),
       pitched = owned<CUdeviceptr>(cuMemFree), managed = owned<CUdeviceptr>(cuMemFree);
  auto pinned = owned<void*>(cuMemFreeHost);
  TRY(cuMemAlloc(&small.handle, 1000));
  TRY(cuMemAlloc(&large.handle, 3 << 20));
  std::size_t pitch;
  TRY(cuMemAllocPitch(&pitched.handle, &pitch, 1000, 300, 4));
  TRY(cuMemAllocManaged(&managed.handle, 5000, CU_MEM_ATTACH_GLOBAL));
  TRY(cuMemAllocHost(&pinned.handle, 5000));
  TRY(cuMemsetD32(large.handle, 7, 1000));
  TRY(cuMemcpyDtoH(pinned.handle, large.handle, 4000));
  static char host[1 << 16];
  auto registered = owned<void*>(cuMemHostUnregister);
  TRY(cuMemHostRegister(host, sizeof host, 0));
  registered.handle = host;
  TRY(cuMemcpyHtoDAsync(large.handle, host, sizeof host, nullptr));
  return cuCtxSynchronize();
}

CUresult pools() {
  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  auto pool = owned<CUmemoryPool>(cuMemPoolDestroy);
  TRY(cuMemPoolCreate(&pool.handle, &properties));
  auto stream = owned<CUstream>(cuStreamDestroy);
  TRY(cuStreamCreate(&stream.handle, 0));
  CUstream s = stream.handle;
  auto first = owned<CUdeviceptr>([s](CUdeviceptr p) { cuMemFreeAsync(p, s); });
  auto second = owned<CUdeviceptr>([s](CUdeviceptr p) { cuMemFreeAsync(p, s); });
  TRY(cuMemAllocAsync(&first.handle, 10000, s));
  TRY(cuMemAllocFromPoolAsync(&second.handle, 20000, pool.handle, s));
  TRY(cuMemcpyDtoDAsync(second.handle, first.handle, 10000, s));
  return cuStreamSynchronize(s);
}

CUresult arrays() {
  CUDA_ARRAY3D_DESCRIPTOR shape{64, 32, 0, CU_AD_FORMAT_FLOAT, 4, 0};
  auto array = owned<CUarray>(cuArrayDestroy);
  TRY(cuArray3DCreate(&array.handle, &shape));
  auto levels = owned<CUmipmappedArray>(cuMipmappedArrayDestroy);
  TRY(cuMipmappedArrayCreate(&levels.handle, &shape, 4));
  static char host[64 * 32 * 16];
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = 64 * 16;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array.handle;
  copy.WidthInBytes = 64 * 16;
  copy.Height = 32;
  TRY(cuMemcpy2D(&copy));
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array.handle;
  CUDA_TEXTURE_DESC sampler{};
  auto texture = owned<CUtexObject>(cuTexObjectDestroy);
  TRY(cuTexObjectCreate(&texture.handle, &resource, &sampler, nullptr));
  auto surface = owned<CUsurfObject>(cuSurfObjectDestroy);
  CUDA_ARRAY3D_DESCRIPTOR writable = shape;
  writable.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  auto target = owned<CUarray>(cuArrayDestroy);
  TRY(cuArray3DCreate(&target.handle, &writable));
  resource.res.array.hArray = target.handle;
  return cuSurfObjectCreate(&surface.handle, &resource);
}

void CUDA_CB hostFunction(void* data) {
  *static_cast<int*>(data) = 1;
}

CUresult streams() {
  auto first = owned<CUstream>(cuStreamDestroy), second = owned<CUstream>(cuStreamDestroy);
  auto event = owned<CUevent>(cuEventDestroy), end = owned<CUevent>(cuEventDestroy);
  auto memory = owned<CUdeviceptr>(cuMemFree);
  TRY(cuStreamCreate(&first.handle, CU_STREAM_NON_BLOCKING));
  TRY(cuStreamCreateWithPriority(&second.handle, 0, -1));
  TRY(cuEventCreate(&event.handle, 0));
  TRY(cuEventCreate(&end.handle, 0));
  TRY(cuMemAlloc(&memory.handle, 1 << 20));
  static int called;
  TRY(cuMemsetD8Async(memory.handle, 1, 1 << 20, first.handle));
  TRY(cuEventRecord(event.handle, first.handle));
  TRY(cuStreamWaitEvent(second.handle, event.handle, 0));
  TRY(cuMemsetD8Async(memory.handle, 2, 1 << 20, second.handle));
  TRY(cuLaunchHostFunc(second.handle, hostFunction, &called));
  TRY(cuStreamWriteValue32(second.handle, memory.handle, 5, 0));
  TRY(cuStreamWaitValue32(first.handle, memory.handle, 5, CU_STREAM_WAIT_VALUE_GEQ));
  TRY(cuEventRecord(end.handle, second.handle));
  TRY(cuEventSynchronize(end.handle));
  TRY(cuStreamSynchronize(first.handle));
  float milliseconds;
  return cuEventElapsedTime(&milliseconds, event.handle, end.handle);
}

CUresult launch(CUfunction add, CUfunction shared) {
  auto memory = owned<CUdeviceptr>(cuMemFree);
  TRY(cuMemAlloc(&memory.handle, 256 * 4));
  TRY(cuMemsetD32(memory.handle, 0, 256));
  unsigned value = 3;
  void* arguments[] = {&memory.handle, &value};
  TRY(cuLaunchKernel(add, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  TRY(cuLaunchKernel(shared, 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  return cuCtxSynchronize();
}

CUresult modules() {
  auto module = owned<CUmodule>(cuModuleUnload);
  TRY(cuModuleLoadData(&module.handle, kPtx));
  CUfunction add, shared;
  TRY(cuModuleGetFunction(&add, module.handle, "add"));
  TRY(cuModuleGetFunction(&shared, module.handle, "shared"));
  CUdeviceptr counter;
  std::size_t bytes;
  TRY(cuModuleGetGlobal(&counter, &bytes, module.handle, "counter"));
  return launch(add, shared);
}

CUresult libraries() {
  auto library = owned<CUlibrary>(cuLibraryUnload);
  TRY(cuLibraryLoadData(&library.handle, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  TRY(cuLibraryGetKernel(&kernel, library.handle, "add"));
  CUfunction function;
  TRY(cuKernelGetFunction(&function, kernel));
  int blocks;
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0);
}

CUresult linker() {
  auto state = owned<CUlinkState>(cuLinkDestroy);
  TRY(cuLinkCreate(0, nullptr, nullptr, &state.handle));
  TRY(cuLinkAddData(state.handle, CU_JIT_INPUT_PTX, const_cast<char*>(kPtx), std::strlen(kPtx) + 1,
                    "part", 0, nullptr, nullptr));
  void* cubin;
  std::size_t bytes;
  return cuLinkComplete(state.handle, &cubin, &bytes);
}

CUresult graphs() {
  auto graph = owned<CUgraph>(cuGraphDestroy), captured = owned<CUgraph>(cuGraphDestroy);
  auto memory = owned<CUdeviceptr>(cuMemFree);
  auto stream = owned<CUstream>(cuStreamDestroy);
  CUcontext context;
  TRY(cuCtxGetCurrent(&context));
  TRY(cuMemAlloc(&memory.handle, 4096));
  TRY(cuStreamCreate(&stream.handle, 0));
  TRY(cuGraphCreate(&graph.handle, 0));
  CUDA_MEMSET_NODE_PARAMS fill{memory.handle, 0, 1, 1, 4096, 1};
  static int called;
  CUDA_HOST_NODE_PARAMS host{hostFunction, &called};
  CUgraphNode first, second, third;
  TRY(cuGraphAddMemsetNode(&first, graph.handle, nullptr, 0, &fill, context));
  TRY(cuGraphAddHostNode(&second, graph.handle, &first, 1, &host));
  TRY(cuGraphAddEmptyNode(&third, graph.handle, &second, 1));
  // Further nodes after the first, which then needs memory to remember them, and events.
  auto event = owned<CUevent>(cuEventDestroy);
  TRY(cuEventCreate(&event.handle, CU_EVENT_DISABLE_TIMING));
  CUgraphNode recording, waiting;
  TRY(cuGraphAddEventRecordNode(&recording, graph.handle, &first, 1, event.handle));
  TRY(cuGraphAddEventWaitNode(&waiting, graph.handle, &first, 1, event.handle));
  // A node that could not be added is nowhere in the graph: another one takes its place here.
  CUgraphNode last, afterLast;
  TRY(cuGraphAddEmptyNode(&last, graph.handle, &waiting, 1));
  const CUresult added = cuGraphAddEmptyNode(&afterLast, graph.handle, &last, 1);
  TRY(cuGraphDestroyNode(last));
  CUgraph whole;
  if (cuGraphClone(&whole, graph.handle) == CUDA_SUCCESS)
    cuGraphDestroy(whole);
  TRY(added);
  auto executable = owned<CUgraphExec>(cuGraphExecDestroy);
  TRY(cuGraphInstantiate(&executable.handle, graph.handle, 0));
  TRY(cuGraphLaunch(executable.handle, stream.handle));
  TRY(cuStreamSynchronize(stream.handle));
  auto clone = owned<CUgraph>(cuGraphDestroy);
  TRY(cuGraphClone(&clone.handle, graph.handle));
  CUgraphExecUpdateResultInfo info;
  TRY(cuGraphExecUpdate(executable.handle, clone.handle, &info));
  TRY(cuStreamBeginCapture(stream.handle, CU_STREAM_CAPTURE_MODE_RELAXED));
  const CUresult filled = cuMemsetD8Async(memory.handle, 2, 4096, stream.handle);
  TRY(cuStreamEndCapture(stream.handle, &captured.handle));
  return filled;
}

CUresult virtualMemory() {
  constexpr std::size_t kBytes = 2u << 20;
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  auto range = owned<CUdeviceptr>([](CUdeviceptr p) { cuMemAddressFree(p, kBytes); });
  auto memory = owned<CUmemGenericAllocationHandle>(cuMemRelease);
  auto mapped = owned<CUdeviceptr>([](CUdeviceptr p) { cuMemUnmap(p, kBytes); });
  TRY(cuMemAddressReserve(&range.handle, kBytes, 0, 0, 0));
  TRY(cuMemCreate(&memory.handle, kBytes, &properties, 0));
  TRY(cuMemMap(range.handle, kBytes, 0, memory.handle, 0));
  mapped.handle = range.handle;
  const CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  TRY(cuMemSetAccess(range.handle, kBytes, &access, 1));
  return cuMemsetD8(range.handle, 1, kBytes);
}

CUresult interprocess() {
  auto memory = owned<CUdeviceptr>(cuMemFree);
  TRY(cuMemAlloc(&memory.handle, 1 << 20));
  CUipcMemHandle handle;
  TRY(cuIpcGetMemHandle(&handle, memory.handle));
  auto event = owned<CUevent>(cuEventDestroy);
  TRY(cuEventCreate(&event.handle, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  CUipcEventHandle eventHandle;
  TRY(cuIpcGetEventHandle(&eventHandle, event.handle));
  // Whether or not the record could be made, nobody waits for it for ever.
  const CUresult recorded = cuEventRecord(event.handle, nullptr);
  const CUresult waiting = cuStreamWaitEvent(nullptr, event.handle, 0);
  const CUresult synchronized = cuStreamSynchronize(nullptr);
  return recorded != CUDA_SUCCESS ? recorded : waiting != CUDA_SUCCESS ? waiting : synchronized;
}

CUresult questions() {
  char name[64];
  TRY(cuDeviceGetName(name, sizeof name, 0));
  std::size_t available, total;
  TRY(cuMemGetInfo(&available, &total));
  void* function;
  CUdriverProcAddressQueryResult status;
  TRY(cuGetProcAddress("cuMemAlloc", &function, 13000, 0, &status));
  CUlogIterator iterator;
  TRY(cuLogsCurrent(&iterator, 0));
  char text[256];
  std::size_t bytes = sizeof text;
  cuLogsDumpToMemory(nullptr, text, &bytes, 0);
  int value;
  return cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0);
}

constexpr Scenario kScenarios[] = {
    {"contexts", contexts, false},
    {"allocations", allocations, false},
    {"pools", pools, false},
    {"arrays", arrays, false},
    {"streams", streams, false},
    {"graphs", graphs, false},
    {"virtual memory", virtualMemory, false},
    {"interprocess", interprocess, false},
    {"questions", questions, false},
    {"modules", modules, true},
    {"libraries", libraries, true},
    {"linker", linker, true},
};

} // namespace

std::span<const Scenario> scenarios() {
  return kScenarios;
}

} // namespace hostile
