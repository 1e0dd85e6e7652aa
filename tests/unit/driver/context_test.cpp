#include "fixture.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace heddle::driver::test;

namespace {

// rows: D-002
TEST_F(ContextTest, StackOfCurrentContexts) {
  CUcontext current = nullptr, second = nullptr;
  EXPECT_CU(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, context);
  ASSERT_CU(cuCtxCreate(&second, nullptr, CU_CTX_SCHED_BLOCKING_SYNC, 0));
  EXPECT_CU(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, second);
  unsigned flags = 0;
  EXPECT_CU(cuCtxGetFlags(&flags));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_BLOCKING_SYNC));
  EXPECT_CU(cuCtxPopCurrent(&current));
  EXPECT_EQ(current, second);
  EXPECT_CU(cuCtxPushCurrent(second));
  EXPECT_CU(cuCtxDestroy(second));
  EXPECT_CU(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, context);
  EXPECT_EQ(cuCtxPushCurrent(second), CUDA_ERROR_INVALID_CONTEXT);
}

// Row D-002. The stack is deeper than the part of it that threads have room for.
TEST_F(ContextTest, StackIsDeepAndEmptiesInOrder) {
  CUcontext second = nullptr, popped = nullptr;
  ASSERT_CU(cuCtxCreate(&second, nullptr, 0, 0));
  std::vector<CUcontext> pushed;
  while (pushed.size() < 1000 &&
         cuCtxPushCurrent(pushed.size() % 3 ? context : second) == CUDA_SUCCESS)
    pushed.push_back(pushed.size() % 3 ? context : second);
  EXPECT_GT(pushed.size(), 100u);
  for (; !pushed.empty(); pushed.pop_back()) {
    ASSERT_CU(cuCtxGetCurrent(&popped));
    ASSERT_EQ(popped, pushed.back());
    ASSERT_CU(cuCtxPopCurrent(&popped));
    ASSERT_EQ(popped, pushed.back());
  }
  EXPECT_CU(cuCtxDestroy(second));
}

