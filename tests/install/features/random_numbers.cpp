#include <cstdio>
#include <cuda_runtime_api.h>
#include <curand.h>

int main() {
  curandGenerator_t generator;
  unsigned* device = nullptr;
  unsigned numbers[2] = {};
  const bool right =
      cudaMalloc(reinterpret_cast<void**>(&device), sizeof numbers) == cudaSuccess &&
      curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS &&
      curandSetPseudoRandomGeneratorSeed(generator, 1234) == CURAND_STATUS_SUCCESS &&
      curandGenerate(generator, device, 2) == CURAND_STATUS_SUCCESS &&
      cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost) == cudaSuccess &&
      numbers[0] == 0x253d5e15 && numbers[1] == 0xd1f7605a;
  std::printf("%s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
