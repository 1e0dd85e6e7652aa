// Multicast objects: memory of several devices behind one range of addresses.
#include "fixture.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>

using namespace heddle::driver::test;

namespace {

// Before any call of the driver, in a program of its own.
const bool configured = setenv("HEDDLE_DEVICES", "3", 1) == 0 &&
                        setenv("HEDDLE_MEMORY", "64M", 1) == 0 &&
                        setenv("HEDDLE_WORKERS", "3", 1) == 0 &&
                        unsetenv("CUDA_VISIBLE_DEVICES") == 0 && unsetenv("HEDDLE_PROFILE") == 0;

constexpr unsigned kDevices = 3, kThreads = 64;
constexpr std::size_t kBytes = 2u << 20;

// load(out, multicast): thread t stores what each reduction of word t gives to out[t],
// out[kThreads + t] and so on. The other kernels take (multicast, value).
constexpr const char* kMulticastPtx = R"(
.version 8.6
.target sm_90
.address_size 64
.visible .entry load(.param .u64 out, .param .u64 multicast)
{
  .reg .b32 %r<16>;
  .reg .f32 %f<8>;
  .reg .b64 %d<8>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [multicast];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d2, %r0, 4;
  add.s64 %d0, %d0, %d2;
  add.s64 %d3, %d1, %d2;
  multimem.ld_reduce.weak.global.add.u32 %r1, [%d3];
  multimem.ld_reduce.relaxed.sys.global.min.s32 %r2, [%d3];
  multimem.ld_reduce.acquire.gpu.global.max.u32 %r3, [%d3];
  multimem.ld_reduce.weak.global.xor.b32 %r4, [%d3];
  multimem.ld_reduce.weak.global.add.f32 %f0, [%d3];
  multimem.ld_reduce.weak.global.add.f16x2 %r5, [%d3];
  multimem.ld_reduce.weak.global.add.acc::f32.f16x2 %r6, [%d3];
  multimem.ld_reduce.weak.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%d1];
  st.global.u32 [%d0], %r1;
  st.global.u32 [%d0+256], %r2;
  st.global.u32 [%d0+512], %r3;
  st.global.u32 [%d0+768], %r4;
  st.global.f32 [%d0+1024], %f0;
  st.global.u32 [%d0+1280], %r5;
  st.global.u32 [%d0+1536], %r6;
  st.global.f32 [%d0+1792], %f4;
  ret;
}
.visible .entry store(.param .u64 multicast, .param .u32 value)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [multicast];
  ld.param.u32 %r0, [value];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d1, %r1, 4;
  add.s64 %d0, %d0, %d1;
  add.u32 %r0, %r0, %r1;
  multimem.st.relaxed.sys.global.u32 [%d0], %r0;
  ret;
}
.visible .entry add(.param .u64 multicast, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d0, [multicast];
  ld.param.u32 %r0, [value];
  multimem.red.relaxed.sys.global.add.u32 [%d0], %r0;
  ret;
}
.visible .entry plain(.param .u64 multicast, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d0, [multicast];
  ld.param.u32 %r0, [value];
  st.global.u32 [%d0], %r0;
  ret;
}
)";

struct MulticastTest : testing::Test {
  CUcontext contexts[kDevices] = {};
  CUmodule module;
  CUmemGenericAllocationHandle object = 0, memory[kDevices] = {};
  CUdeviceptr address = 0, own[kDevices] = {}, out = 0;

