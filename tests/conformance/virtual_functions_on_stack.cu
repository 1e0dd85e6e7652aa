// Virtual calls on local objects, through references and base pointers, without a heap. Row L-373.
#include "check.h"

struct Operation {
  __device__ virtual int apply(int x) const = 0;
};
struct Add : Operation {
  int by;
  __device__ explicit Add(int by) : by(by) {}
  __device__ int apply(int x) const override { return x + by; }
};
struct Multiply : Operation {
  int by;
  __device__ explicit Multiply(int by) : by(by) {}
  __device__ int apply(int x) const override { return x * by; }
};
struct Chain : Operation {
  const Operation &first, &second;
  __device__ Chain(const Operation& first, const Operation& second)
      : first(first), second(second) {}
  __device__ int apply(int x) const override { return second.apply(first.apply(x)); }
};

__global__ void run(int* out) {
  int t = threadIdx.x;
  Add add(t);
  Multiply multiply(3);
  Chain chain(add, multiply), longer(chain, add);
  const Operation* operations[] = {&add, &multiply, &chain, &longer};
  out[t] = operations[t % 4]->apply(10);
}

int main() {
  Buffer<int> out(64);
  run<<<1, 64>>>(out.device());
  out.download();
  for (int t = 0; t < 64; ++t) {
    const int want[] = {10 + t, 30, (10 + t) * 3, (10 + t) * 3 + t};
    EXPECT_EQ_AT(t, out[t], want[t % 4]);
  }
  return ok();
}
