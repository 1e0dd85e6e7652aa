// Functions of two arguments in single precision, within the documented error. Rows L-106, L-124,
// L-131.
#include "ulp.h"

__global__ void run(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  out[i * 4 + 0] = powf(fabsf(x), y);
  out[i * 4 + 1] = atan2f(x, y);
  out[i * 4 + 2] = hypotf(x, y);
  out[i * 4 + 3] = powf(x, static_cast<float>(i % 9 - 4));
}

int main() {
  const int n = 2000;
  Buffer<float> a(n), b(n), out(n * 4);
  unsigned seed = 5;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    a[i] = static_cast<float>(seed >> 8) / 0x1p20f - 8.0001f;
    seed = seed * 1664525u + 1013904223u;
    b[i] = static_cast<float>(seed >> 8) / 0x1p20f - 8.0001f;
  }
  a.upload();
  b.upload();
  run<<<16, 128>>>(a.device(), b.device(), out.device(), n);
  out.download();
  const int allowed[] = {8, 3, 3, 8};
  for (int i = 0; i < n; ++i) {
    double x = a[i], y = b[i];
    const double want[] = {pow(fabs(x), y), atan2(x, y), hypot(x, y), pow(x, i % 9 - 4)};
    for (int k = 0; k < 4; ++k) {
      long long distance =
          conformance::ordinal(out[i * 4 + k]) - conformance::ordinal(static_cast<float>(want[k]));
      if (distance > allowed[k] || distance < -allowed[k])
        fprintf(stderr, "function %d of %a, %a: %a, expected %a\n", k, x, y, out[i * 4 + k],
                want[k]);
      CHECK(distance <= allowed[k] && distance >= -allowed[k]);
    }
  }
  return ok();
}
