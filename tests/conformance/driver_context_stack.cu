// The stack of contexts of each thread, contexts that are destroyed while they are current, here or
// elsewhere, and the primary context's count. rows: D-028 D-031 D-032 D-033 D-034
// nvcc: -lcuda
#include <thread>

#include "driver.h"

static void expectCurrent(CUcontext expected) {
  CUcontext current = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&current));
  CHECK(current == expected);
}

int main() {
  DRIVER_CHECK(cuInit(0));
  CUcontext first, second, popped;
  CUdeviceptr memory;
  CUdevice device;

  // One that lies deeper is destroyed: it stays there, and is found dead when it comes up.
  DRIVER_CHECK(cuCtxCreate(&first, nullptr, 0, 0));
  DRIVER_CHECK(cuCtxCreate(&second, nullptr, 0, 0));
  DRIVER_CHECK(cuCtxDestroy(first));
  expectCurrent(second);
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  CHECK(popped == second);
  expectCurrent(first);
  DRIVER_CHECK(cuCtxGetDevice(&device));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 16));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  expectCurrent(nullptr);

  // Pushed twice, destroyed once: the upper one is popped with it.
  DRIVER_CHECK(cuCtxPushCurrent(second));
  DRIVER_CHECK(cuCtxPushCurrent(second));
  DRIVER_CHECK(cuCtxDestroy(second));
  expectCurrent(second);
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  expectCurrent(nullptr);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&popped));

  // Each thread has a stack of its own; the context may go under another thread's feet.
  DRIVER_CHECK(cuCtxCreate(&first, nullptr, 0, 0));
  std::thread([&] {
    expectCurrent(nullptr);
    EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&popped));
    DRIVER_CHECK(cuCtxSetCurrent(first));
    DRIVER_CHECK(cuCtxPushCurrent(first));
    DRIVER_CHECK(cuCtxDestroy(first));
    expectCurrent(first);
    EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
    DRIVER_CHECK(cuCtxPopCurrent(&popped));
    expectCurrent(nullptr);
    EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
  }).join();
  expectCurrent(first);
  CUstream stream;
  CUevent event;
  size_t bytes;
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 16));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamCreate(&stream, 0));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuEventCreate(&event, 0));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  CHECK(popped == first);
  DRIVER_CHECK(cuCtxSetCurrent(nullptr));

  // A reset empties the primary context; who has retained it still has.
  CUcontext primary, again;
  unsigned flags;
  int active;
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  DRIVER_CHECK(cuCtxSetCurrent(primary));
  DRIVER_CHECK(cuDevicePrimaryCtxReset(0));
  expectCurrent(primary);
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 16));
  DRIVER_CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(active, 0);
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&again, 0));
  CHECK(again == primary);
  DRIVER_CHECK(cuMemAlloc(&memory, 16));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(primary));
  DRIVER_CHECK(cuDevicePrimaryCtxRelease(0));
  DRIVER_CHECK(cuDevicePrimaryCtxRelease(0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
  EXPECT_DRIVER(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  return ok();
}
