#include "fixture.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

struct DriverFaultTest : ContextTest {};

TEST_F(DriverFaultTest, IllegalAddressIsStickyUntilTheContextGoes) {
  CUfunction store = loadFunction("store");
  EXPECT_CU(launch(store, 1, 1, nullptr, CUdeviceptr(0x10), 1));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  CUdeviceptr pointer;
  EXPECT_EQ(cuMemAlloc(&pointer, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(launch(store, 1, 1, nullptr, CUdeviceptr(0x10), 1), CUDA_ERROR_ILLEGAL_ADDRESS);
  renew();
  store = loadFunction("store");
  ASSERT_CU(cuMemAlloc(&pointer, 4));
  EXPECT_CU(launch(store, 1, 1, nullptr, pointer, 1));
  EXPECT_CU(cuCtxSynchronize());
}

TEST_F(DriverFaultTest, TrapIsALaunchFailure) {
  EXPECT_CU(launch(loadFunction("trap"), 4, 64, nullptr));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
}

// Also if the kernel has failed before the call that would have waited for it.
TEST_F(DriverFaultTest, WhatAFailedKernelPrintedComesBeforeItsError) {
  CUmodule module;
  CUfunction function;
  ASSERT_CU(cuModuleLoadData(&module, R"(
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[8] = {112, 114, 105, 110, 116, 101, 100, 0};
.visible .entry k() {
  .reg .b64 %d;
  mov.u64 %d, text;
  cvta.global.u64 %d, %d;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %d; st.param.b64 [a], 0;
    call (r), vprintf, (f, a); }
  trap;
})"));
  ASSERT_CU(cuModuleGetFunction(&function, module, "k"));
  testing::internal::CaptureStdout();
  EXPECT_CU(launch(function, 1, 1, nullptr));
  std::this_thread::sleep_for(std::chrono::milliseconds(200)); // mostly enough for it to fail
  EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "printed");
}

TEST_F(DriverFaultTest, ResetRevivesThePrimaryContext) {
  CUcontext primary;
  ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  ASSERT_CU(cuCtxPushCurrent(primary));
  EXPECT_CU(launch(loadFunction("trap"), 1, 1, nullptr));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_CU(cuDevicePrimaryCtxReset(0));
  ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuCtxPopCurrent(nullptr));
  EXPECT_CU(cuDevicePrimaryCtxRelease(0));
}

// The fault of a copy belongs to the context of its stream, though another one is current, here one
// that is destroyed.
TEST_F(DriverFaultTest, CopyFromNowhereEndsTheContextOfItsStream) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  CUdeviceptr memory;
  ASSERT_CU(cuMemAlloc(&memory, 64));
  CUcontext other;
  ASSERT_CU(cuCtxCreate(&other, nullptr, 0, 0));
  CUcontext primary;
  ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  ASSERT_CU(cuCtxSetCurrent(primary));
  EXPECT_CU(cuDevicePrimaryCtxRelease(0));
  void* const nowhere = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(cuMemcpyHtoDAsync(memory, nowhere, 64, stream), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_ILLEGAL_ADDRESS);
  ASSERT_CU(cuCtxSetCurrent(other));
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuCtxDestroy(other));
  munmap(nowhere, 4096);
}

