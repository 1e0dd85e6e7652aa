// Shows: a filtered texture as a table of a function over 0 to R: first and last entry are exact.
// From: X-184 of the guide.
// Try next: a table of the sine, and its largest error.
#include <cmath>

#include "texture_object.h"

// The table has n entries at equal distances from 0 to range.
__global__ void lookUp(cudaTextureObject_t table, int n, float range, const float* x, float* out) {
  const int i = threadIdx.x;
  out[i] = tex1D<float>(table, (n - 1) / range * x[i] + 0.5f);
}

int main() {
  const int n = 5;
  const float range = 8;
  const std::vector<float> entries = {3, 7, -1, 4, 10};
  cudaArray_t array = filledArray(entries, make_cudaExtent(n, 0, 0));
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  const cudaTextureObject_t table = textureOf(array, description);

  std::vector<float> x = {0, range, 2, 4, 6, 1, 5};
  DeviceArray<float> deviceX(x), out(x.size());
  lookUp<<<1, static_cast<unsigned>(x.size())>>>(table, n, range, deviceX, out);
  const std::vector<float> seen = out.values();
  EXPECT(seen[0] == entries[0]);     // TL(0) = T[0]
  EXPECT(seen[1] == entries[n - 1]); // TL(R) = T[N - 1]
  EXPECT(seen[2] == 7 && seen[3] == -1 && seen[4] == 4);
  EXPECT(seen[5] == 5 && seen[6] == 1.5f); // half way between two entries
  CHECK_CUDA(cudaDestroyTextureObject(table));
  CHECK_CUDA(cudaFreeArray(array));
  return report();
}
