// Operands behind && || ?: are evaluated only by the threads that need them; a thread that is off
// neither loads, stores nor divides. Row H-174.
#include "check.h"

__global__ void run(const int* const* pointers, const int* divisors, int* out, int* loads) {
  int i = threadIdx.x;
  const int* p = pointers[i];
  int d = divisors[i];
  int quotient = d != 0 ? 1000 / d : -1;
  int loaded = p != nullptr && (atomicAdd(loads, 1), *p > 5) ? *p : 0;
  int remainder = 0;
  if (d)
    remainder = 1000 % d;
  int either = p == nullptr || *p < 0 ? 1 : 2;
  out[i] = quotient * 10000 + loaded * 100 + remainder + either;
}

int main() {
  const int n = 96;
  Buffer<int> values(n), divisors(n), out(n), loads(1);
  Buffer<const int*> pointers(n);
  int present = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = i % 9 - 1;
    divisors[i] = i % 4 ? i - 40 : 0;
    pointers[i] = i % 3 ? values.device() + i : nullptr;
    present += i % 3 != 0;
  }
  values.upload();
  divisors.upload();
  pointers.upload();
  run<<<1, n>>>(pointers.device(), divisors.device(), out.device(), loads.device());
  out.download();
  loads.download();
  for (int i = 0; i < n; ++i) {
    int d = divisors[i];
    int quotient = d ? 1000 / d : -1, remainder = d ? 1000 % d : 0;
    int loaded = i % 3 && values[i] > 5 ? values[i] : 0;
    int either = i % 3 == 0 || values[i] < 0 ? 1 : 2;
    EXPECT_EQ_AT(i, out[i], quotient * 10000 + loaded * 100 + remainder + either);
  }
  EXPECT_EQ(loads[0], present);
  return ok();
}
