// The fast intrinsics stay within their documented errors. Rows L-174 to L-184, L-193 to L-204.
#include <math.h>

#include "check.h"

const int count = 11;

__global__ void run(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float angle = -3.14159f + 6.28318f * i / n, x = 0.05f + 20.0f * i / n;
  float* o = out + i * (count + 2);
  o[0] = __sinf(angle);
  o[1] = __cosf(angle);
  float s, c;
  __sincosf(angle, &s, &c);
  o[2] = s + c;
  o[3] = __expf(x);
  o[4] = __exp10f(x);
  o[5] = __logf(x);
  o[6] = __log2f(x);
  o[7] = __log10f(x);
  o[8] = __powf(x, 2.5f);
  o[9] = __fdividef(1.0f, x);
  o[10] = __saturatef(x - 3);
  o[11] = angle;
  o[12] = x;
}

int main() {
  const int n = 1000;
  Buffer<float> out(n * (count + 2));
  run<<<8, 128>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    const float* o = out.host() + i * (count + 2);
    double angle = o[11], x = o[12];
    const double ulp = ldexp(1, -23);
    CHECK(fabs(o[0] - sin(angle)) < ldexp(1, -21));
    CHECK(fabs(o[1] - cos(angle)) < ldexp(1, -21));
    CHECK(fabs(o[2] - (sin(angle) + cos(angle))) < ldexp(1, -20));
    CHECK(fabs(o[3] / exp(x) - 1) < (3 + floor(1.16 * x)) * ulp);
    CHECK(fabs(o[4] / pow(10, x) - 1) < (3 + floor(2.95 * x)) * ulp);
    CHECK(fabs(o[5] - log(x)) < fmax(ldexp(1, -21), 4 * ulp * fabs(log(x))));
    CHECK(fabs(o[6] - log2(x)) < fmax(ldexp(1, -21), 4 * ulp * fabs(log2(x))));
    CHECK(fabs(o[7] - log10(x)) < fmax(ldexp(1, -22), 4 * ulp * fabs(log10(x))));
    CHECK(fabs(o[8] / pow(x, 2.5) - 1) < 40 * ulp);
    CHECK(fabs(o[9] * x - 1) < 3 * ulp);
    float shifted = static_cast<float>(x) - 3;
    CHECK(o[10] == (shifted < 0 ? 0 : shifted > 1 ? 1 : shifted));
  }
  return ok();
}
