// Shows: the four values of a launch: grid, block, bytes of shared memory, stream.
// From: X-170 of the guide, X-196 of the article.
// Try next: a grid of three dimensions.
#include "../device_array.h"

struct Configuration {
  unsigned blocksX, blocksY, threads, sharedBytes;
};

__global__ void describe(Configuration* out) {
  extern __shared__ char memory[];
  memory[threadIdx.x] = 1; // there is a byte for each thread
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0)
    *out = {gridDim.x, gridDim.y, blockDim.x, bytes};
}

int main() {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  DeviceArray<Configuration> configuration(1);
  const dim3 grid(6, 4), block(128);
  describe<<<grid, block, 512, stream>>>(configuration);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  const Configuration seen = configuration.values()[0];
  EXPECT(seen.blocksX == 6 && seen.blocksY == 4);
  EXPECT(seen.threads == 128);
  EXPECT(seen.sharedBytes == 512);

  // The last two may be left out: no shared memory, and the default stream.
  describe<<<1, 1, 1>>>(configuration);
  EXPECT(configuration.values()[0].sharedBytes == 1);
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
