// Shows: two streams with copies and launches, and their time between two events.
// From: of the guide.
// Try next: cuStreamAddCallback or cuLaunchHostFunc behind the copies.
// nvcc: -lcuda
// ptx: kernels/vector_add.cu
#include "driver.h"

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction vecAdd;
  CHECK_DRIVER(cuModuleLoad(&module, "vector_add.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&vecAdd, module, "VecAdd"));

  int n = 2048; // for each stream
  const size_t bytes = n * sizeof(float);
  float* host;
  CUdeviceptr input, output;
  CHECK_DRIVER(cuMemAllocHost(reinterpret_cast<void**>(&host), 2 * bytes));
  CHECK_DRIVER(cuMemAlloc(&input, 2 * bytes));
  CHECK_DRIVER(cuMemAlloc(&output, 2 * bytes));
  for (int i = 0; i < 2 * n; ++i)
    host[i] = static_cast<float>(i);

  CUstream streams[2];
  CUevent start, stop;
  for (CUstream& stream : streams)
    CHECK_DRIVER(cuStreamCreate(&stream, 0));
  CHECK_DRIVER(cuEventCreate(&start, 0));
  CHECK_DRIVER(cuEventCreate(&stop, 0));
  CHECK_DRIVER(cuEventRecord(start, nullptr));
  for (int i = 0; i < 2; ++i)
    CHECK_DRIVER(cuMemcpyHtoDAsync(input + i * bytes, host + i * n, bytes, streams[i]));
  for (int i = 0; i < 2; ++i) {
    CUdeviceptr in = input + i * bytes, out = output + i * bytes;
    void* arguments[] = {&in, &in, &out, &n};
    CHECK_DRIVER(
        cuLaunchKernel(vecAdd, n / 256, 1, 1, 256, 1, 1, 0, streams[i], arguments, nullptr));
  }
  for (int i = 0; i < 2; ++i)
    CHECK_DRIVER(cuMemcpyDtoHAsync(host + i * n, output + i * bytes, bytes, streams[i]));
  CHECK_DRIVER(cuEventRecord(stop, nullptr)); // in the default stream: after both
  CHECK_DRIVER(cuEventSynchronize(stop));
  float milliseconds = -1;
  CHECK_DRIVER(cuEventElapsedTime(&milliseconds, start, stop));
  std::printf("%.3f ms\n", milliseconds);
  EXPECT(milliseconds > 0);
  for (int i = 0; i < 2 * n; ++i)
    EXPECT(host[i] == 2.0f * i);

  for (CUstream stream : streams)
    CHECK_DRIVER(cuStreamDestroy(stream));
  CHECK_DRIVER(cuEventDestroy(start));
  CHECK_DRIVER(cuEventDestroy(stop));
  CHECK_DRIVER(cuMemFreeHost(host));
  return report();
}
