// cuLaunchCooperativeKernelMultiDevice: a cooperative grid in a stream of each device, one here,
// and what it refuses.
// nvcc: -lcuda
#include "driver.h"

__global__ void add(int* place) {
  atomicAdd(place, 1);
}

int main() {
  usePrimaryContext();
  Buffer<int> sum(1);
  CUstream stream;
  DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUfunction function;
  CUDA_CHECK(cudaGetFuncBySymbol(&function, (const void*)add));
  int* place = sum.device();
  void* arguments[] = {&place};
  CUDA_LAUNCH_PARAMS launch = {};
  launch.function = function;
  launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
  launch.blockDimX = 32;
  launch.blockDimY = launch.blockDimZ = 1;
  launch.kernelParams = arguments;
  launch.hStream = stream;

  DRIVER_CHECK(cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  DRIVER_CHECK(cuLaunchCooperativeKernelMultiDevice(
      &launch, 1,
      CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
          CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC));
  DRIVER_CHECK(cuStreamSynchronize(stream));
  sum.download();
  EXPECT_EQ(sum[0], 64);

  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(nullptr, 1, 0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(&launch, 0, 0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(&launch, 1, 4));
  const CUDA_LAUNCH_PARAMS good = launch;
  for (CUstream special : {CUstream(nullptr), CU_STREAM_LEGACY, CU_STREAM_PER_THREAD}) {
    launch.hStream = special;
    EXPECT_DRIVER(CUDA_ERROR_INVALID_HANDLE, cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  }
  // Two grids on one device are one too many.
  CUDA_LAUNCH_PARAMS both[] = {good, good};
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(both, 2, 0));
  launch = good;
  launch.gridDimX = 1000000;
  EXPECT_DRIVER(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  launch.gridDimX = 0;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  launch = good;
  launch.function = nullptr;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_HANDLE, cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));

  launch = good;
  CUgraph graph;
  DRIVER_CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_DRIVER(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                cuLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
  EXPECT_DRIVER(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
  return ok();
}
