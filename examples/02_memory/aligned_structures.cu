// Shows: __align__ makes a structure one access of 8 or 16 bytes; float4 is aligned on both sides.
// From: X-129, X-154 of the guide.
// Try next: the same without __align__, and compare the PTX of nvcc -ptx.
#include <cstddef>

#include "../device_array.h"

struct __align__(8) Pair {
  float x, y;
};
struct __align__(16) Triple {
  float x, y, z;
};
// Twelve bytes of padding come before the second member.
struct Mixed {
  float f;
  float4 f4;
};

struct Layout {
  unsigned long long pair, triple, mixed, offset;
};

__global__ void measure(Layout* layout, const Pair* pairs, const Triple* triples, float* sums) {
  *layout = {sizeof(Pair), sizeof(Triple), sizeof(Mixed), offsetof(Mixed, f4)};
  const Pair pair = pairs[threadIdx.x];
  const Triple triple = triples[threadIdx.x];
  sums[threadIdx.x] = pair.x + pair.y + triple.x + triple.y + triple.z;
}

int main() {
  const int n = 16;
  std::vector<Pair> pairs(n);
  std::vector<Triple> triples(n);
  for (int i = 0; i < n; ++i) {
    pairs[i] = {1.0f * i, 2.0f * i};
    triples[i] = {4.0f * i, 8.0f * i, 16.0f * i};
  }
  DeviceArray<Layout> layout(1);
  DeviceArray<Pair> devicePairs(pairs);
  DeviceArray<Triple> deviceTriples(triples);
  DeviceArray<float> deviceSums(n);
  measure<<<1, n>>>(layout, devicePairs, deviceTriples, deviceSums);
  const std::vector<float> sums = deviceSums.values();
  for (int i = 0; i < n; ++i)
    EXPECT(sums[i] == 31.0f * i);
  const Layout device = layout.values()[0];
  EXPECT(device.pair == 8 && device.triple == 16);
  EXPECT(device.offset == 16 && device.mixed == 32);
  EXPECT(sizeof(Pair) == 8 && sizeof(Triple) == 16 && offsetof(Mixed, f4) == 16);
  return report();
}
