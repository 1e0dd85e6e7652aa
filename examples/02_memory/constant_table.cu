// Shows: a table in constant memory, copied by its name with size, offset and direction.
// From: X-200, T-039 of the article, X-231 of the textbook.
// Try next: a table of 64 KiB, the most there is.
#include "../device_array.h"

__constant__ float parameters[256];
__constant__ float four[4];

// All threads of a warp read the same element at a time, which is what constant memory is good at.
__global__ void sumAll(float* out) {
  float sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += parameters[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + four[threadIdx.x % 4];
}

int main() {
  float hostData[256], sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += hostData[i] = static_cast<float>(i % 16);
  CHECK_CUDA(cudaMemcpyToSymbol(parameters, hostData, sizeof hostData, 0, cudaMemcpyHostToDevice));
  const float constData[4] = {0.5f, 1.5f, 2.5f, 3.5f};
  CHECK_CUDA(cudaMemcpyToSymbol(four, constData, sizeof constData));

  DeviceArray<float> out(4 * 64);
  sumAll<<<4, 64>>>(out);
  std::vector<float> seen = out.values();
  for (int i = 0; i < 4 * 64; ++i)
    EXPECT(seen[i] == sum + constData[i % 4]);

  // The offset counts bytes: this changes the last two elements alone.
  const float last[2] = {1000, 2000};
  CHECK_CUDA(cudaMemcpyToSymbol(parameters, last, sizeof last, 254 * sizeof(float),
                                cudaMemcpyHostToDevice));
  sumAll<<<4, 64>>>(out);
  seen = out.values();
  EXPECT(seen[0] == sum - hostData[254] - hostData[255] + 3000 + constData[0]);
  return report();
}
