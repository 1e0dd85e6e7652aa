// Transposition through a padded shared tile, for sizes that are no multiples of the tile. Rows
// L-029, H-133.
#include "check.h"

const int tileSize = 32, rows = 8;

template <class T> __global__ void transpose(const T* in, T* out, int width, int height) {
  __shared__ T tile[tileSize][tileSize + 1];
  int x = blockIdx.x * tileSize + threadIdx.x, y = blockIdx.y * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rows)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * tileSize + threadIdx.x;
  y = blockIdx.x * tileSize + threadIdx.y;
  for (int j = 0; j < tileSize; j += rows)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <class T> static void test(int width, int height) {
  Buffer<T> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i)
    in[i] = static_cast<T>(i * 3 + 1);
  in.upload();
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(tileSize, rows)>>>(
      in.device(), out.device(), width, height);
  out.download();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      EXPECT_EQ_AT(y * width + x, out[x * height + y], in[y * width + x]);
}

int main() {
  test<float>(64, 96);
  test<float>(100, 37);
  test<double>(33, 65);
  test<unsigned char>(70, 50);
  test<int>(1, 40);
  return ok();
}
