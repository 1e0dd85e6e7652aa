// Cells on a torus over many generations, with a two-dimensional tile and its rim in shared memory.
// Rows L-029, L-003.
#include "check.h"

const int tileSize = 10; // no multiple of a warp

__global__ void step(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[tileSize + 2][tileSize + 2];
  int baseX = blockIdx.x * tileSize, baseY = blockIdx.y * tileSize;
  for (int i = threadIdx.y * tileSize + threadIdx.x; i < (tileSize + 2) * (tileSize + 2);
       i += tileSize * tileSize) {
    int x = baseX + i % (tileSize + 2) - 1, y = baseY + i / (tileSize + 2) - 1;
    tile[i / (tileSize + 2)][i % (tileSize + 2)] =
        in[(y + height) % height * width + (x + width) % width];
  }
  __syncthreads();
  int x = baseX + threadIdx.x, y = baseY + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int neighbours = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      neighbours += tile[threadIdx.y + dy][threadIdx.x + dx];
  bool alive = tile[threadIdx.y + 1][threadIdx.x + 1];
  neighbours -= alive;
  out[y * width + x] = neighbours == 3 || (alive && neighbours == 2);
}

int main() {
  const int width = 40, height = 30, generations = 12;
  Buffer<unsigned char> a(width * height), b(width * height);
  unsigned char cells[height][width], next[height][width];
  unsigned seed = 5;
  for (int i = 0; i < width * height; ++i) {
    seed = seed * 1664525u + 1013904223u;
    a[i] = cells[i / width][i % width] = seed >> 30 == 0;
  }
  a.upload();
  for (int g = 0; g < generations; ++g) {
    step<<<dim3(4, 3), dim3(tileSize, tileSize)>>>(g % 2 ? b.device() : a.device(),
                                                   g % 2 ? a.device() : b.device(), width, height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        int n = -cells[y][x];
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            n += cells[(y + dy + height) % height][(x + dx + width) % width];
        next[y][x] = n == 3 || (cells[y][x] && n == 2);
      }
    }
    for (int i = 0; i < width * height; ++i)
      cells[i / width][i % width] = next[i / width][i % width];
  }
  a.download();
  int alive = 0;
  for (int i = 0; i < width * height; ++i) {
    EXPECT_EQ_AT(i, a[i], cells[i / width][i % width]);
    alive += a[i];
  }
  CHECK(alive > 10);
  return ok();
}
