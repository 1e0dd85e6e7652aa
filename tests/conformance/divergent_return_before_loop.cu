// Some threads of a warp return before a loop whose other threads go on. Rows H-008, L-097.
#include "check.h"

__global__ void run(int* out, int n) {
  int i = threadIdx.x;
  out[i] = -1;
  if (i % 3 == 1)
    return;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k == i) {
      out[i] = -2 - sum;
      return;
    }
    sum += k * i;
  }
  out[i] = sum;
}

int main() {
  Buffer<int> out(100);
  const int n = 40;
  run<<<1, 100>>>(out.device(), n);
  out.download();
  for (int i = 0; i < 100; ++i) {
    int want = i % 3 == 1 ? -1 : i < n ? -2 - i * (i * (i - 1) / 2) : i * (n * (n - 1) / 2);
    EXPECT_EQ_AT(i, out[i], want);
  }
  return ok();
}
