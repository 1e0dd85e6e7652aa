// Shows: the work of a block with shared memory in five steps, on a filter with neighbours.
// From: X-199, T-038 of the article.
// Try next: a filter over seven elements.
#include "../device_array.h"

const int threads = 64;

__global__ void smooth(const float* in, float* out, int n) {
  // 1. Shared memory for the block's part, with a neighbour on either side.
  __shared__ float part[threads + 2];
  const int i = blockIdx.x * threads + threadIdx.x, here = threadIdx.x + 1;
  // 2. Each thread loads its element, those at the ends the neighbours as well.
  part[here] = i < n ? in[i] : 0;
  if (threadIdx.x == 0)
    part[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == threads - 1)
    part[threads + 1] = i + 1 < n ? in[i + 1] : 0;
  // 3. All wait until the part is complete.
  __syncthreads();
  // 4. They compute from shared memory.
  const float value = (part[here - 1] + 2 * part[here] + part[here + 1]) / 4;
  // 5. The result goes to global memory.
  if (i < n)
    out[i] = value;
}

int main() {
  const int n = 1000;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(i * i % 101);
  DeviceArray<float> deviceIn(in), deviceOut(n);
  smooth<<<(n + threads - 1) / threads, threads>>>(deviceIn, deviceOut, n);
  const std::vector<float> out = deviceOut.values();
  for (int i = 0; i < n; ++i) {
    const float left = i > 0 ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0;
    EXPECT(out[i] == (left + 2 * in[i] + right) / 4);
  }
  return report();
}
