// A device allocation whose pointer is only compared with null is made all the same: more than the
// heap holds gives null, and allocating without end comes to an end. Row L-355.
#include "check.h"

__global__ void allocate(int* results) {
  results[0] = malloc(1ull << 60) != nullptr;
  int count = 0;
  while (malloc(1 << 16))
    ++count;
  results[1] = count;
  results[2] = malloc(1 << 16) == nullptr;
}

int main() {
  Buffer<int> results(3);
  allocate<<<1, 1>>>(results.device());
  results.download();
  EXPECT_EQ(results[0], 0);
  // The heap has 8 MB unless the program asks for another size, and keeps some for itself.
  CHECK(results[1] >= 16 && results[1] <= 128);
  EXPECT_EQ(results[2], 1);
  return ok();
}
