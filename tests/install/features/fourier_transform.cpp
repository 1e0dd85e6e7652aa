#include <cstdio>
#include <cuda_runtime_api.h>
#include <cufft.h>

int main() {
  cufftHandle plan;
  cufftComplex numbers[4] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}};
  cufftComplex* device = nullptr;
  const bool right =
      cudaMalloc(reinterpret_cast<void**>(&device), sizeof numbers) == cudaSuccess &&
      cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice) == cudaSuccess &&
      cufftPlan1d(&plan, 4, CUFFT_C2C, 1) == CUFFT_SUCCESS &&
      cufftExecC2C(plan, device, device, CUFFT_FORWARD) == CUFFT_SUCCESS &&
      cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost) == cudaSuccess &&
      numbers[0].x == 10 && numbers[1].x == -2 && numbers[1].y == 2 && numbers[2].x == -2 &&
      numbers[3].y == -2;
  std::printf("%s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
