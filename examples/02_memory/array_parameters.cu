// Shows: matrices declared as arrays of two dimensions, also as parameters of the kernel.
// From: T-019, homework of the textbook.
// Try next: a template over M and N, so that one kernel serves all sizes.
#include "../example.h"

const int M = 40, N = 70;

__global__ void add(const float (*a)[N], const float (*b)[N], float (*c)[N]) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < M && column < N)
    c[row][column] = a[row][column] + b[row][column];
}

int main() {
  static float a[M][N], b[M][N], c[M][N];
  for (int row = 0; row < M; ++row) {
    for (int column = 0; column < N; ++column) {
      a[row][column] = static_cast<float>(row * column);
      b[row][column] = static_cast<float>(row - column);
    }
  }
  float(*deviceA)[N], (*deviceB)[N], (*deviceC)[N];
  CHECK_CUDA(cudaMalloc(&deviceA, sizeof a));
  CHECK_CUDA(cudaMalloc(&deviceB, sizeof b));
  CHECK_CUDA(cudaMalloc(&deviceC, sizeof c));
  CHECK_CUDA(cudaMemcpy(deviceA, a, sizeof a, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b, sizeof b, cudaMemcpyHostToDevice));
  add<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(deviceA, deviceB, deviceC);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(c, deviceC, sizeof c, cudaMemcpyDeviceToHost));
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column)
      EXPECT(c[row][column] == a[row][column] + b[row][column]);
  CHECK_CUDA(cudaFree(deviceA));
  CHECK_CUDA(cudaFree(deviceB));
  CHECK_CUDA(cudaFree(deviceC));
  return report();
}
