// Shows: the midpoint rule over samples of a function that come through a texture of linear memory.
// From: T-027, a lab of the textbook.
// Try next: half of the samples, and compare the error.
#include <cmath>

#include "../device_array.h"

texture<float, 1, cudaReadModeElementType> samples;

// Each thread sums a part of the samples; the host adds the parts.
__global__ void integrate(int steps, float width, float* partial) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = thread; i < steps; i += gridDim.x * blockDim.x)
    sum += tex1Dfetch(samples, i) * width;
  partial[thread] = sum;
}

int main() {
  const double pi = 3.14159265358979323846;
  const int steps = 2000, blocks = 4, threads = 64;
  std::vector<float> values(steps); // the sine in the middle of each step from 0 to pi
  for (int i = 0; i < steps; ++i)
    values[i] = static_cast<float>(std::sin((i + 0.5) * pi / steps));
  DeviceArray<float> deviceValues(values), partial(blocks * threads);
  CHECK_CUDA(cudaBindTexture(nullptr, samples, deviceValues, steps * sizeof(float)));
  integrate<<<blocks, threads>>>(steps, static_cast<float>(pi / steps), partial);
  double sum = 0;
  for (float value : partial.values())
    sum += value;
  std::printf("%.7f, exactly 2\n", sum);
  EXPECT(std::fabs(sum - 2) < 2e-6); // h² pi / 24 and the rounding of floats
  CHECK_CUDA(cudaUnbindTexture(samples));
  return report();
}
