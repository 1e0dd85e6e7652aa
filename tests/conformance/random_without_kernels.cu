// cuRAND: a program that has no kernels itself. Those of the library must be found and launched
// although the runtime inside the program knows of none.

// nvcc: -lcurand
#include "check.h"
#include <curand.h>
#include <vector>

static void generate(curandRngType_t type) {
  const int count = 1000;
  curandGenerator_t generator;
  EXPECT_EQ(static_cast<int>(curandCreateGenerator(&generator, type)), 0);
  float* numbers;
  CUDA_CHECK(cudaMalloc(&numbers, count * sizeof(float)));
  CUDA_CHECK(cudaMemset(numbers, 0, count * sizeof(float)));
  EXPECT_EQ(static_cast<int>(curandGenerateUniform(generator, numbers, count)), 0);
  std::vector<float> host(count);
  CUDA_CHECK(cudaMemcpy(host.data(), numbers, count * sizeof(float), cudaMemcpyDeviceToHost));
  double sum = 0;
  for (const float number : host) {
    CHECK(number > 0 && number <= 1);
    sum += number;
  }
  CHECK(sum > 0.45 * count && sum < 0.55 * count);
  EXPECT_EQ(static_cast<int>(curandDestroyGenerator(generator)), 0);
  CUDA_CHECK(cudaFree(numbers));
}

int main() {
  generate(CURAND_RNG_PSEUDO_XORWOW);
  generate(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  generate(CURAND_RNG_QUASI_SOBOL32);
  puts("ok");
}
