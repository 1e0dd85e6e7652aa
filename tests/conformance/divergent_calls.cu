// Functions that are not inlined, called by part of a warp, with loops and returns of their own.
// Rows L-013, L-018, L-377.
#include "check.h"

struct Result {
  int steps;
  float value;
  int history[4];
};

__device__ __noinline__ int gcd(int a, int b) {
  while (b) {
    int r = a % b;
    a = b;
    b = r;
  }
  return a;
}

__device__ __noinline__ Result approach(float target, int limit) {
  Result r = {0, 1.0f, {0, 0, 0, 0}};
  for (int i = 0; i < limit; ++i) {
    if (r.value >= target)
      return r;
    r.value *= 2;
    r.history[r.steps & 3] = i;
    ++r.steps;
  }
  r.steps = -r.steps;
  return r;
}

__device__ __noinline__ void bump(int* value, int by) {
  if (by < 0)
    return;
  *value += by;
}

__global__ void run(int* out) {
  int i = threadIdx.x;
  int value = 5;
  if (i % 2) {
    value = gcd(i * 6, 84);
    if (i % 5 == 0)
      bump(&value, i - 50);
  } else {
    Result r = approach(static_cast<float>(i), i % 4 ? 20 : 3);
    value = r.steps * 1000 + static_cast<int>(r.value) + r.history[1];
  }
  out[i] = value;
}

static int hostGcd(int a, int b) {
  return b ? hostGcd(b, a % b) : a;
}

int main() {
  Buffer<int> out(100);
  run<<<1, 100>>>(out.device());
  out.download();
  for (int i = 0; i < 100; ++i) {
    int want;
    if (i % 2) {
      want = hostGcd(i * 6, 84);
      if (i % 5 == 0 && i >= 50)
        want += i - 50;
    } else {
      int limit = i % 4 ? 20 : 3, steps = 0, value = 1, history1 = 0;
      while (steps < limit && value < i) {
        if ((steps & 3) == 1)
          history1 = steps;
        value *= 2;
        ++steps;
      }
      if (steps == limit)
        steps = -steps;
      want = steps * 1000 + value + history1;
    }
    EXPECT_EQ_AT(i, out[i], want);
  }
  return ok();
}
