// A loop with several exits to different places: break, return, and goto out of two levels.
// Rows H-008, H-010.
#include "check.h"

__host__ __device__ inline int search(const int* data, int n, int t) {
  int i = 0, result = 0;
  for (;;) {
    int v = data[(i * 3 + t) % n];
    if (v == 7)
      return 1000 + i;
    if (v > 90) {
      result = 2000 + i;
      break;
    }
    for (int j = 0; j < 4; ++j) {
      if (data[(i + j * 5) % n] == (t & 63)) {
        result = 3000 + i * 4 + j;
        goto found;
      }
    }
    if (++i == n) {
      result = 4000;
      goto found;
    }
  }
  result += t;
found:
  return result * 2;
}

__global__ void run(const int* data, int n, int* out) {
  out[threadIdx.x] = search(data, n, threadIdx.x);
}

int main() {
  const int n = 64;
  Buffer<int> data(n), out(512);
  for (int i = 0; i < n; ++i)
    data[i] = (i * i * 31 + 11) % 97;
  data.upload();
  run<<<1, 512>>>(data.device(), n, out.device());
  out.download();
  int kinds[5] = {};
  for (int i = 0; i < 512; ++i) {
    EXPECT_EQ_AT(i, out[i], search(data.host(), n, i));
    ++kinds[out[i] < 2000 ? 1 : out[i] / 2 / 1000 % 5];
  }
  CHECK(kinds[1] > 0 && kinds[2] > 0 && kinds[3] > 0);
  return ok();
}