// The same in the two quick ways, where the current context is the stream's.
TEST_F(DriverFaultTest, CopyFromNowhereEndsTheCurrentContext) {
  void* const nowhere = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (const bool synchronous : {false, true}) {
    CUdeviceptr memory;
    ASSERT_CU(cuMemAlloc(&memory, 64));
    EXPECT_EQ(synchronous ? cuMemcpyHtoD(memory, nowhere, 64)
                          : cuMemcpyHtoDAsync(memory, nowhere, 64, nullptr),
              CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    renew();
  }
  munmap(nowhere, 4096);
}

TEST_F(DriverFaultTest, ReadingFreedMemoryIsIllegal) {
  CUdeviceptr a, b;
  ASSERT_CU(cuMemAlloc(&a, 4u << 20));
  ASSERT_CU(cuMemAlloc(&b, 4));
  EXPECT_CU(cuMemFree(a));
  EXPECT_CU(launch(loadFunction("add"), 1, 1, nullptr, b, a, 1, 1));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

// The thread of a fault, though its gang's lanes access memory together.
struct FaultThreadTest : ContextTest {
  static constexpr const char* kModule = R"(
.version 8.0
.target sm_80
.address_size 64
// Every thread counts; one of them stores where it must not.
.visible .entry storeAt(.param .u64 counter, .param .u64 good, .param .u64 bad, .param .u32 which)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [counter];
  ld.param.u64 %d1, [good];
  ld.param.u64 %d2, [bad];
  ld.param.u32 %r0, [which];
  mov.u32 %r1, %tid.z;
  mov.u32 %r2, %ntid.y;
  mov.u32 %r3, %tid.y;
  mad.lo.u32 %r1, %r1, %r2, %r3;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r1, %r1, %r2, %r3;
  red.global.add.u32 [%d0], 1;
  setp.eq.u32 %p, %r1, %r0;
  selp.b64 %d1, %d2, %d1, %p;
  st.global.u32 [%d1], %r1;
  ret;
}
// Takes the address from memory and leaves zero there.
.visible .entry storeOnce(.param .u64 pointer)
{
  .reg .b32 %r<2>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [pointer];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d1, %r0, 8;
  add.u64 %d0, %d0, %d1;
  ld.global.u64 %d1, [%d0];
  mov.u64 %d2, 0;
  st.global.u64 [%d0], %d2;
  bar.sync 0;
  st.global.u32 [%d1], %r0;
  ret;
}
)";

  // What a launch says before it ends with `error`.
  template <typename Launch> std::string lineOf(CUresult error, Launch launch) {
    testing::internal::CaptureStderr();
    launch();
    EXPECT_EQ(cuCtxSynchronize(), error);
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(FaultThreadTest, IsNamedOnceTheBlockHasRunAgain) {
  std::uint32_t* counter;
  CUdeviceptr memory;
  ASSERT_CU(cuMemAllocHost(reinterpret_cast<void**>(&counter), 4));
  ASSERT_CU(cuMemAlloc(&memory, 64));
  *counter = 0;
  CUfunction storeAt = loadFunction("storeAt", kModule);
  std::string line = lineOf(CUDA_ERROR_ILLEGAL_ADDRESS, [&] {
    CUdeviceptr bad = 0x128;
    std::uint32_t which = 37;
    void* parameters[] = {&counter, &memory, &bad, &which};
    EXPECT_CU(cuLaunchKernel(storeAt, 1, 1, 1, 8, 4, 2, 0, nullptr, parameters, nullptr));
  });
  EXPECT_NE(line.find("illegal address 0x128 in kernel storeAt"), line.npos) << line;
  EXPECT_NE(line.find("block [0,0,0], thread [5,0,1]\n"), line.npos) << line;
  EXPECT_LE(*counter, 64u); // what it did then is not seen
}

TEST_F(FaultThreadTest, OfAMisalignedAddress) {
  CUdeviceptr memory;
  ASSERT_CU(cuMemAlloc(&memory, 64));
  CUfunction storeAt = loadFunction("storeAt", kModule);
  std::string line = lineOf(CUDA_ERROR_MISALIGNED_ADDRESS, [&] {
    EXPECT_CU(launch(storeAt, 1, 128, nullptr, memory, memory + 8, memory + 18, 99));
  });
  EXPECT_NE(line.find("thread [99,0,0]\n"), line.npos) << line;
}

TEST_F(FaultThreadTest, AtTheEndOfMemory) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* pages = mmap(nullptr, 2 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  mprotect(static_cast<char*>(pages) + page, page, PROT_NONE);
  // Kernels have no access to other memory of the host.
  ASSERT_CU(cuMemHostRegister(pages, page, CU_MEMHOSTREGISTER_READ_ONLY));
  const CUdeviceptr end = reinterpret_cast<CUdeviceptr>(pages) + page;
  CUdeviceptr out;
  ASSERT_CU(cuMemAlloc(&out, 1024));
  CUfunction add = loadFunction("add");
  std::string line = lineOf(CUDA_ERROR_ILLEGAL_ADDRESS, [&] {
    EXPECT_CU(launch(add, 1, 128, nullptr, out, end - 75 * 4, 128, 1));
  });
  EXPECT_NE(line.find("thread [75,0,0]\n"), line.npos) << line;
  munmap(pages, 2 * page);
}

TEST_F(FaultThreadTest, InMemoryThatHasBeenFreed) {
  CUdeviceptr in, out;
  ASSERT_CU(cuMemAlloc(&in, 4u << 20));
  ASSERT_CU(cuMemAlloc(&out, 1024));
  EXPECT_CU(cuMemFree(in));
  CUfunction add = loadFunction("add");
  std::string line = lineOf(CUDA_ERROR_ILLEGAL_ADDRESS,
                            [&] { EXPECT_CU(launch(add, 1, 64, nullptr, out, in, 64, 1)); });
  EXPECT_NE(line.find("block [0,0,0], thread [0,0,0]\n"), line.npos) << line;
}

// Running the block again must not be seen, neither in memory that has no copy in the other process
// nor by a program that looks after its own children.
TEST_F(FaultThreadTest, LeavesSharedMemoryAndChildrenAlone) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* shared = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  ASSERT_CU(cuMemHostRegister(shared, page, 0));
  auto* counter = static_cast<std::uint32_t*>(shared);
  CUdeviceptr memory;
  ASSERT_CU(cuMemAlloc(&memory, 64));
  static std::atomic<bool> signalled;
  signalled = false;
  const auto before = std::signal(SIGCHLD, [](int) { signalled = true; });
  CUfunction storeAt = loadFunction("storeAt", kModule);
  std::string line = lineOf(CUDA_ERROR_ILLEGAL_ADDRESS, [&] {
    EXPECT_CU(launch(storeAt, 1, 64, nullptr, shared, memory, CUdeviceptr{0x128}, 37));
  });
  std::signal(SIGCHLD, before);
  EXPECT_FALSE(signalled);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_LE(*counter, 64u);
  EXPECT_NE(line.find("in kernel storeAt"), line.npos) << line;
  EXPECT_EQ(line.find("thread"), line.npos) << line;
  munmap(shared, page);
}

TEST_F(FaultThreadTest, IsNotGuessed) {
  std::uint64_t* addresses;
  ASSERT_CU(cuMemAllocHost(reinterpret_cast<void**>(&addresses), 64 * 8));
  for (unsigned i = 0; i < 64; ++i)
    addresses[i] = 0x10000 - 8 * i;
  CUfunction storeOnce = loadFunction("storeOnce", kModule);
  std::string line = lineOf(CUDA_ERROR_ILLEGAL_ADDRESS,
                            [&] { EXPECT_CU(launch(storeOnce, 1, 64, nullptr, addresses)); });
  EXPECT_NE(line.find("in kernel storeOnce"), line.npos) << line;
  EXPECT_EQ(line.find("thread"), line.npos) << line;
}

} // namespace
