// Structures as kernel arguments: copied at the launch, with the host's layout. Rows L-083, L-034.
#include <stddef.h>

#include "check.h"

struct Inner {
  char tag;
  double weight;
  short small[3];
};

struct __align__(16) Outer {
  char first;
  Inner inner[2];
  float4 vector;
  bool flag;
  long long big;
  int* target;
};

__global__ void unpack(Outer o, char extra, Inner byValue) {
  o.target[0] = o.first + o.inner[1].tag;
  o.target[1] = static_cast<int>(o.inner[0].weight * 4);
  o.target[2] = o.inner[1].small[2];
  o.target[3] = static_cast<int>(o.vector.w);
  o.target[4] = o.flag;
  o.target[5] = static_cast<int>(o.big >> 32);
  o.target[6] = extra;
  o.target[7] = byValue.small[1] + static_cast<int>(byValue.weight);
  // A parameter is the thread's own variable.
  o.big += threadIdx.x;
  byValue.small[threadIdx.x % 3] = 100;
  o.target[8 + threadIdx.x] = static_cast<int>(o.big & 0xff) + byValue.small[threadIdx.x % 3];
}

__global__ void sizes(int* out) {
  out[0] = sizeof(Outer);
  out[1] = alignof(Outer);
  out[2] = sizeof(Inner);
  out[3] = offsetof(Outer, target);
  out[4] = offsetof(Outer, vector);
}

int main() {
  Buffer<int> out(8 + 64);
  Outer o = {};
  o.first = 5;
  o.inner[0] = {1, 2.25, {1, 2, 3}};
  o.inner[1] = {7, 1.0, {4, 5, 6}};
  o.vector = make_float4(1, 2, 3, 4);
  o.flag = true;
  o.big = (77LL << 32) + 10;
  o.target = out.device();
  unpack<<<1, 64>>>(o, 'x', o.inner[0]);
  o.big = 0; // the launch has its own copy
  out.download();
  const int want[] = {12, 9, 6, 4, 1, 77, 'x', 4};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ_AT(i, out[i], want[i]);
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ_AT(t, out[8 + t], 10 + t + 100);
  sizes<<<1, 1>>>(out.device());
  out.download();
  EXPECT_EQ(out[0], sizeof(Outer));
  EXPECT_EQ(out[1], alignof(Outer));
  EXPECT_EQ(out[2], sizeof(Inner));
  EXPECT_EQ(out[3], offsetof(Outer, target));
  EXPECT_EQ(out[4], offsetof(Outer, vector));
  return ok();
}
