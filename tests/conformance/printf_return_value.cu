// Device printf returns the number of its arguments. Row L-345.
#include "capture.h"

__global__ void run(int* out) {
  out[0] = printf("none\n");
  out[1] = printf("%d\n", 5);
  out[2] = printf("%d %f %s\n", 5, 1.5, "x");
}

int main() {
  Buffer<int> out(3);
  static Capture capture(stdout);
  run<<<1, 1>>>(out.device());
  out.download();
  capture.finish();
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[2], 3);
  return ok();
}
