// Shows: pi from random points: each thread of a grid throws one, and hits are counted atomically.
// From: T-008, a lab of the textbook.
// Try next: fewer_atomics.cu; the generators of <curand_kernel.h>.
#include <cmath>

#include "../device_array.h"
#include "random_points.h"

__global__ void throwPoints(unsigned* hits) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (isHit(y * gridDim.x * blockDim.x + x, 0))
    atomicAdd(hits, 1u);
}

int main() {
  const dim3 grid(32, 32), block(16, 16);
  const unsigned points = 32 * 32 * 16 * 16;
  DeviceArray<unsigned> deviceHits(1);
  throwPoints<<<grid, block>>>(deviceHits);
  const unsigned hits = deviceHits.values()[0];
  unsigned expected = 0;
  for (unsigned i = 0; i < points; ++i)
    expected += isHit(i, 0);
  const double pi = 4.0 * hits / points;
  std::printf("%u points: pi is about %.4f\n", points, pi);
  EXPECT(hits == expected);
  EXPECT(std::fabs(pi - 3.14159265) < 0.01);
  return report();
}
