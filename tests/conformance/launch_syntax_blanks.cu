// The launch brackets may be split by blanks and line ends, as some editors do. Row P-013.
#include "check.h"

__global__ void add(int* out, int value) {
  atomicAdd(out, value);
}

template <int N, class T> __global__ void addScaled(T* out, T value) {
  atomicAdd(out, N * value);
}

template <class T> struct Pair {
  T first, second;
};

int main() {
  Buffer<int> out(1);
  // clang-format off
  add<<<1, 1>>>(out.device(), 1);
  add << <1, 1 >> > (out.device(), 10);
  add << < 2, 1 >> >(out.device(), 100);
  add <<< 1, 2 >>> (out.device(), 1000);
  addScaled<3> << <1, 1 >> > (out.device(), 100000);
  addScaled<2, int><<<1,
                     1, 0,
                     0>>>(out.device(), 1000000);
  // Nested template brackets and shifts beside launches keep their own meaning.
  Pair<Pair<Pair<int>>> nested = {};
  nested.first.first.first = 1 << 3 >> 1;
  add<<<dim3(1), (16 >> 4)>>>(out.device(), nested.first.first.first * 10000000);
  const char* text = "k << <1, 1 >> > (x)";
  // clang-format on
  out.download();
  EXPECT_EQ(out[0], 1 + 10 + 200 + 2000 + 300000 + 2000000 + 40000000);
  CHECK(text[2] == '<' && text[4] == ' ' && text[5] == '<' && text[13] == ' ' && text[14] == '>');
  return ok();
}
