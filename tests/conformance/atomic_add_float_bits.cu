// Which bits atomicAdd of floats leaves: global memory's adder takes subnormal floats for zeros,
// shared memory's does not; a float's NaN is 0x7fffffff, a double's keeps its payload, of two the
// operand's in global memory and the memory's in shared memory. rows: L-323, L-337, H-085, H-086.
// Those of the programming guide say nothing about atomics; these are the bits of an H200.
#include "check.h"

#include <cstring>

struct Single {
  unsigned memory, operand, inGlobal, inShared;
};
struct Double {
  unsigned long long memory, operand, inGlobal, inShared;
};

const Single singles[] = {
    {0x3f800000, 0x40000000, 0x40400000, 0x40400000},
    {0x00000000, 0x00000001, 0x00000000, 0x00000001}, // subnormal operand
    {0x00000000, 0x807fffff, 0x00000000, 0x807fffff},
    {0x80000000, 0x807fffff, 0x80000000, 0x807fffff},
    {0x00000001, 0x00800000, 0x00800000, 0x00800001}, // subnormal memory
    {0x80800000, 0x00800001, 0x00000000, 0x00000001}, // subnormal sum
    {0x7f800000, 0xff800000, 0x7fffffff, 0x7fffffff},
    {0x7fc00000, 0x3f800000, 0x7fffffff, 0x7fffffff},
    {0x00000000, 0x7f800001, 0x7fffffff, 0x7fffffff},
    {0xffffffff, 0x7fc00000, 0x7fffffff, 0x7fffffff},
};
const Double doubles[] = {
    {0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000, 0x4008000000000000},
    {0x0000000000000000, 0x0000000000000001, 0x0000000000000001, 0x0000000000000001},
    {0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000000, 0xfff8000000000000},
    {0x0000000000000000, 0x7ff0000000000001, 0x7ff0000000000001, 0x7ff8000000000001},
    {0x7ff0000000000001, 0x0000000000000000, 0x7ff0000000000001, 0x7ff8000000000001},
    {0x7ff8000000000000, 0xffffffffffffffff, 0xffffffffffffffff, 0x7ff8000000000000},
};
const int singleCount = sizeof singles / sizeof singles[0];
const int doubleCount = sizeof doubles / sizeof doubles[0];

template <class T> __global__ void add(T* memory, const T* operands, T* shared, int count) {
  __shared__ T words[32];
  int i = threadIdx.x;
  if (i < count) {
    words[i] = memory[i];
    atomicAdd(memory + i, operands[i]);
    atomicAdd(words + i, operands[i]);
    shared[i] = words[i];
  }
}

template <class T, class Case> void check(const Case* cases, int count) {
  Buffer<T> memory(count), operands(count), shared(count);
  for (int i = 0; i < count; ++i) {
    std::memcpy(&memory[i], &cases[i].memory, sizeof(T));
    std::memcpy(&operands[i], &cases[i].operand, sizeof(T));
  }
  memory.upload();
  operands.upload();
  add<<<1, 32>>>(memory.device(), operands.device(), shared.device(), count);
  memory.download();
  shared.download();
  for (int i = 0; i < count; ++i) {
    decltype(cases->memory) global = 0, local = 0;
    std::memcpy(&global, &memory[i], sizeof(T));
    std::memcpy(&local, &shared[i], sizeof(T));
    EXPECT_EQ_AT(i, global, cases[i].inGlobal);
    EXPECT_EQ_AT(i, local, cases[i].inShared);
  }
}

int main() {
  check<float>(singles, singleCount);
  check<double>(doubles, doubleCount);
  return ok();
}
