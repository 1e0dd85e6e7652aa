// Lanes of a warp hand values to each other through shared and global memory with nothing in
// between but the order of the code, neither barrier nor volatile: rotations, butterflies, a
// transposition, the tail of a reduction. All lanes come to each step together. rows: L-095, L-096.
#include "check.h"

__device__ unsigned mix(unsigned x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  return x ^ x >> 12;
}

__global__ void rotate(unsigned* out, int rounds) {
  __shared__ unsigned words[256];
  unsigned* mine = words + (threadIdx.x & ~31u);
  unsigned lane = threadIdx.x & 31, value = mix(threadIdx.x);
  for (int round = 0; round < rounds; ++round) {
    mine[lane] = value;
    value = mix(mine[(lane + 1) & 31] + round);
  }
  out[threadIdx.x] = value;
}

__global__ void butterfly(const unsigned* distances, unsigned* out) {
  extern __shared__ unsigned dynamic[];
  unsigned i = threadIdx.x, value = mix(i);
  for (int round = 0; round < 5; ++round) {
    dynamic[i] = value;
    value += dynamic[i ^ distances[round]];
  }
  out[i] = value;
}

__global__ void throughGlobal(const unsigned* distances, unsigned* scratch, unsigned* out) {
  unsigned i = threadIdx.x;
  scratch[i] = mix(i);
  unsigned other = scratch[i ^ distances[0]];
  scratch[i] = other + 1;
  out[i] = scratch[i ^ distances[1]];
}

unsigned hostMix(unsigned x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  return x ^ x >> 12;
}

int main() {
  unsigned *out, *scratch, result[256], expected[256], next[256];
  CUDA_CHECK(cudaMalloc(&out, sizeof result));
  CUDA_CHECK(cudaMalloc(&scratch, sizeof result));

  rotate<<<1, 256>>>(out, 9);
  CUDA_CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 256; ++i)
    expected[i] = hostMix(i);
  for (int round = 0; round < 9; ++round) {
    for (unsigned i = 0; i < 256; ++i)
      next[i] = hostMix(expected[(i & ~31u) + ((i + 1) & 31)] + round);
    for (unsigned i = 0; i < 256; ++i)
      expected[i] = next[i];
  }
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ_AT(i, result[i], expected[i]);

  const unsigned distances[] = {16, 8, 4, 2, 1};
  CUDA_CHECK(cudaMemcpy(scratch, distances, sizeof distances, cudaMemcpyHostToDevice));
  butterfly<<<1, 128, 128 * sizeof(unsigned)>>>(scratch, out);
  CUDA_CHECK(cudaMemcpy(result, out, 128 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned warp = 0; warp < 4; ++warp) {
    unsigned sum = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      sum += hostMix(warp * 32 + lane);
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ_AT(warp * 32 + lane, result[warp * 32 + lane], sum);
  }

  const unsigned two[] = {31, 16};
  CUDA_CHECK(cudaMemcpy(scratch + 128, two, sizeof two, cudaMemcpyHostToDevice));
  throughGlobal<<<1, 96>>>(scratch + 128, scratch, out);
  CUDA_CHECK(cudaMemcpy(result, out, 96 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 96; ++i)
    EXPECT_EQ_AT(i, result[i], hostMix(i ^ 16 ^ 31) + 1);
  return ok();
}
