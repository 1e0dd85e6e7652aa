// cuComplex.h: arithmetic of complex numbers on the host and the device, scaled where plain
// formulas would overflow. Row L-083.
#include "check.h"
#include <cuComplex.h>
#include <math.h>

const int count = 7;

__host__ __device__ void functions(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex* o) {
  o[0] = cuCadd(a, b);
  o[1] = cuCsub(a, b);
  o[2] = cuCmul(a, b);
  o[3] = cuCdiv(a, b);
  o[4] = cuCfma(a, b, cuConj(a));
  o[5] = make_cuDoubleComplex(cuCabs(a), cuCreal(b) + cuCimag(b));
  cuFloatComplex f = cuComplexDoubleToFloat(a), g = cuComplexDoubleToFloat(b);
  cuFloatComplex h = cuCaddf(cuCdivf(f, g), cuCfmaf(f, g, cuCmulf(cuConjf(f), g)));
  h.x += cuCabsf(make_cuComplex(f.x, cuCimagf(g))) + cuCrealf(cuCsubf(f, g));
  o[6] = cuComplexFloatToDouble(h);
}

__global__ void run(const cuDoubleComplex* in, int n, cuDoubleComplex* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    functions(in[2 * i], in[2 * i + 1], out + i * count);
}

static bool close(double a, double b, double tolerance) {
  return a == b || fabs(a - b) <= tolerance * (fabs(a) + fabs(b) + 1e-3);
}

int main() {
  const int n = 500;
  Buffer<cuDoubleComplex> in(2 * n), out(n * count);
  unsigned state = 12345;
  auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1 << 20) - 8.0;
  };
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = make_cuDoubleComplex(next(), next());
  in.upload();
  run<<<4, 128>>>(in.device(), n, out.device());
  out.download();
  for (int i = 0; i < n; ++i) {
    cuDoubleComplex a = in[2 * i], b = in[2 * i + 1], host[count];
    functions(a, b, host);
    for (int k = 0; k < count; ++k) {
      double tolerance = k == 6 ? 1e-4 : 1e-13;
      CHECK(close(out[i * count + k].x, host[k].x, tolerance));
      CHECK(close(out[i * count + k].y, host[k].y, tolerance));
    }
    double square = b.x * b.x + b.y * b.y;
    CHECK(close(host[2].x, a.x * b.x - a.y * b.y, 1e-12));
    CHECK(close(host[2].y, a.x * b.y + a.y * b.x, 1e-12));
    CHECK(close(host[3].x, (a.x * b.x + a.y * b.y) / square, 1e-10));
    CHECK(close(host[3].y, (a.y * b.x - a.x * b.y) / square, 1e-10));
    CHECK(close(host[5].x, sqrt(a.x * a.x + a.y * a.y), 1e-12));
  }
  CHECK(close(cuCabs(make_cuDoubleComplex(3e300, -4e300)), 5e300, 1e-14));
  CHECK(close(cuCabsf(make_cuFloatComplex(3e-30f, 4e-30f)) * 1e30, 5.0, 1e-6));
  EXPECT_EQ(cuCabs(make_cuDoubleComplex(0, 0)), 0.0);
  CHECK(isinf(cuCabsf(make_cuFloatComplex(INFINITY, 1.0f))));
  cuDoubleComplex q =
      cuCdiv(make_cuDoubleComplex(1e200, 1e200), make_cuDoubleComplex(1e200, 1e200));
  CHECK(close(q.x, 1.0, 1e-14) && fabs(q.y) < 1e-14);
  static_assert(sizeof(cuFloatComplex) == 8 && alignof(cuDoubleComplex) == 16, "layout");
  return ok();
}