  void SetUp() override {
    ASSERT_TRUE(configured);
    ASSERT_CU(cuInit(0));
    for (unsigned device = 0; device < kDevices; ++device)
      ASSERT_CU(cuDevicePrimaryCtxRetain(&contexts[device], static_cast<CUdevice>(device)));
    ASSERT_CU(cuCtxSetCurrent(contexts[0]));
    ASSERT_CU(cuModuleLoadData(&module, kMulticastPtx));
    ASSERT_CU(cuMemAlloc(&out, 8 * kThreads * sizeof(std::uint32_t)));
    ASSERT_CU(cuMulticastCreate(&object, &properties()));
  }
  void TearDown() override {
    EXPECT_CU(cuCtxSetCurrent(nullptr));
    for (unsigned device = 0; device < kDevices; ++device)
      EXPECT_CU(cuDevicePrimaryCtxReset(static_cast<CUdevice>(device)));
  }
  static const CUmulticastObjectProp& properties() {
    static const CUmulticastObjectProp made = [] {
      CUmulticastObjectProp team{};
      team.numDevices = kDevices;
      team.size = kBytes;
      return team;
    }();
    return made;
  }
  static CUmemGenericAllocationHandle memoryOf(int device) {
    CUmemAllocationProp place{};
    place.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    place.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    CUmemGenericAllocationHandle made = 0;
    EXPECT_CU(cuMemCreate(&made, kBytes, &place, 0));
    return made;
  }
  static CUdeviceptr map(CUmemGenericAllocationHandle handle) {
    CUdeviceptr mapped = 0;
    EXPECT_CU(cuMemAddressReserve(&mapped, kBytes, 0, 0, 0));
    EXPECT_CU(cuMemMap(mapped, kBytes, 0, handle, 0));
    CUmemAccessDesc access[kDevices];
    for (int device = 0; device < static_cast<int>(kDevices); ++device)
      access[device] = {{CU_MEM_LOCATION_TYPE_DEVICE, device}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    EXPECT_CU(cuMemSetAccess(mapped, kBytes, access, kDevices));
    return mapped;
  }
  static void unmap(CUdeviceptr mapped) {
    EXPECT_CU(cuMemUnmap(mapped, kBytes));
    EXPECT_CU(cuMemAddressFree(mapped, kBytes));
  }
  void addTeam() {
    for (int device = 0; device < static_cast<int>(kDevices); ++device)
      ASSERT_CU(cuMulticastAddDevice(object, device));
  }
  // Memory of each device, bound to the object and mapped by itself too.
  void bindAll() {
    addTeam();
    for (unsigned device = 0; device < kDevices; ++device) {
      memory[device] = memoryOf(static_cast<int>(device));
      own[device] = map(memory[device]);
      ASSERT_CU(cuMulticastBindMem(object, 0, memory[device], 0, kBytes, 0));
    }
    address = map(object);
  }
  void releaseAll() {
    unmap(address);
    for (unsigned device = 0; device < kDevices; ++device) {
      EXPECT_CU(cuMulticastUnbind(object, static_cast<CUdevice>(device), 0, kBytes));
      unmap(own[device]);
      EXPECT_CU(cuMemRelease(memory[device]));
    }
    EXPECT_CU(cuMemRelease(object));
  }
  CUresult run(const char* kernel, std::vector<void*> arguments) {
    CUfunction function;
    EXPECT_CU(cuModuleGetFunction(&function, module, kernel));
    EXPECT_CU(
        cuLaunchKernel(function, 1, 1, 1, kThreads, 1, 1, 0, nullptr, arguments.data(), nullptr));
    return cuCtxSynchronize();
  }
  static std::vector<std::uint32_t> wordsAt(CUdeviceptr place, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    EXPECT_CU(cuMemcpyDtoH(words.data(), place, count * sizeof words[0]));
    return words;
  }
};

TEST_F(MulticastTest, IsSupportedWithSeveralDevices) {
  int supported = 0;
  EXPECT_CU(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 0));
  EXPECT_EQ(supported, 1);
  std::size_t granularity = 0;
  EXPECT_CU(
      cuMulticastGetGranularity(&granularity, &properties(), CU_MULTICAST_GRANULARITY_MINIMUM));
  EXPECT_EQ(granularity, kBytes);
  EXPECT_CU(cuMemRelease(object));
}

TEST_F(MulticastTest, LoadsReduceTheCopies) {
  bindAll();
  std::vector<std::uint32_t> words(kThreads);
  for (unsigned device = 0; device < kDevices; ++device) {
    std::iota(words.begin(), words.end(), 1000u << device);
    EXPECT_CU(cuMemcpyHtoD(own[device], words.data(), kThreads * sizeof words[0]));
  }
  ASSERT_CU(run("load", {&out, &address}));
  std::vector<std::uint32_t> got = wordsAt(out, 4 * kThreads);
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    EXPECT_EQ(got[t], 7000 + 3 * t) << t;
    EXPECT_EQ(got[kThreads + t], 1000 + t) << t;
    EXPECT_EQ(got[2 * kThreads + t], 4000 + t) << t;
    EXPECT_EQ(got[3 * kThreads + t], (1000 + t) ^ (2000 + t) ^ (4000 + t)) << t;
  }

  // In half precision 2048 + 1 is 2048 again; a sum that is kept in single precision is not.
  const float floats[kDevices] = {1.5f, 0.25f, -4.0f};
  const std::uint32_t halves[kDevices] = {0x3c006800, 0x3c003c00, 0x3c003c00};
  for (unsigned device = 0; device < kDevices; ++device)
    EXPECT_CU(cuMemsetD32(own[device], std::bit_cast<std::uint32_t>(floats[device]), kThreads));
  ASSERT_CU(run("load", {&out, &address}));
  got = wordsAt(out, 8 * kThreads);
  EXPECT_EQ(std::bit_cast<float>(got[4 * kThreads + 7]), -2.25f);
  EXPECT_EQ(std::bit_cast<float>(got[7 * kThreads + 7]), -2.25f);
  for (unsigned device = 0; device < kDevices; ++device)
    EXPECT_CU(cuMemsetD32(own[device], halves[device], kThreads));
  ASSERT_CU(run("load", {&out, &address}));
  got = wordsAt(out, 8 * kThreads);
  EXPECT_EQ(got[5 * kThreads + 7], 0x42006800u);
  EXPECT_EQ(got[6 * kThreads + 7], 0x42006801u);
  releaseAll();
}

