// Shows: the vector types: made by make_int2 and the like, components x, y, z and w.
// From: X-162 of the guide, X-194 of the article, X-206, X-221 of the textbook.
// Try next: an operator+ of your own for float4, which CUDA does not have.
#include "../device_array.h"

__global__ void swapAndScale(const int2* pairs, const float4* in, int2* swapped, float4* scaled) {
  int i = threadIdx.x;
  swapped[i] = make_int2(pairs[i].y, pairs[i].x);
  float4 v = in[i];
  v.w = 1;
  scaled[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, v.w);
}

int main() {
  const int n = 32;
  std::vector<int2> pairs(n);
  std::vector<float4> in(n);
  for (int i = 0; i < n; ++i) {
    pairs[i] = make_int2(i, -i);
    in[i] = make_float4(i + 0.1f, i + 0.2f, i + 0.3f, i + 0.4f);
  }
  DeviceArray<int2> devicePairs(pairs), deviceSwapped(n);
  DeviceArray<float4> deviceIn(in), deviceScaled(n);
  swapAndScale<<<1, n>>>(devicePairs, deviceIn, deviceSwapped, deviceScaled);
  const std::vector<int2> swapped = deviceSwapped.values();
  const std::vector<float4> scaled = deviceScaled.values();
  for (int i = 0; i < n; ++i) {
    EXPECT(swapped[i].x == -i && swapped[i].y == i);
    EXPECT(scaled[i].x == 2 * in[i].x && scaled[i].y == 2 * in[i].y);
    EXPECT(scaled[i].z == 2 * in[i].z && scaled[i].w == 1);
  }
  const int3 three = make_int3(1, 2, 3);
  EXPECT(three.x == 1 && three.y == 2 && three.z == 3);
  EXPECT(sizeof(int3) == 12 && alignof(int2) == 8 && alignof(float4) == 16);
  return report();
}
