// Shows: a launch returns before the kernel ends, so the host's clock needs a synchronisation.
// From: T-007, homework of the textbook.
// Try next: CUDA_LAUNCH_BLOCKING=1.
#include <ctime>

#include "../device_array.h"

__global__ void sum(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i] + b[i];
    for (int k = 0; k < 100; ++k) // so that there is something to measure
      value = 0.5f * value + 0.5f * (a[i] + b[i]);
    c[i] = value;
  }
}

static double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

int main() {
  const int n = 1 << 17;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 100);
    b[i] = static_cast<float>(i % 10);
  }
  DeviceArray<float> deviceA(a), deviceB(b), deviceC(n);
  sum<<<n / 256, 256>>>(deviceA, deviceB, deviceC, n); // the first launch pays for much else
  CHECK_CUDA(cudaDeviceSynchronize());

  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  const double before = now();
  CHECK_CUDA(cudaEventRecord(start));
  sum<<<n / 256, 256>>>(deviceA, deviceB, deviceC, n);
  CHECK_CUDA(cudaEventRecord(stop));
  const double launched = now();
  CHECK_CUDA(cudaEventSynchronize(stop));
  const double done = now();
  float kernel = -1;
  CHECK_CUDA(cudaEventElapsedTime(&kernel, start, stop));
  std::printf("host: launched after %.3f ms, done after %.3f ms; events: %.3f ms\n",
              launched - before, done - before, kernel);
  EXPECT(kernel > 0);
  EXPECT(launched >= before && done >= launched);

  const std::vector<float> c = deviceC.values();
  for (int i = 0; i < n; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return report();
}
