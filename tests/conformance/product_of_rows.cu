// Products of matrices, an element a thread, in blocks of many shapes: rows of a block read the
// same memory, blocks reach beyond the matrix in one direction or both, and some rows leave early.
// Small whole numbers make the sums exact.
#include "check.h"

#include <vector>

using namespace conformance;

namespace {

__global__ void multiply(int rows, int inner, int columns, const float* a, const float* b,
                         float* c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    float sum = 0;
    for (int k = 0; k < inner; ++k)
      sum += a[row * inner + k] * b[k * columns + column];
    c[row * columns + column] = sum;
  }
}

// Rows whose first element is zero are skipped, which is known only when it has been read.
__global__ void multiplySome(int inner, int columns, const float* a, const float* b, float* c) {
  const int column = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  if (a[row * inner] == 0)
    return;
  float sum = 0, squares = 0;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * columns + column];
    squares += b[k * columns + column] * b[k * columns + column];
  }
  c[row * columns + column] += sum + squares;
}

// Through shared memory, a tile of the block's rows at a time.
template <int Rows>
__global__ void multiplyTiles(int inner, int columns, const float* a, const float* b, float* c) {
  __shared__ float tile[Rows][32];
  const int column = threadIdx.x, row = blockIdx.x * Rows + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < inner; first += 32) {
    tile[threadIdx.y][threadIdx.x] = a[row * inner + first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += tile[threadIdx.y][k] * b[(first + k) * columns + column];
    __syncthreads();
  }
  c[row * columns + column] = sum;
}

void fill(Buffer<float>& buffer, int count, int salt) {
  for (int i = 0; i < count; ++i)
    buffer[i] = static_cast<float>((i * 7 + salt) % 11 - 5);
  buffer.upload();
}

void check(int rows, int inner, int columns, dim3 block) {
  Buffer<float> a(rows * inner), b(inner * columns), c(rows * columns);
  fill(a, rows * inner, 3);
  fill(b, inner * columns, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  multiply<<<grid, block>>>(rows, inner, columns, a.device(), b.device(), c.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  c.download();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      float sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * columns + column];
      EXPECT_EQ_AT(row * columns + column, c[row * columns + column], sum);
    }
}

void checkSome(int rows, int inner, int columns, int rowsOfBlock) {
  Buffer<float> a(rows * inner), b(inner * columns), c(rows * columns);
  fill(a, rows * inner, 3);
  fill(b, inner * columns, 8);
  fill(c, rows * columns, 1);
  std::vector<float> before(rows * columns);
  for (int i = 0; i < rows * columns; ++i)
    before[i] = c[i];
  multiplySome<<<rows / rowsOfBlock, dim3(columns, rowsOfBlock)>>>(inner, columns, a.device(),
                                                                   b.device(), c.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  c.download();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      float sum = before[row * columns + column];
      for (int k = 0; k < inner && a[row * inner] != 0; ++k) {
        const float factor = b[k * columns + column];
        sum += a[row * inner + k] * factor + factor * factor;
      }
      EXPECT_EQ_AT(row * columns + column, c[row * columns + column], sum);
    }
}

template <int Rows> void checkTiles() {
  constexpr int kRows = 4 * Rows, kInner = 96, kColumns = 32;
  Buffer<float> a(kRows * kInner), b(kInner * kColumns), c(kRows * kColumns);
  fill(a, kRows * kInner, 5);
  fill(b, kInner * kColumns, 2);
  multiplyTiles<Rows><<<kRows / Rows, dim3(kColumns, Rows)>>>(kInner, kColumns, a.device(),
                                                              b.device(), c.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  c.download();
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      float sum = 0;
      for (int k = 0; k < kInner; ++k)
        sum += a[row * kInner + k] * b[k * kColumns + column];
      EXPECT_EQ_AT(row * kColumns + column, c[row * kColumns + column], sum);
    }
}

} // namespace

int main() {
  for (const dim3 block : {dim3(16, 16), dim3(32, 8), dim3(16, 5), dim3(64, 3), dim3(8, 8),
                           dim3(128, 2), dim3(24, 6), dim3(256, 1)}) {
    check(48, 37, 64, block);
    check(45, 40, 61, block);
    check(3, 1, 5, block);
    check(17, 0, 16, block);
  }
  checkSome(32, 21, 16, 8);
  checkSome(30, 34, 32, 6);
  checkSome(20, 9, 16, 1);
  checkTiles<8>();
  checkTiles<5>();
  puts("ok");
}
