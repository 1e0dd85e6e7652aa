// A context that was made with the driver API is the runtime's while it is current; without one the
// runtime uses the primary context, which the driver API can get hold of. Variables and memory
// belong to the context. Rows D-120, D-121, D-123.
// nvcc: -lcuda
#include <thread>

#include "driver.h"

__device__ int counter = 7;

__global__ void add(int value) {
  counter += value;
}

// A library on the runtime alone, which knows nothing of contexts.
static int countUp(int value) {
  add<<<1, 1>>>(value);
  int result = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&result, counter, sizeof result));
  return result;
}

static CUcontext current() {
  CUcontext context = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&context));
  return context;
}

static CUcontext contextOf(const void* pointer) {
  CUcontext context = nullptr;
  DRIVER_CHECK(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT,
                                     reinterpret_cast<CUdeviceptr>(pointer)));
  return context;
}

static bool primaryIsActive() {
  unsigned flags;
  int active;
  DRIVER_CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  return active;
}

int main() {
  DRIVER_CHECK(cuInit(0));
  CUcontext own;
  DRIVER_CHECK(cuCtxCreate(&own, nullptr, 0, 0));
  int *inOwn, *inPrimary;
  CUDA_CHECK(cudaMalloc(&inOwn, 64));
  CHECK(current() == own);
  CHECK(contextOf(inOwn) == own);
  CHECK(!primaryIsActive());
  EXPECT_EQ(countUp(1), 8);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUcontext owner = nullptr;
  DRIVER_CHECK(cuStreamGetCtx(stream, &owner));
  CHECK(owner == own);

  // Without it, the primary context, with its own copy of the variable.
  CUcontext popped;
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  CHECK(popped == own && current() == nullptr);
  CUDA_CHECK(cudaMalloc(&inPrimary, 64));
  CHECK(primaryIsActive());
  CUcontext primary;
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  CHECK(primary != own && current() == primary);
  CHECK(contextOf(inPrimary) == primary);
  EXPECT_EQ(countUp(10), 17);

  // Each thread by its own current context.
  std::thread([&] {
    EXPECT_EQ(countUp(100), 117);
    CHECK(current() == primary);
    DRIVER_CHECK(cuCtxSetCurrent(own));
    EXPECT_EQ(countUp(1000), 1008);
  }).join();
  CHECK(current() == primary);
  DRIVER_CHECK(cuCtxPushCurrent(own));
  EXPECT_EQ(countUp(0), 1008);

  // Memory goes back through either API, whatever is current; choosing a device chooses its
  // primary.
  CUDA_CHECK(cudaFree(inPrimary));
  DRIVER_CHECK(cuMemFree(reinterpret_cast<CUdeviceptr>(inOwn)));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaSetDevice(0));
  CHECK(current() == primary);
  EXPECT_EQ(countUp(0), 117);
  DRIVER_CHECK(cuCtxDestroy(own));
  EXPECT_EQ(countUp(1), 118);
  DRIVER_CHECK(cuDevicePrimaryCtxRelease(0));
  return ok();
}
