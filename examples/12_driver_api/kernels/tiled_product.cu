// The matrix product in tiles of shared memory; sizes are multiples of the tile's.
const int tile = 16;

struct Matrix {
  int width, height, stride;
  float* elements;
};

extern "C" __global__ void multiply(Matrix a, Matrix b, Matrix c) {
  __shared__ float tileA[tile][tile], tileB[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int step = 0; step < a.width; step += tile) {
    tileA[y][x] = a.elements[row * a.stride + step + x];
    tileB[y][x] = b.elements[(step + y) * b.stride + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  c.elements[row * c.stride + column] = sum;
}
