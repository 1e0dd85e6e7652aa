// Shows: one register more for each thread can halve the blocks that fit into a multiprocessor.
// From: X-155 of the guide.
// Try next: cudaOccupancyMaxActiveBlocksPerMultiprocessor, for the device you have.
#include "../device_array.h"

// Of devices of capability 1.2 and 1.3.
const int registersOfMultiprocessor = 16384, registerUnit = 512, threadsOfMultiprocessor = 1024;

__host__ __device__ int roundUp(int value, int unit) {
  return (value + unit - 1) / unit * unit;
}

// Registers are given to a block as a whole, for an even number of warps, in units of 512.
__host__ __device__ int residentBlocks(int threads, int registers) {
  const int warps = roundUp((threads + 31) / 32, 2);
  const int ofBlock = roundUp(warps * 32 * registers, registerUnit);
  const int byRegisters = registersOfMultiprocessor / ofBlock;
  const int byThreads = threadsOfMultiprocessor / threads;
  return byRegisters < byThreads ? byRegisters : byThreads;
}

__global__ void tabulate(int* blocks) {
  blocks[threadIdx.x] = residentBlocks(512, threadIdx.x + 1);
}

int main() {
  DeviceArray<int> device(32);
  tabulate<<<1, 32>>>(device);
  const std::vector<int> blocks = device.values(); // for 1 to 32 registers
  std::printf("16 registers: %d blocks, 17 registers: %d\n", blocks[15], blocks[16]);
  EXPECT(blocks[15] == 2);
  EXPECT(blocks[16] == 1);
  for (int i = 0; i < 32; ++i)
    EXPECT(blocks[i] == residentBlocks(512, i + 1));
  return report();
}
