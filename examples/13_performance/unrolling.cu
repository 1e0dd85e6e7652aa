// Shows: #pragma unroll 5 before a loop, which must be right for any number of rounds.
// From: X-176 of the guide.
// Try next: #pragma unroll 1, and compare the PTX of nvcc -ptx.
#include "../device_array.h"

__global__ void sum(const int* values, int* sums) {
  const int n = threadIdx.x;
  unsigned sum = 0;
#pragma unroll 5
  for (int i = 0; i < n; ++i)
    sum = 3 * sum + values[i];
  sums[n] = sum;
}

int main() {
  const int most = 33;
  std::vector<int> values(most), expected(most);
  for (int i = 0; i < most; ++i)
    values[i] = i % 4;
  for (int n = 1; n < most; ++n)
    expected[n] = static_cast<int>(3u * expected[n - 1] + values[n - 1]); // may wrap around
  DeviceArray<int> deviceValues(values), sums(most);
  sum<<<1, most>>>(deviceValues, sums);
  EXPECT(sums.values() == expected);
  return report();
}
