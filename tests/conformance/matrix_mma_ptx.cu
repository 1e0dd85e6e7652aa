// mma.sync through inline PTX: fragments laid out by the manual's formulas give the product of the
// matrices, for each element type. Small integers, so that every sum is exact.
// nvcc: -arch=sm_90
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <string.h>
#include <vector>

#include "check.h"

struct Fragments {
  const unsigned *a, *b, *c;
  unsigned* d;
};

// One warp; A, B, C registers of a lane are consecutive in memory.
#define LOAD(name, count)                                                                          \
  unsigned name[count];                                                                            \
  for (int i = 0; i < count; ++i)                                                                  \
    name[i] = f.name[threadIdx.x * count + i];
#define STORE(count)                                                                               \
  for (int i = 0; i < count; ++i)                                                                  \
    f.d[threadIdx.x * count + i] = d[i];

#define KERNEL_4_2_4(name, instruction)                                                            \
  __global__ void name(Fragments f) {                                                              \
    LOAD(a, 4) LOAD(b, 2) LOAD(c, 4) unsigned d[4];                                                \
    asm volatile(instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"          \
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                  \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),    \
                   "r"(c[1]), "r"(c[2]), "r"(c[3]));                                               \
    STORE(4)                                                                                       \
  }
#define KERNEL_2_1_4(name, instruction)                                                            \
  __global__ void name(Fragments f) {                                                              \
    LOAD(a, 2) LOAD(b, 1) LOAD(c, 4) unsigned d[4];                                                \
    asm volatile(instruction " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"                      \
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                  \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));   \
    STORE(4)                                                                                       \
  }
#define KERNEL_1_1_2(name, instruction)                                                            \
  __global__ void name(Fragments f) {                                                              \
    LOAD(a, 1) LOAD(b, 1) LOAD(c, 2) unsigned d[2];                                                \
    asm volatile(instruction " {%0,%1}, {%2}, {%3}, {%4,%5};"                                      \
                 : "=r"(d[0]), "=r"(d[1])                                                          \
                 : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]));                                    \
    STORE(2)                                                                                       \
  }