TEST_F(MulticastTest, StoresAndUpdatesReachAllCopies) {
  bindAll();
  unsigned value = 5;
  ASSERT_CU(run("store", {&address, &value}));
  for (unsigned device = 0; device < kDevices; ++device) {
    const std::vector<std::uint32_t> words = wordsAt(own[device], kThreads);
    for (std::uint32_t t = 0; t < kThreads; ++t)
      EXPECT_EQ(words[t], 5 + t) << device << ' ' << t;
  }
  value = 3;
  ASSERT_CU(run("add", {&address, &value}));
  for (unsigned device = 0; device < kDevices; ++device)
    EXPECT_EQ(wordsAt(own[device], 1)[0], 5 + 3 * kThreads) << device;
  releaseAll();
}

TEST_F(MulticastTest, MemoryIsBoundByItsAddressToo) {
  addTeam();
  for (unsigned device = 0; device < kDevices; ++device) {
    memory[device] = memoryOf(static_cast<int>(device));
    own[device] = map(memory[device]);
    ASSERT_CU(cuMulticastBindAddr(object, 0, own[device], kBytes, 0));
  }
  address = map(object);
  unsigned value = 1;
  ASSERT_CU(run("store", {&address, &value}));
  EXPECT_EQ(wordsAt(own[2], 2), (std::vector<std::uint32_t>{1, 2}));
  releaseAll();
}

TEST_F(MulticastTest, OtherAccessesFault) {
  bindAll();
  unsigned value = 1;
  EXPECT_EQ(run("plain", {&address, &value}), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_F(MulticastTest, WrongUseIsAnError) {
  CUmulticastObjectProp wrong = properties();
  CUmemGenericAllocationHandle other = 0;
  wrong.numDevices = kDevices + 1;
  EXPECT_EQ(cuMulticastCreate(&other, &wrong), CUDA_ERROR_INVALID_VALUE);
  wrong = properties();
  wrong.size = 4096;
  EXPECT_EQ(cuMulticastCreate(&other, &wrong), CUDA_ERROR_INVALID_VALUE);
  wrong = properties();
  wrong.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  EXPECT_EQ(cuMulticastCreate(&other, &wrong), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuMulticastCreate(nullptr, &properties()), CUDA_ERROR_INVALID_VALUE);

  memory[0] = memoryOf(0);
  EXPECT_EQ(cuMulticastBindMem(object, 0, memory[0], 0, kBytes, 0), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_CU(cuMulticastAddDevice(object, 0));
  EXPECT_EQ(cuMulticastAddDevice(object, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastAddDevice(object, static_cast<CUdevice>(kDevices)),
            CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuMulticastAddDevice(memory[0], 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuMulticastAddDevice(object, 1));
  EXPECT_CU(cuMulticastAddDevice(object, 2));
  EXPECT_EQ(cuMulticastBindMem(object, 0, object, 0, kBytes, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastBindMem(object, 0, memory[0], 0, 4096, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastBindMem(object, kBytes, memory[0], 0, kBytes, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastBindMem(object, 0, memory[0], 0, 2 * kBytes, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuMulticastBindMem(object, 0, memory[0], 0, kBytes, 0));
  EXPECT_EQ(cuMulticastBindMem(object, 0, memory[0], 0, kBytes, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastBindAddr(object, 0, out, kBytes, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMulticastUnbind(object, 1, 0, kBytes), CUDA_ERROR_INVALID_VALUE);
  // The object keeps the memory that is bound to it, and gives it back with itself.
  EXPECT_CU(cuMemRelease(memory[0]));
  EXPECT_EQ(cuMemRelease(memory[0]), CUDA_ERROR_INVALID_VALUE);
  std::size_t before, after, total;
  EXPECT_CU(cuMemGetInfo(&before, &total));
  EXPECT_CU(cuMemRelease(object));
  EXPECT_CU(cuMemGetInfo(&after, &total));
  EXPECT_EQ(after - before, kBytes);
  EXPECT_EQ(cuMemRelease(object), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
