// Shows: the plain matrix product: a thread for each element, straight from global memory.
// From: X-009, X-052, X-098 of the guides.
// Try next: sizes that are no multiples of 16; then matrix_multiply_shared.cu.
#include "matrix.h"

const int blockSize = 16;

__global__ void multiply(Matrix a, Matrix b, Matrix c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < a.width; ++k)
    sum += a.elements[row * a.stride + k] * b.elements[k * b.stride + column];
  c.elements[row * c.stride + column] = sum;
}

int main() {
  checkProduct(112, 160, 208, [](Matrix a, Matrix b, Matrix c) {
    const dim3 block(blockSize, blockSize), grid(b.width / blockSize, a.height / blockSize);
    multiply<<<grid, block>>>(a, b, c);
  });
  return report();
}
