// Several devices, and the rules between them.
#include "fixture.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace heddle::driver::test;

namespace {

const char* ownDirectory() {
  static char name[] = "/tmp/heddle-devices-XXXXXX";
  const char* inherited = std::getenv("XDG_RUNTIME_DIR");
  return inherited && std::string(inherited).starts_with("/tmp/heddle-devices-") ? inherited
                                                                                 : mkdtemp(name);
}

// Before any call of the driver, in a program of its own.
const bool configured =
    setenv("HEDDLE_DEVICES", "3", 1) == 0 && setenv("HEDDLE_MEMORY", "64M", 1) == 0 &&
    setenv("HEDDLE_WORKERS", "3", 1) == 0 && setenv("CUDA_VISIBLE_DEVICES", "2, 0", 0) == 0 &&
    setenv("XDG_RUNTIME_DIR", ownDirectory(), 1) == 0;

struct DevicesTest : testing::Test {
  CUcontext contexts[2] = {};
  void SetUp() override {
    ASSERT_TRUE(configured);
    ASSERT_CU(cuInit(0));
    for (int device = 0; device < 2; ++device)
      ASSERT_CU(cuDevicePrimaryCtxRetain(&contexts[device], device));
    use(0);
  }
  void TearDown() override {
    EXPECT_CU(cuCtxSetCurrent(nullptr));
    for (int device = 0; device < 2; ++device)
      EXPECT_CU(cuDevicePrimaryCtxReset(device));
  }
  void use(int device) { EXPECT_CU(cuCtxSetCurrent(contexts[device])); }
};

TEST_F(DevicesTest, P035_R011_VisibleOnesAreOrderedAsNamed) {
  int count = 0;
  EXPECT_CU(cuDeviceGetCount(&count));
  EXPECT_EQ(count, 2);
  char bus[16];
  EXPECT_CU(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
  EXPECT_EQ(bus, std::string("0000:02:00.0"));
  CUdevice device = -1;
  EXPECT_CU(cuDeviceGetByPCIBusId(&device, "0000:00:00.0"));
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cuDeviceGetByPCIBusId(&device, "0000:01:00.0"), CUDA_ERROR_INVALID_DEVICE);
  CUuuid first, second;
  EXPECT_CU(cuDeviceGetUuid(&first, 0));
  EXPECT_CU(cuDeviceGetUuid(&second, 1));
  EXPECT_NE(std::string(first.bytes, 16), std::string(second.bytes, 16));
  EXPECT_EQ(cuDeviceGet(&device, 2), CUDA_ERROR_INVALID_DEVICE);
}

TEST_F(DevicesTest, EachHasItsOwnMemory_R013) {
  size_t before[2], after[2], total;
  CUdeviceptr pointer;
  use(1);
  EXPECT_CU(cuMemGetInfo(&before[1], &total));
  EXPECT_EQ(total, 64u << 20);
  use(0);
  EXPECT_CU(cuMemGetInfo(&before[0], &total));
  EXPECT_CU(cuMemAlloc(&pointer, 40u << 20));
  CUdeviceptr more;
  EXPECT_EQ(cuMemAlloc(&more, 40u << 20), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_CU(cuMemGetInfo(&after[0], &total));
  EXPECT_EQ(before[0] - after[0], 40u << 20);
  use(1);
  EXPECT_CU(cuMemGetInfo(&after[1], &total));
  EXPECT_EQ(before[1], after[1]);
  EXPECT_CU(cuMemAlloc(&more, 40u << 20));
  int ordinal = -1;
  EXPECT_CU(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, pointer));
  EXPECT_EQ(ordinal, 0);
  EXPECT_CU(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, more));
  EXPECT_EQ(ordinal, 1);
}

