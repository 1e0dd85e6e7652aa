// Shows: conflicts in the 16 banks of the first devices, for half a warp at a time.
// From: X-185 to X-188 of the guide, X-197, X-198, T-037 of the article, X-228 of the textbook.
// Try next: strides of other types; then bank_conflicts_32.cu.
#include "bank_conflicts.h"

// Devices of capability 1.x serve half a warp, and join accesses of the same address only.
static int degree(const std::vector<unsigned>& warp) {
  const std::vector<unsigned> half(warp.begin(), warp.begin() + 16);
  return conflictDegree(half, 16, 1);
}

// A double is read as two words, one request after the other.
static int degreeOfDoubles(const std::vector<unsigned>& warp) {
  std::vector<unsigned> high = warp;
  for (unsigned& address : high)
    address += 4;
  return std::max(degree(warp), degree(high));
}

// Halves of doubles in two arrays of words, so that neighbours are in neighbouring banks.
__global__ void splitDoubles(unsigned* lowAddresses, double* values) {
  __shared__ int low[32], high[32];
  const int i = threadIdx.x;
  const double value = 1.5 + i * 1e10;
  low[i] = __double2loint(value);
  high[i] = __double2hiint(value);
  lowAddresses[i] = static_cast<unsigned>(__cvta_generic_to_shared(&low[i]));
  values[i] = __hiloint2double(high[i], low[i]);
}

struct Two {
  float x, y;
};
struct Three {
  float x, y, z;
};

int main() {
  for (int stride = 1; stride <= 8; ++stride) {
    const int floats = degree(addressesOf<float>(stride));
    std::printf("floats, stride %d: %d\n", stride, floats);
    EXPECT((floats == 1) == (stride % 2 == 1)); // without conflicts if and only if it is odd
  }
  EXPECT(degree(addressesOf<char>(1)) == 4); // four neighbours in each bank
  EXPECT(degree(addressesOf<char>(4)) == 1);
  EXPECT(degree(addressesOf<short>(1)) == 2);
  EXPECT(degreeOfDoubles(addressesOf<double>(1)) == 2);

  DeviceArray<unsigned> addresses(32);
  DeviceArray<double> values(32);
  splitDoubles<<<1, 32>>>(addresses, values);
  EXPECT(degree(addresses.values()) == 1);
  const std::vector<double> seen = values.values();
  for (int i = 0; i < 32; ++i)
    EXPECT(seen[i] == 1.5 + i * 1e10);

  // Members of a structure are as far apart as the structure is large.
  EXPECT(degree(addressesOf<float>(sizeof(Three) / sizeof(float))) == 1);
  EXPECT(degree(addressesOf<float>(sizeof(Two) / sizeof(float))) == 2);
  return report();
}
