// Shows: a loop of the processor, and the kernel in which each round of it is a thread.
// From: X-210 of the textbook.
// Try next: fewer threads than elements, and a loop in the kernel.
#include "../device_array.h"

static void addOnHost(std::vector<float>& data, float b) {
  for (float& value : data)
    value += b;
}

__global__ void addOnDevice(float* data, float b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += b;
}

int main() {
  const int n = 1000;
  std::vector<float> data(n);
  for (int i = 0; i < n; ++i)
    data[i] = static_cast<float>(i);
  DeviceArray<float> deviceData(data);
  addOnDevice<<<(n + 63) / 64, 64>>>(deviceData, 7.5f, n);
  addOnHost(data, 7.5f);
  EXPECT(deviceData.values() == data);
  EXPECT(data[1] == 8.5f);
  return report();
}