TEST_F(DevicesTest, PeerAccessIsEnabledOnce_R233_R234) {
  int can = -1;
  EXPECT_CU(cuDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(can, 1);
  EXPECT_CU(cuDeviceCanAccessPeer(&can, 1, 1));
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cuCtxEnablePeerAccess(contexts[0], 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  EXPECT_EQ(cuCtxEnablePeerAccess(contexts[1], 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxDisablePeerAccess(contexts[1]), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
  EXPECT_CU(cuCtxEnablePeerAccess(contexts[1], 0));
  EXPECT_EQ(cuCtxEnablePeerAccess(contexts[1], 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
  EXPECT_CU(cuCtxDisablePeerAccess(contexts[1]));
}

TEST_F(DevicesTest, CopiesBetweenDevices_R236_R238_R239_R241) {
  std::vector<int> values(1000), back(1000);
  for (int i = 0; i < 1000; ++i)
    values[i] = i * 7;
  CUdeviceptr first, second;
  EXPECT_CU(cuMemAlloc(&first, 4000));
  EXPECT_CU(cuMemcpyHtoD(first, values.data(), 4000));
  use(1);
  EXPECT_CU(cuMemAlloc(&second, 4000));
  EXPECT_CU(cuMemcpyPeer(second, contexts[1], first, contexts[0], 4000));
  EXPECT_CU(cuMemcpyDtoH(back.data(), second, 4000));
  EXPECT_EQ(back, values);
  EXPECT_CU(cuMemsetD8(second, 0, 4000));
  CUstream stream;
  EXPECT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  EXPECT_CU(cuMemcpyPeerAsync(second, contexts[1], first, contexts[0], 4000, stream));
  EXPECT_CU(cuMemcpyDtoHAsync(back.data(), second, 4000, stream));
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(back, values);
  EXPECT_CU(cuMemcpyPeer(second, contexts[1], first, nullptr, 4000)); // addresses say it
  CUDA_MEMCPY3D_PEER box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = second;
  box.srcContext = contexts[1];
  box.dstDevice = first;
  box.dstContext = contexts[0];
  box.WidthInBytes = 100;
  box.Height = 40;
  box.Depth = 1;
  EXPECT_CU(cuMemsetD8(first, 0, 4000));
  EXPECT_CU(cuMemcpy3DPeer(&box));
  EXPECT_CU(cuMemcpyDtoH(back.data(), first, 4000));
  EXPECT_EQ(back, values);
}

TEST_F(DevicesTest, StreamsAndEventsOfAnother_R162_R231_R232) {
  CUstream stream0, stream1;
  CUevent event0, event1;
  EXPECT_CU(cuStreamCreate(&stream0, 0));
  EXPECT_CU(cuEventCreate(&event0, 0));
  use(1);
  EXPECT_CU(cuStreamCreate(&stream1, 0));
  EXPECT_CU(cuEventCreate(&event1, 0));
  CUdevice device = -1;
  EXPECT_CU(cuStreamGetDevice(stream1, &device));
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cuEventRecord(event0, stream1), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_CU(cuEventRecord(event0, stream0));
  EXPECT_CU(cuEventRecord(event1, stream1));
  EXPECT_CU(cuEventSynchronize(event0));
  EXPECT_CU(cuEventSynchronize(event1));
  float milliseconds;
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, event0, event1), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_CU(cuStreamWaitEvent(stream1, event0, 0));
  CUdeviceptr memory;
  EXPECT_CU(cuMemAlloc(&memory, 4));
  const CUfunction store = loadFunction("store");
  EXPECT_EQ(launch(store, 1, 1, stream0, memory, 5u), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_CU(launch(store, 1, 1, stream1, memory, 5u));
  unsigned value = 0;
  EXPECT_CU(cuStreamSynchronize(stream1));
  EXPECT_CU(cuMemcpyDtoHAsync(&value, memory, 4, stream0));
  EXPECT_CU(cuStreamSynchronize(stream0));
  EXPECT_EQ(value, 5u);
}

TEST_F(DevicesTest, AFaultAndAResetStayWithTheirDevice_R004) {
  use(1);
  CUdeviceptr kept;
  EXPECT_CU(cuMemAlloc(&kept, 4));
  use(0);
  EXPECT_CU(launch(loadFunction("trap"), 1, 1, nullptr));
  EXPECT_NE(cuCtxSynchronize(), CUDA_SUCCESS);
  use(1);
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuDevicePrimaryCtxReset(0));
  EXPECT_CU(cuMemsetD8(kept, 1, 4));
  EXPECT_CU(cuDevicePrimaryCtxRetain(&contexts[0], 0));
  use(0);
  EXPECT_CU(cuCtxSynchronize());
}

constexpr const char* kTouchPtx = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry touch(.param .u64 at)
{
  .reg .u64 %a;
  ld.param.u64 %a, [at];
  st.global.u32 [%a], 7;
  ret;
}
.visible .entry wait(.param .u64 at)
{
  .reg .u64 %a;
  .reg .u32 %v;
  .reg .pred %p;
  ld.param.u64 %a, [at];
again:
  ld.volatile.global.u32 %v, [%a];
  setp.eq.u32 %p, %v, 0;
  @%p bra again;
  ret;
}
.visible .entry append(.param .u64 at, .param .u32 value)
{
  .reg .u64 %a, %b;
  .reg .u32 %n, %v;
  ld.param.u64 %a, [at];
  ld.param.u32 %v, [value];
  atom.global.add.u32 %n, [%a], 1;
  mul.wide.u32 %b, %n, 4;
  add.u64 %b, %b, %a;
  st.global.u32 [%b+4], %v;
  ret;
}
.visible .entry workers(.param .u64 at)
{
  .reg .u64 %a;
  .reg .u32 %n;
  ld.param.u64 %a, [at];
  mov.u32 %n, %nsmid;
  st.global.u32 [%a], %n;
  ret;
}
)";

struct Kernels {
  CUmodule module;
  CUfunction touch, workers;
  Kernels() {
    EXPECT_CU(cuModuleLoadData(&module, kTouchPtx));
    EXPECT_CU(cuModuleGetFunction(&touch, module, "touch"));
    EXPECT_CU(cuModuleGetFunction(&workers, module, "workers"));
  }
  static CUresult run(CUfunction function, CUdeviceptr at) {
    void* arguments[] = {&at};
    const CUresult launched =
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    return launched == CUDA_SUCCESS ? cuCtxSynchronize() : launched;
  }
};

TEST_F(DevicesTest, EachHasItsShareOfTheWorkers_R012) {
  int processors = 0;
  EXPECT_CU(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 1));
  use(1);
  Kernels kernels;
  CUdeviceptr count;
  EXPECT_CU(cuMemAlloc(&count, 4));
  EXPECT_CU(Kernels::run(kernels.workers, count));
  int seen = 0;
  EXPECT_CU(cuMemcpyDtoH(&seen, count, 4));
  EXPECT_EQ(seen, processors);
}

// Where the CPU has no protection keys, nothing is enforced.
bool enforced() {
  const int key = pkey_alloc(0, 0);
  if (key < 0)
    return false;
  pkey_free(key);
  return true;
}

TEST_F(DevicesTest, AKernelReachesAnEnabledPeer_R233_R235) {
  CUdeviceptr theirs;
  use(1);
  EXPECT_CU(cuMemAlloc(&theirs, 4));
  use(0);
  Kernels kernels;
  EXPECT_CU(cuCtxEnablePeerAccess(contexts[1], 0));
  EXPECT_CU(Kernels::run(kernels.touch, theirs));
  int value = 0;
  EXPECT_CU(cuMemcpyDtoH(&value, theirs, 4));
  EXPECT_EQ(value, 7);
}

// Row R-231: a graph has kernels of the devices that their functions belong to, whichever is
// current.
TEST_F(DevicesTest, AGraphSpansDevices_R231) {
  CUdeviceptr memory[2];
  CUfunction touch[2];
  for (int device = 0; device < 2; ++device) {
    use(device);
    touch[device] = Kernels().touch;
    EXPECT_CU(cuMemAlloc(&memory[device], 4));
    EXPECT_CU(cuMemsetD8(memory[device], 0, 4));
    EXPECT_CU(cuCtxSynchronize());
  }
  use(0);
  CUgraph graph;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  CUgraphNode nodes[2];
  CUDA_KERNEL_NODE_PARAMS parameters{};
  parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = parameters.blockDimY = parameters.blockDimZ = 1;
  for (int device = 0; device < 2; ++device) {
    void* arguments[] = {&memory[device]};
    parameters.func = touch[device];
    parameters.kernelParams = arguments;
    EXPECT_CU(cuGraphAddKernelNode(&nodes[device], graph, nodes, device, &parameters));
  }
  CUgraphExec exec;
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  void* arguments[] = {&memory[1]};
  parameters.kernelParams = arguments;
  EXPECT_CU(cuGraphExecKernelNodeSetParams(exec, nodes[1], &parameters));
  EXPECT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_CU(cuStreamSynchronize(nullptr));
  for (int device = 0; device < 2; ++device) {
    int value = 0;
    EXPECT_CU(cuMemcpyDtoH(&value, memory[device], 4));
    EXPECT_EQ(value, 7) << device;
  }
  EXPECT_CU(cuGraphExecDestroy(exec));
  EXPECT_CU(cuGraphDestroy(graph));
}

TEST_F(DevicesTest, AKernelIsStoppedAtAPeerThatWasNotEnabled_R233) {
  if (!enforced())
    GTEST_SKIP() << "no protection keys";
  for (std::size_t bytes : {std::size_t{4}, std::size_t{4} << 20}) {
    CUdeviceptr theirs;
    use(1);
    EXPECT_CU(cuMemAlloc(&theirs, bytes));
    EXPECT_CU(cuMemsetD8(theirs, 1, bytes));
    use(0);
    Kernels kernels;
    EXPECT_EQ(Kernels::run(kernels.touch, theirs), CUDA_ERROR_ILLEGAL_ADDRESS);
    // The peer has noticed nothing, and copies need no access.
    use(1);
    CUdeviceptr ours;
    EXPECT_CU(cuMemAlloc(&ours, 4));
    EXPECT_CU(cuMemcpyDtoD(ours, theirs, 4));
    int value = 0;
    EXPECT_CU(cuMemcpyDtoH(&value, ours, 4));
    EXPECT_EQ(value, 0x01010101);
    EXPECT_CU(cuDevicePrimaryCtxReset(0));
    EXPECT_CU(cuDevicePrimaryCtxRetain(&contexts[0], 0));
  }
}

TEST_F(DevicesTest, AccessEndsWhenThePeerIsDisabled_R234) {
  if (!enforced())
    GTEST_SKIP() << "no protection keys";
  CUdeviceptr theirs;
  use(1);
  EXPECT_CU(cuMemAlloc(&theirs, 4));
  use(0);
  Kernels kernels;
  EXPECT_CU(cuCtxEnablePeerAccess(contexts[1], 0));
  EXPECT_CU(Kernels::run(kernels.touch, theirs));
  EXPECT_CU(cuCtxDisablePeerAccess(contexts[1]));
  EXPECT_EQ(Kernels::run(kernels.touch, theirs), CUDA_ERROR_ILLEGAL_ADDRESS);
}

// A thread that the program began before the driver came up.
TEST_F(DevicesTest, ThreadsOfAnyAgeCopy_R020) {
  CUdeviceptr memory;
  EXPECT_CU(cuMemAlloc(&memory, 4));
  int value = 0;
  std::thread([&] {
    use(0);
    EXPECT_CU(cuMemsetD8(memory, 3, 4));
    EXPECT_CU(cuMemcpyDtoH(&value, memory, 4));
  }).join();
  EXPECT_EQ(value, 0x03030303);
}

// Two kernels become ready at the same moment on a device with one worker, and the more urgent one
// goes first. Both wait for an event, because a worker may run other kernels while one polls
// memory.
TEST_F(DevicesTest, UrgentStreamsGoFirst_R132) {
  Kernels kernels;
  CUfunction wait, append;
  EXPECT_CU(cuModuleGetFunction(&wait, kernels.module, "wait"));
  EXPECT_CU(cuModuleGetFunction(&append, kernels.module, "append"));
  void* gate;
  CUdeviceptr log;
  EXPECT_CU(cuMemHostAlloc(&gate, 4, 0));
  *static_cast<volatile int*>(gate) = 0;
  EXPECT_CU(cuMemAlloc(&log, 64));
  EXPECT_CU(cuMemsetD8(log, 0, 64));
  CUstream held, low, high;
  EXPECT_CU(cuStreamCreate(&held, CU_STREAM_NON_BLOCKING));
  EXPECT_CU(cuStreamCreateWithPriority(&low, CU_STREAM_NON_BLOCKING, 0));
  EXPECT_CU(cuStreamCreateWithPriority(&high, CU_STREAM_NON_BLOCKING, -5));
  void* gateArguments[] = {&gate};
  EXPECT_CU(cuLaunchKernel(wait, 1, 1, 1, 1, 1, 1, 0, held, gateArguments, nullptr));
  CUevent opened;
  EXPECT_CU(cuEventCreate(&opened, CU_EVENT_DISABLE_TIMING));
  EXPECT_CU(cuEventRecord(opened, held));
  EXPECT_CU(cuStreamWaitEvent(low, opened, 0));
  EXPECT_CU(cuStreamWaitEvent(high, opened, 0));
  unsigned value = 1;
  void* arguments[] = {&log, &value};
  EXPECT_CU(cuLaunchKernel(append, 1, 1, 1, 1, 1, 1, 0, low, arguments, nullptr));
  value = 2;
  EXPECT_CU(cuLaunchKernel(append, 1, 1, 1, 1, 1, 1, 0, high, arguments, nullptr));
  *static_cast<volatile int*>(gate) = 1;
  EXPECT_CU(cuCtxSynchronize());
  unsigned order[3] = {};
  EXPECT_CU(cuMemcpyDtoH(order, log, sizeof order));
  EXPECT_EQ(order[0], 2u);
  EXPECT_EQ(order[1], 2u); // the urgent one
  EXPECT_EQ(order[2], 1u);
}

// The default stream of one device is held; that of the other goes on. A copy between them in the
// default stream comes after both, and one in another stream waits for neither.
TEST_F(DevicesTest, DefaultStreamsAndPeerCopies_R144_R242_R243_R244) {
  CUdeviceptr ours, theirs;
  void* gate;
  EXPECT_CU(cuMemHostAlloc(&gate, 4, CU_MEMHOSTALLOC_PORTABLE));
  *static_cast<volatile int*>(gate) = 0;
  EXPECT_CU(cuMemAlloc(&ours, 4));
  EXPECT_CU(cuMemsetD32(ours, 5, 1));
  use(1);
  Kernels kernels;
  CUfunction wait;
  EXPECT_CU(cuModuleGetFunction(&wait, kernels.module, "wait"));
  EXPECT_CU(cuMemAlloc(&theirs, 8));
  EXPECT_CU(cuMemsetD32(theirs, 0, 2));
  CUstream aside;
  EXPECT_CU(cuStreamCreate(&aside, CU_STREAM_NON_BLOCKING));
  EXPECT_CU(cuCtxSynchronize());
  void* arguments[] = {&gate};
  EXPECT_CU(cuLaunchKernel(wait, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
  use(0);
  EXPECT_CU(cuStreamQuery(nullptr));
  EXPECT_CU(cuMemsetD32Async(ours, 6, 1, nullptr));
  EXPECT_CU(cuStreamSynchronize(nullptr));
  // Without peer access, beside the device's default stream.
  use(1);
  EXPECT_CU(cuMemcpyPeerAsync(theirs + 4, contexts[1], ours, contexts[0], 4, aside));
  EXPECT_CU(cuStreamSynchronize(aside));
  std::thread opener([&] {
    usleep(20000);
    *static_cast<volatile int*>(gate) = 1;
  });
  EXPECT_CU(cuMemcpyPeer(theirs, contexts[1], ours, contexts[0], 4));
  EXPECT_EQ(*static_cast<volatile int*>(gate), 1); // not before the other device's work
  opener.join();
  int values[2] = {};
  EXPECT_CU(cuMemcpyDtoH(values, theirs, 8));
  EXPECT_EQ(values[0], 6);
  EXPECT_EQ(values[1], 6);
  EXPECT_CU(cuMemFreeHost(gate));
}

// Row R-242, for copies that do not wait: after what the other device does, before what it does
// next.
TEST_F(DevicesTest, ADefaultStreamsCopyBetweenDevicesIsInTheOrderOfBoth_R242) {
  CUdeviceptr ours, theirs;
  void* gate;
  EXPECT_CU(cuMemHostAlloc(&gate, 4, CU_MEMHOSTALLOC_PORTABLE));
  const std::size_t count = 1 << 18; // more than is copied at once
  for (const std::size_t words : {std::size_t{1}, count}) {
    *static_cast<volatile int*>(gate) = 0;
    use(0);
    EXPECT_CU(cuMemAlloc(&ours, 4 * words));
    EXPECT_CU(cuMemsetD32(ours, 5, words));
    EXPECT_CU(cuCtxSynchronize());
    use(1);
    Kernels kernels;
    CUfunction wait;
    EXPECT_CU(cuModuleGetFunction(&wait, kernels.module, "wait"));
    EXPECT_CU(cuMemAlloc(&theirs, 4 * words));
    EXPECT_CU(cuMemsetD32(theirs, 1, words));
    EXPECT_CU(cuCtxSynchronize());
    void* arguments[] = {&gate};
    EXPECT_CU(cuLaunchKernel(wait, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    EXPECT_CU(cuMemsetD32Async(theirs, 2, words, nullptr)); // must not come after the copy
    use(0);
    EXPECT_CU(cuMemcpyDtoDAsync(theirs, ours, 4 * words, nullptr));
    EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
    use(1);
    std::vector<int> values(words);
    *static_cast<volatile int*>(gate) = 1;
    // Nothing of this device's own is behind the copy but what waits for it.
    EXPECT_CU(cuMemcpyDtoH(values.data(), theirs, 4 * words));
    EXPECT_EQ(values, std::vector<int>(words, 5));
    EXPECT_CU(cuMemFree(theirs));
    use(0);
    EXPECT_CU(cuMemFree(ours));
  }
  EXPECT_CU(cuMemFreeHost(gate));
}

// Modes are files under $XDG_RUNTIME_DIR, here one of the test's own.
struct Mode {
  explicit Mode(char digit) {
    std::filesystem::create_directories(directory());
    std::ofstream(directory() / "compute-mode.1") << digit;
  }
  ~Mode() { std::filesystem::remove_all(directory()); }
  static std::filesystem::path directory() {
    return std::filesystem::path(std::getenv("XDG_RUNTIME_DIR")) / "heddle";
  }
};

// What this program, started again for one device of the machine, does with an argument of main's.
int anotherProcess(const char* device, const char* argument) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("CUDA_VISIBLE_DEVICES", device, 1);
    execl("/proc/self/exe", "other", argument, nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Device 1 of the machine is one that CUDA_VISIBLE_DEVICES hides from this process.
int contextOfAnotherProcess() {
  return anotherProcess("1", "--child-context");
}

// A kernel that does not end holds the device's only worker, and no other process.
TEST_F(DevicesTest, ALongKernelDoesNotBlockOtherProcesses_R345) {
  int preemption = 0;
  EXPECT_CU(cuDeviceGetAttribute(&preemption, CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 0));
  EXPECT_EQ(preemption, 1);
  Kernels kernels;
  CUfunction wait;
  EXPECT_CU(cuModuleGetFunction(&wait, kernels.module, "wait"));
  void* gate;
  EXPECT_CU(cuMemHostAlloc(&gate, 4, 0));
  *static_cast<volatile int*>(gate) = 0;
  void* arguments[] = {&gate};
  EXPECT_CU(cuLaunchKernel(wait, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ(anotherProcess("2", "--child-kernel"), 7);
  EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
  *static_cast<volatile int*>(gate) = 1;
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuMemFreeHost(gate));
}

TEST_F(DevicesTest, ComputeModes_R340_R341_R343) {
  EXPECT_EQ(contextOfAnotherProcess(), CUDA_SUCCESS);
  {
    Mode prohibited('2');
    EXPECT_EQ(contextOfAnotherProcess(), CUDA_ERROR_DEVICE_UNAVAILABLE);
  }
  Mode exclusive('3');
  EXPECT_EQ(contextOfAnotherProcess(), CUDA_SUCCESS);
  // While a process has a context, it has the device; afterwards it is free again.
  const int lock = open((Mode::directory() / "users.1").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  EXPECT_EQ(contextOfAnotherProcess(), CUDA_ERROR_DEVICE_UNAVAILABLE);
  close(lock);
  EXPECT_EQ(contextOfAnotherProcess(), CUDA_SUCCESS);
}

} // namespace

// As itself, a test; with an argument, the other process of a test: its exit code is what making a
// context gave, or what a kernel wrote.
int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--child-context") {
    CUcontext context;
    const CUresult started = cuInit(0);
    return started != CUDA_SUCCESS ? started : cuCtxCreate(&context, nullptr, 0, 0);
  }
  if (argc > 1 && std::string(argv[1]) == "--child-kernel") {
    CUcontext context;
    CUdeviceptr memory;
    int value = 0;
    const bool good = cuInit(0) == CUDA_SUCCESS &&
                      cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS &&
                      cuMemAlloc(&memory, 4) == CUDA_SUCCESS &&
                      launch(loadFunction("store"), 1, 1, nullptr, memory, 7) == CUDA_SUCCESS &&
                      cuMemcpyDtoH(&value, memory, 4) == CUDA_SUCCESS;
    return good ? value : 1;
  }
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::filesystem::remove_all(std::getenv("XDG_RUNTIME_DIR"));
  return result;
}
