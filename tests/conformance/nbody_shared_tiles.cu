// Forces between all bodies with tiles in shared memory, against the host's sums in double
// precision. Rows L-090, L-102, L-059.
#include <math.h>

#include "check.h"

__global__ void forces(const float4* bodies, float3* out, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 self = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int base = 0; base < n; base += blockDim.x) {
    if (base + threadIdx.x < n)
      tile[threadIdx.x] = bodies[base + threadIdx.x];
    __syncthreads();
    int count = min(static_cast<int>(blockDim.x), n - base);
    for (int j = 0; j < count; ++j) {
      float dx = tile[j].x - self.x, dy = tile[j].y - self.y, dz = tile[j].z - self.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float scale = tile[j].w * inverse * inverse * inverse;
      sum.x += dx * scale;
      sum.y += dy * scale;
      sum.z += dz * scale;
    }
    __syncthreads();
  }
  if (i < n)
    out[i] = sum;
}

int main() {
  const int n = 300;
  Buffer<float4> bodies(n);
  Buffer<float3> out(n);
  unsigned seed = 17;
  for (int i = 0; i < n; ++i) {
    float v[4];
    for (float& x : v) {
      seed = seed * 1664525u + 1013904223u;
      x = static_cast<float>(seed >> 8) / 0x1p24f;
    }
    bodies[i] = make_float4(v[0], v[1], v[2], v[3]);
  }
  bodies.upload();
  forces<<<5, 64, 64 * sizeof(float4)>>>(bodies.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    double sum[3] = {}, magnitude = 0;
    for (int j = 0; j < n; ++j) {
      double dx = double(bodies[j].x) - bodies[i].x, dy = double(bodies[j].y) - bodies[i].y,
             dz = double(bodies[j].z) - bodies[i].z;
      double scale = bodies[j].w / pow(dx * dx + dy * dy + dz * dz + 0.01, 1.5);
      sum[0] += dx * scale;
      sum[1] += dy * scale;
      sum[2] += dz * scale;
      magnitude += scale * (fabs(dx) + fabs(dy) + fabs(dz));
    }
    CHECK(fabs(out[i].x - sum[0]) < 1e-5 * magnitude);
    CHECK(fabs(out[i].y - sum[1]) < 1e-5 * magnitude);
    CHECK(fabs(out[i].z - sum[2]) < 1e-5 * magnitude);
  }
  return ok();
}
