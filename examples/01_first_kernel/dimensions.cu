// Shows: dim3: what is left out is 1; members or constructor; blocks of 16 x 16 over n elements.
// From: X-195 of the article; X-206, X-208, X-209, X-221 of the textbook.
// Try next: dim3 with three values, and the largest that a block may have.
#include "../device_array.h"

__global__ void number(int* out) {
  int inBlock = threadIdx.y * blockDim.x + threadIdx.x;
  int i = blockIdx.x * blockDim.x * blockDim.y + inBlock;
  out[i] = i;
}

static bool is(dim3 d, unsigned x, unsigned y, unsigned z) {
  return d.x == x && d.y == y && d.z == z;
}

int main() {
  EXPECT(is(dim3(64, 2), 64, 2, 1));
  EXPECT(is(dim3(16, 16), 16, 16, 1));
  EXPECT(is(dim3(512, 128), 512, 128, 1));
  EXPECT(is(dim3(1024), 1024, 1, 1));
  EXPECT(is(dim3(), 1, 1, 1));

  const int n = 4096;
  dim3 byMembers;
  byMembers.x = n / 256;
  const dim3 byConstructor(n / 256);
  EXPECT(is(byMembers, byConstructor.x, byConstructor.y, byConstructor.z));

  DeviceArray<int> numbers(n);
  number<<<byConstructor, dim3(16, 16)>>>(numbers);
  const std::vector<int> seen = numbers.values();
  for (int i = 0; i < n; ++i)
    EXPECT(seen[i] == i); // every one of the n threads ran, and each with its own number
  return report();
}
