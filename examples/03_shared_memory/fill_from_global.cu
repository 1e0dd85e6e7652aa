// Shows: a shared array filled from global memory: the index in it is the thread's in its block.
// From: X-226 of the textbook.
// Try next: take the barrier away, and find the wrong values on a GPU.
#include "../device_array.h"

const int threads = 128;

__global__ void reverseBlocks(const int* in, int* out) {
  __shared__ int part[threads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = part[threads - 1 - threadIdx.x];
}

int main() {
  const int blocks = 6;
  std::vector<int> in(blocks * threads);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(i * i);
  DeviceArray<int> deviceIn(in), deviceOut(in.size());
  reverseBlocks<<<blocks, threads>>>(deviceIn, deviceOut);
  const std::vector<int> out = deviceOut.values();
  for (int block = 0; block < blocks; ++block)
    for (int i = 0; i < threads; ++i)
      EXPECT(out[block * threads + i] == in[block * threads + threads - 1 - i]);
  return report();
}
