// A parameter written as a two-dimensional array is a pointer to rows. Rows L-085, L-036.
#include "check.h"

const int size = 12;

__global__ void add(const float a[size][size], const float b[size][size], float c[][size]) {
  int i = threadIdx.y, j = threadIdx.x;
  c[i][j] = a[i][j] + 2 * b[j][i];
}

int main() {
  Buffer<float> a(size * size), b(size * size), c(size * size);
  for (int i = 0; i < size * size; ++i) {
    a[i] = i;
    b[i] = i * i;
  }
  a.upload();
  b.upload();
  typedef float Row[size];
  add<<<1, dim3(size, size)>>>(reinterpret_cast<Row*>(a.device()),
                               reinterpret_cast<Row*>(b.device()),
                               reinterpret_cast<Row*>(c.device()));
  c.download();
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      EXPECT_EQ_AT(i * size + j, c[i * size + j], a[i * size + j] + 2 * b[j * size + i]);
  return ok();
}
