// Kernels in which the threads of a column of the block access neighbouring elements, not those of
// a row: a transposition without shared memory and a matrix product whose rows are threadIdx.x.
// Sizes are no multiples of the block, which is square, wide, high or of three dimensions. Each
// element also says which thread wrote it.
#include "check.h"

__global__ void transpose(const int* in, int* out, int* writer, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height && threadIdx.z == 0) {
    out[x * height + y] = in[y * width + x];
    writer[x * height + y] = threadIdx.x + 100 * threadIdx.y + 10000 * blockDim.x;
  }
}

static void testTranspose(dim3 block, int width, int height) {
  Buffer<int> in(width * height), out(width * height), writer(width * height);
  for (int i = 0; i < width * height; ++i)
    in[i] = i * 3 + 1;
  in.upload();
  transpose<<<dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y), block>>>(
      in.device(), out.device(), writer.device(), width, height);
  out.download();
  writer.download();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      EXPECT_EQ_AT(y * width + x, out[x * height + y], in[y * width + x]);
      EXPECT_EQ_AT(y * width + x, writer[x * height + y],
                   static_cast<int>(x % block.x + 100 * (y % block.y) + 10000 * block.x));
    }
}

__global__ void multiply(const float* a, const float* b, float* c, int rows, int columns,
                         int inner) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns)
    return;
  float sum = 0;
  for (int k = 0; k < inner; ++k)
    sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}

// Sums of small integers, which floats hold exactly.
static void testMultiply(dim3 block, int rows, int columns, int inner) {
  Buffer<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (int i = 0; i < rows * inner; ++i)
    a[i] = static_cast<float>(i % 13 - 6);
  for (int i = 0; i < inner * columns; ++i)
    b[i] = static_cast<float>(i % 7 - 3);
  a.upload();
  b.upload();
  multiply<<<dim3((rows + block.x - 1) / block.x, (columns + block.y - 1) / block.y), block>>>(
      a.device(), b.device(), c.device(), rows, columns, inner);
  c.download();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      float sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * columns + column];
      EXPECT_EQ_AT(row * columns + column, c[row * columns + column], sum);
    }
}

int main() {
  for (dim3 block : {dim3(16, 16), dim3(32, 32), dim3(32, 16), dim3(16, 32), dim3(32, 8),
                     dim3(8, 32), dim3(16, 16, 2), dim3(5, 7)}) {
    testTranspose(block, 64, 96);
    testTranspose(block, 101, 37);
    testTranspose(block, 1, 40);
    if (block.z == 1)
      testMultiply(block, 50, 70, 33);
  }
  return ok();
}
