// Shows: the product in tiles of shared memory: each element is loaded once for a whole block.
// From: X-010, X-053, X-099 of the guides.
// Try next: leave out the second barrier, and run it many times on a GPU.
#include "matrix.h"

const int blockSize = 16;

__device__ float get(const Matrix& m, int row, int column) {
  return m.elements[row * m.stride + column];
}
__device__ void set(Matrix& m, int row, int column, float value) {
  m.elements[row * m.stride + column] = value;
}
// The tile in this row and column of tiles.
__device__ Matrix tileOf(const Matrix& m, int row, int column) {
  return {blockSize, blockSize, m.stride,
          m.elements + m.stride * blockSize * row + blockSize * column};
}

__global__ void multiply(Matrix a, Matrix b, Matrix c) {
  __shared__ float tileA[blockSize][blockSize], tileB[blockSize][blockSize];
  const int row = threadIdx.y, column = threadIdx.x;
  Matrix result = tileOf(c, blockIdx.y, blockIdx.x);
  float sum = 0;
  for (int step = 0; step < a.width / blockSize; ++step) {
    tileA[row][column] = get(tileOf(a, blockIdx.y, step), row, column);
    tileB[row][column] = get(tileOf(b, step, blockIdx.x), row, column);
    __syncthreads(); // the tiles are complete
    for (int k = 0; k < blockSize; ++k)
      sum += tileA[row][k] * tileB[k][column];
    __syncthreads(); // everyone is done with them
  }
  set(result, row, column, sum);
}

int main() {
  checkProduct(112, 160, 208, [](Matrix a, Matrix b, Matrix c) {
    const dim3 block(blockSize, blockSize), grid(b.width / blockSize, a.height / blockSize);
    multiply<<<grid, block>>>(a, b, c);
  });
  return report();
}