TEST_F(ContextTest, GarbageHandlesAreRefused) {
  const auto garbage = [](std::uintptr_t value) { return reinterpret_cast<void*>(value); };
  EXPECT_EQ(cuCtxSetCurrent(static_cast<CUcontext>(garbage(0x1234))), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuStreamSynchronize(static_cast<CUstream>(garbage(0x1234))), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventQuery(static_cast<CUevent>(garbage(~0ull))), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleUnload(static_cast<CUmodule>(garbage(8))), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchKernel(static_cast<CUfunction>(garbage(16)), 1, 1, 1, 1, 1, 1, 0, nullptr,
                           nullptr, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  EXPECT_CU(cuStreamDestroy(stream));
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(ContextTest, AThreadStartsWithoutContext) {
  std::thread([&] {
    CUdeviceptr pointer;
    EXPECT_EQ(cuMemAlloc(&pointer, 100), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_CU(cuCtxSetCurrent(context));
    EXPECT_CU(cuMemAlloc(&pointer, 100));
  }).join();
}

TEST_F(ContextTest, PrimaryContextKeepsItsHandle) {
  CUcontext first = nullptr, second = nullptr;
  unsigned flags;
  int active = -1;
  EXPECT_CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(active, 0);
  ASSERT_CU(cuDevicePrimaryCtxRetain(&first, 0));
  ASSERT_CU(cuCtxPushCurrent(first));
  CUdeviceptr pointer;
  EXPECT_CU(cuMemAlloc(&pointer, 1000));
  CUstream stream;
  EXPECT_CU(cuStreamCreate(&stream, 0));
  EXPECT_CU(cuDevicePrimaryCtxReset(0));
  EXPECT_EQ(cuMemAlloc(&pointer, 1000), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  ASSERT_CU(cuDevicePrimaryCtxRetain(&second, 0));
  EXPECT_EQ(first, second);
  EXPECT_CU(cuMemAlloc(&pointer, 1000));
  EXPECT_EQ(cuCtxDestroy(first), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_CU(cuCtxPopCurrent(nullptr));
  EXPECT_CU(cuDevicePrimaryCtxRelease(0)); // a reset takes nobody's hold away
  EXPECT_CU(cuDevicePrimaryCtxRelease(0));
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(ContextTest, DestroyedWithWorkPending) {
  CUcontext second;
  ASSERT_CU(cuCtxCreate(&second, nullptr, 0, 0));
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  std::atomic<int> calls{0};
  for (int i = 0; i < 3; ++i)
    ASSERT_CU(cuLaunchHostFunc(
        stream,
        [](void* data) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          ++*static_cast<std::atomic<int>*>(data);
        },
        &calls));
  EXPECT_CU(cuCtxDestroy(second));
  EXPECT_EQ(calls, 3); // what was begun has ended
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(ContextTest, HandlesOfDeadObjectsAreRefused) {
  CUcontext second;
  ASSERT_CU(cuCtxCreate(&second, nullptr, 0, 0));
  CUstream stream;
  CUevent event;
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  ASSERT_CU(cuEventCreate(&event, 0));
  ASSERT_CU(cuModuleLoadData(&module, kPtx));
  ASSERT_CU(cuModuleGetFunction(&function, module, "add"));
  ASSERT_CU(cuMemAlloc(&memory, 64));
  CUlibrary library;
  CUkernel kernel;
  ASSERT_CU(cuLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  ASSERT_CU(cuLibraryGetKernel(&kernel, library, "add"));
  CUfunction ofLibrary;
  ASSERT_CU(cuKernelGetFunction(&ofLibrary, kernel));
  EXPECT_CU(cuCtxDestroy(second)); // with all that is in it
  int value;
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamDestroy(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventSynchronize(event), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventRecord(event, nullptr), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleGetFunction(&function, module, "add"), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, ofLibrary),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMemFree(memory), CUDA_ERROR_INVALID_VALUE);
  // The library belongs to no context, and serves the next one.
  EXPECT_CU(cuKernelGetFunction(&ofLibrary, kernel));
  EXPECT_CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, ofLibrary));
  EXPECT_CU(cuLibraryUnload(library));
  EXPECT_EQ(cuKernelGetFunction(&ofLibrary, kernel), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
}

// One of each kind of object that ends with its context, whichever was made first.
TEST_F(ContextTest, EndsAllThatDependsOnIt) {
  CUcontext second;
  ASSERT_CU(cuCtxCreate(&second, nullptr, 0, 0));
  CUevent event;
  EXPECT_CU(cuEventCreate(&event, CU_EVENT_DEFAULT));
  CUarray array;
  const CUDA_ARRAY_DESCRIPTOR description{16, 16, CU_AD_FORMAT_FLOAT, 1};
  EXPECT_CU(cuArrayCreate(&array, &description));
  CUmipmappedArray levels;
  const CUDA_ARRAY3D_DESCRIPTOR whole{16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  EXPECT_CU(cuMipmappedArrayCreate(&levels, &whole, 3));
  CUarray level;
  EXPECT_CU(cuMipmappedArrayGetLevel(&level, levels, 1));
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUtexObject texture;
  const CUDA_TEXTURE_DESC sampler{};
  EXPECT_CU(cuTexObjectCreate(&texture, &resource, &sampler, nullptr));
  CUsurfObject surface;
  EXPECT_CU(cuSurfObjectCreate(&surface, &resource));
  CUmodule module;
  EXPECT_CU(cuModuleLoadData(&module, kPtx));
  CUstream stream;
  EXPECT_CU(cuStreamCreate(&stream, 0));
  EXPECT_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  CUdeviceptr memory;
  EXPECT_CU(cuMemAllocAsync(&memory, 4096, nullptr));
  CUmemoryPool pool;
  EXPECT_CU(cuDeviceGetDefaultMemPool(&pool, 0));
  cuuint64_t used = 0;
  EXPECT_CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(used, 4096u);

  EXPECT_CU(cuCtxDestroy(second));
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
  CUDA_ARRAY_DESCRIPTOR asked;
  EXPECT_EQ(cuArrayGetDescriptor(&asked, array), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuArrayGetDescriptor(&asked, level), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMipmappedArrayGetLevel(&level, levels, 0), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuTexObjectGetResourceDesc(&resource, texture), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuSurfObjectGetResourceDesc(&resource, surface), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT_EQ(used, 0u);
  // The capture has ended with its stream: it would refuse this call.
  EXPECT_CU(cuCtxSynchronize());
}

TEST_F(ContextTest, Limits) {
  std::size_t value = 0;
  EXPECT_CU(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
  EXPECT_EQ(value, 8650752u); // as on an H200
  EXPECT_CU(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 4u << 20));
  EXPECT_CU(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
  EXPECT_EQ(value, 4u << 20);
  EXPECT_CU(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT_EQ(value, 8u << 20);
  EXPECT_EQ(cuCtxGetLimit(&value, static_cast<CUlimit>(77)), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
