// A switch whose cases differ between the threads of a warp: dense and sparse labels, fall-through,
// default, return from inside. Rows H-008, H-010.
#include "check.h"

__host__ __device__ inline int interpret(int op, int a, int b) {
  int r = 0;
  switch (op) {
  case 0:
    return a + b;
  case 1:
    r = a - b;
    break;
  case 2:
    r = a * b; // falls through
  case 3:
    r += 7;
    break;
  case 4:
  case 5: {
    for (int k = 0; k < op; ++k) {
      if (k == 3)
        break;
      r += a;
    }
    break;
  }
  case 100:
    r = a ^ b;
    break;
  case 1000:
    return -1;
  case -77:
    r = 1;
    break;
  default:
    if (op > 50)
      return op;
    r = 99;
  }
  return r * 2;
}

__global__ void run(const int* ops, int* out) {
  int i = threadIdx.x;
  out[i] = interpret(ops[i], i, i * i + 1);
}

int main() {
  const int labels[] = {0, 1, 2, 3, 4, 5, 6, 100, 1000, -77, 51, 50, 99, 101, -1};
  Buffer<int> ops(250), out(250);
  for (int i = 0; i < 250; ++i)
    ops[i] = labels[(i * 7 + i / 15) % 15];
  ops.upload();
  run<<<1, 250>>>(ops.device(), out.device());
  out.download();
  for (int i = 0; i < 250; ++i)
    EXPECT_EQ_AT(i, out[i], interpret(ops[i], i, i * i + 1));
  return ok();
}
