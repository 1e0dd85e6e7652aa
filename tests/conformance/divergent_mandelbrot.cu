// Escape-time iteration with an odd-sized image: divergent trip counts over a two-dimensional grid
// with a guard. Exact, because every product is rounded before it is added. Rows L-012, P-063.
#include "check.h"

__global__ void escape(int* out, int width, int height) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height)
    return;
  float cx = -2.0f + px * 0.0625f, cy = -1.0f + py * 0.0625f;
  float x = 0, y = 0;
  int i = 0;
  while (i < 200) {
    float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y);
    if (__fadd_rn(xx, yy) > 4)
      break;
    float xy = __fmul_rn(x, y);
    x = __fadd_rn(__fsub_rn(xx, yy), cx);
    y = __fadd_rn(__fadd_rn(xy, xy), cy);
    ++i;
  }
  out[py * width + px] = i;
}

int main() {
  const int width = 45, height = 33;
  Buffer<int> out(width * height);
  escape<<<dim3(3, 5), dim3(16, 7)>>>(out.device(), width, height);
  out.download();
  for (int py = 0; py < height; ++py) {
    for (int px = 0; px < width; ++px) {
      // volatile keeps the host compiler from fusing or widening.
      volatile float x = 0, y = 0, cx = -2.0f + px * 0.0625f, cy = -1.0f + py * 0.0625f;
      int i = 0;
      while (i < 200) {
        volatile float xx = x * x, yy = y * y, sum = xx + yy, xy = x * y, difference = xx - yy,
                       twice = xy + xy;
        if (sum > 4)
          break;
        x = difference + cx;
        y = twice + cy;
        ++i;
      }
      EXPECT_EQ_AT(py * width + px, out[py * width + px], i);
    }
  }
  return ok();
}