KERNEL_4_2_4(halfToFloat, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
KERNEL_2_1_4(halfToFloatShort, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32")
KERNEL_4_2_4(brainToFloat, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
KERNEL_4_2_4(tensorFloat, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
KERNEL_2_1_4(tensorFloatShort, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32")
KERNEL_4_2_4(signedBytes, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32")
KERNEL_2_1_4(mixedBytes, "mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32")
KERNEL_1_1_2(fewBytes, "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32")
KERNEL_4_2_4(bits, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc")
KERNEL_1_1_2(fewBits, "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
KERNEL_4_2_4(eightBitFloats, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32")

__global__ void halfToHalf(Fragments f) {
  LOAD(a, 4) LOAD(b, 2) LOAD(c, 2) unsigned d[2];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, "
               "{%8,%9};"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
                 "r"(c[1]));
  STORE(2)
}

__global__ void doubles(Fragments f) {
  const double* a = reinterpret_cast<const double*>(f.a);
  const double* b = reinterpret_cast<const double*>(f.b);
  const double* c = reinterpret_cast<const double*>(f.c) + threadIdx.x * 2;
  double* d = reinterpret_cast<double*>(f.d) + threadIdx.x * 2;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
               : "=d"(d[0]), "=d"(d[1])
               : "d"(a[threadIdx.x]), "d"(b[threadIdx.x]), "d"(c[0]), "d"(c[1]));
}

unsigned long long encode(char type, int value) {
  unsigned long long out = 0;
  switch (type) {
  case 'h': {
    __half x = __float2half(static_cast<float>(value));
    memcpy(&out, &x, 2);
    return out;
  }
  case 'b': {
    float x = static_cast<float>(value);
    unsigned word;
    memcpy(&word, &x, 4);
    return word >> 16;
  }
  case 'f': {
    float x = static_cast<float>(value);
    memcpy(&out, &x, 4);
    return out;
  }
  case 'd': {
    double x = value;
    memcpy(&out, &x, 8);
    return out;
  }
  case '4': // e4m3, values up to 4
    for (unsigned code = 0x38; code < 0x50; ++code)
      if ((8 + code % 8) << (code / 8 - 7) == abs(value) * 8u)
        return code | (value < 0 ? 0x80u : 0u);
    return 0;
  case '5': // e5m2
    return encode('h', value) >> 8;
  default:
    return static_cast<unsigned>(value);
  }
}

void append(std::vector<unsigned>& words, const std::vector<int>& values, char type, int bits) {
  int used = 32;
  for (int value : values) {
    unsigned long long code = encode(type, value);
    if (bits == 64) {
      words.push_back(static_cast<unsigned>(code));
      words.push_back(static_cast<unsigned>(code >> 32));
      continue;
    }
    if (used == 32) {
      words.push_back(0);
      used = 0;
    }
    words.back() |= static_cast<unsigned>((code & ((1ull << bits) - 1)) << used);
    used += bits;
  }
}

unsigned state = 12345;
int next(int low, int high) {
  state = state * 1664525u + 1013904223u;
  return low + static_cast<int>((state >> 8) % static_cast<unsigned>(high - low + 1));
}

struct Type {
  char code;
  int bits, low, high;
};

void check(void (*kernel)(Fragments), int m, int k, Type a, Type b, Type c, bool exclusive) {
  const int n = 8;
  std::vector<int> left(m * k), right(k * n), sum(m * n);
  for (int& x : left)
    x = next(a.low, a.high);
  for (int& x : right)
    x = next(b.low, b.high);
  for (int& x : sum)
    x = next(c.low, c.high);
  std::vector<unsigned> wordsA, wordsB, wordsC, wanted;
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane >> 2, inGroup = lane & 3;
    int perA = a.bits == 64 ? 1 : 32 / a.bits;
    std::vector<int> values;
    for (int i = 0; i < m * k / 32; ++i) {
      int word = i / perA, row = group + 8 * (word % (m / 8));
      int column = 4 * perA * (word / (m / 8)) + inGroup * perA + i % perA;
      values.push_back(left[row * k + column]);
    }
    append(wordsA, values, a.code, a.bits);
    values.clear();
    for (int i = 0; i < k * n / 32; ++i) {
      int row = 4 * perA * (i / perA) + inGroup * perA + i % perA;
      values.push_back(right[row * n + group]);
    }
    append(wordsB, values, b.code, b.bits);
    values.clear();
    std::vector<int> results;
    for (int i = 0; i < m / 4; ++i) {
      int row = group + 8 * (i >> 1), column = 2 * inGroup + (i & 1);
      int total = sum[row * n + column];
      values.push_back(total);
      for (int j = 0; j < k; ++j) {
        int x = left[row * k + j], y = right[j * n + column];
        total += exclusive ? x != y : x * y;
      }
      results.push_back(total);
    }
    append(wordsC, values, c.code, c.bits);
    append(wanted, results, c.code, c.bits);
  }
  Buffer<unsigned> deviceA(wordsA.size()), deviceB(wordsB.size()), deviceC(wordsC.size()),
      deviceD(wordsC.size());
  for (size_t i = 0; i < wordsA.size(); ++i)
    deviceA[i] = wordsA[i];
  for (size_t i = 0; i < wordsB.size(); ++i)
    deviceB[i] = wordsB[i];
  for (size_t i = 0; i < wordsC.size(); ++i)
    deviceC[i] = wordsC[i];
  deviceA.upload();
  deviceB.upload();
  deviceC.upload();
  kernel<<<1, 32>>>({deviceA.device(), deviceB.device(), deviceC.device(), deviceD.device()});
  deviceD.download();
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_EQ_AT(i, deviceD[i], wanted[i]);
}

int main() {
  Type half{'h', 16, -4, 4}, brain{'b', 16, -4, 4}, single{'f', 32, -9, 9}, twice{'d', 64, -9, 9};
  Type s8{'i', 8, -128, 127}, u8{'i', 8, 0, 255}, bit{'i', 1, 0, 1}, s32{'i', 32, -999, 999};
  Type e4m3{'4', 8, -4, 4}, e5m2{'5', 8, -4, 4};
  check(halfToFloat, 16, 16, half, half, single, false);
  check(halfToFloatShort, 16, 8, half, half, single, false);
  check(halfToHalf, 16, 16, half, half, half, false);
  check(brainToFloat, 16, 16, brain, brain, single, false);
  check(tensorFloat, 16, 8, single, single, single, false);
  check(tensorFloatShort, 16, 4, single, single, single, false);
  check(signedBytes, 16, 32, s8, s8, s32, false);
  check(mixedBytes, 16, 16, u8, s8, s32, false);
  check(fewBytes, 8, 16, s8, u8, s32, false);
  check(bits, 16, 256, bit, bit, s32, false);
  check(fewBits, 8, 128, bit, bit, s32, true);
  check(eightBitFloats, 16, 32, e4m3, e5m2, single, false);
  check(doubles, 8, 4, twice, twice, twice, false);
  return ok();
}
