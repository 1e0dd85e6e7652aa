// wgmma: products of matrices by four warps, with both factors in shared memory or one in
// registers, stored by rows or by columns, swizzled or not, dense and sparse, in all types of
// elements. The elements are small integers, so that every order of additions gives the same sums.
// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>
#include <string.h>
#include <vector>

constexpr unsigned kImageBytes = 40960; // of shared memory
constexpr unsigned kStartOfB = 16384;

// Where a factor lies in shared memory. Lines are rows of A and columns of B.
struct Layout {
  unsigned swizzle; // 0: none; 1, 2, 3: within 128, 64, 32 bytes
  bool acrossLines; // neighbours in memory belong to neighbouring lines
  unsigned leading, stride, start, bits;

  uint64_t descriptor() const {
    return start >> 4 | static_cast<uint64_t>(leading >> 4) << 16 |
           static_cast<uint64_t>(stride >> 4) << 32 | static_cast<uint64_t>(swizzle) << 62;
  }
  // The byte of an element.
  unsigned place(unsigned line, unsigned k) const {
    const unsigned perUnit = 128 / bits, units = swizzle ? 16 >> swizzle : 1;
    unsigned offset;
    if (!acrossLines) {
      offset = line % 8 * 16 * units + line / 8 * stride + k % perUnit * bits / 8 +
               k / perUnit * (swizzle ? 16 : leading);
    } else {
      const unsigned lines = perUnit * units;
      offset = line % lines * bits / 8 + line / lines * (swizzle ? leading : stride) +
               k % 8 * 16 * units + k / 8 * (swizzle ? stride : leading);
    }
    const unsigned address = start + offset;
    return address ^ ((address >> 7) & (units - 1)) << 4;
  }
};

struct Job {
  uint64_t a, b; // descriptors
  int accumulates;
  const unsigned char* image;
  const unsigned *registersOfA, *metadata;
};

#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define I4(i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define REGISTERS16 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}"
// An instruction with 16 registers of D; OPERANDS begin at %17, and %16 says whether to accumulate.
#define WGMMA(NAME, D, OPERANDS, ...)                                                              \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %16, 0;\nwgmma.mma_async" NAME " " REGISTERS16    \
               ", " OPERANDS ";\n}"                                                                \
               : D(0), D(4), D(8), D(12)                                                           \
               : "r"(job.accumulates), __VA_ARGS__                                                 \
               : "memory")

enum class Variant {
  F16,
  F16Negated,
  F16TransposedB,
  F16Registers,
  Bf16,
  Tf32,
  Fp8,
  S8,
  U8,
  B1,
  Sparse
};

template <Variant V, class T> __global__ void multiply(Job job, const T* c, T* out) {
  extern __shared__ __align__(1024) unsigned char shared[];
  for (unsigned i = threadIdx.x; i < kImageBytes; i += blockDim.x)
    shared[i] = job.image[i];
  T d[16];
  for (unsigned i = 0; i < 16; ++i)
    d[i] = c[threadIdx.x * 16 + i];
  const unsigned start = static_cast<unsigned>(__cvta_generic_to_shared(shared)) >> 4;
  job.a += start;
  job.b += start;
  const unsigned* a = job.registersOfA + threadIdx.x * 4;
  __syncthreads();
  asm volatile("fence.proxy.async;\nwgmma.fence.sync.aligned;" ::: "memory");
  if constexpr (V == Variant::F16)
    WGMMA(".sync.aligned.m64n32k16.f32.f16.f16", D4, "%17, %18, p, 1, 1, 0, 0", "l"(job.a),
          "l"(job.b));
  if constexpr (V == Variant::F16Negated)
    WGMMA(".sync.aligned.m64n32k16.f32.f16.f16", D4, "%17, %18, p, 1, -1, 1, 1", "l"(job.a),
          "l"(job.b));
  if constexpr (V == Variant::F16TransposedB)
    WGMMA(".sync.aligned.m64n32k16.f32.f16.f16", D4, "%17, %18, p, 1, 1, 0, 1", "l"(job.a),
          "l"(job.b));
  if constexpr (V == Variant::F16Registers)
    WGMMA(".sync.aligned.m64n32k16.f32.f16.f16", D4, "{%18,%19,%20,%21}, %17, p, -1, 1, 0",
          "l"(job.b), "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
  if constexpr (V == Variant::Bf16)
    WGMMA(".sync.aligned.m64n32k16.f32.bf16.bf16", D4, "%17, %18, p, 1, 1, 0, 0", "l"(job.a),
          "l"(job.b));
  if constexpr (V == Variant::Tf32)
    WGMMA(".sync.aligned.m64n32k8.f32.tf32.tf32", D4, "%17, %18, p, 1, 1", "l"(job.a), "l"(job.b));
  if constexpr (V == Variant::Fp8)
    WGMMA(".sync.aligned.m64n32k32.f32.e4m3.e5m2", D4, "%17, %18, p, 1, 1", "l"(job.a), "l"(job.b));
  if constexpr (V == Variant::S8)
    WGMMA(".sync.aligned.m64n32k32.s32.s8.s8.satfinite", I4, "%17, %18, p", "l"(job.a), "l"(job.b));
  if constexpr (V == Variant::U8)
    WGMMA(".sync.aligned.m64n32k32.s32.u8.s8", I4, "%17, %18, p", "l"(job.a), "l"(job.b));
  if constexpr (V == Variant::B1)
    WGMMA(".sync.aligned.m64n32k256.s32.b1.b1.and.popc", I4, "%17, %18, p", "l"(job.a), "l"(job.b));
  if constexpr (V == Variant::Sparse)
    WGMMA(".sp.sync.aligned.m64n32k32.f32.f16.f16", D4, "%17, %18, %19, 0, p, 1, 1, 0, 0",
          "l"(job.a), "l"(job.b), "r"(job.metadata[threadIdx.x]));
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (unsigned i = 0; i < 16; ++i)
    out[threadIdx.x * 16 + i] = d[i];
}

static unsigned char image[kImageBytes], *deviceImage;
static unsigned registersOfA[512], metadata[128], *deviceRegisters, *deviceMetadata;

static unsigned pseudoRandom() {
  static uint64_t state = 7;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<unsigned>(state >> 33);
}

// The row and column of register i of a thread.
static unsigned rowOf(unsigned thread, unsigned i) {
  return thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;
}
static unsigned columnOf(unsigned thread, unsigned i) {
  return i / 4 * 8 + thread % 4 * 2 + i % 2;
}

static void put(unsigned char* to, Variant variant, bool isB, int value) {
  const float number = static_cast<float>(value);
  switch (variant) {
  case Variant::Bf16: {
    const __nv_bfloat16 x = __float2bfloat16(number);
    memcpy(to, &x, 2);
    return;
  }
  case Variant::Tf32:
    memcpy(to, &number, 4);
    return;
  case Variant::Fp8:
    *to = __nv_cvt_float_to_fp8(number, __NV_SATFINITE, isB ? __NV_E5M2 : __NV_E4M3);
    return;
  case Variant::S8:
  case Variant::U8:
    *to = static_cast<unsigned char>(value);
    return;
  default: {
    const __half x = __float2half(number);
    memcpy(to, &x, 2);
  }
  }
}

// The element that thread and register hold of A in registers.
static void putRegister(unsigned row, unsigned k, int value) {
  const unsigned thread = row / 16 * 32 + row % 8 * 4 + k % 8 / 2;
  const unsigned index = thread * 8 + k / 8 * 4 + row / 8 % 2 * 2 + k % 2;
  const __half x = __float2half(static_cast<float>(value));
  memcpy(reinterpret_cast<unsigned char*>(registersOfA) + index * 2, &x, 2);
}

template <Variant V, class T>
static std::vector<T> run(const Layout& a, const Layout& b, bool accumulates,
                          const std::vector<T>& c) {
  T *deviceC, *out;
  CUDA_CHECK(cudaMalloc(&deviceC, c.size() * sizeof(T)));
  CUDA_CHECK(cudaMalloc(&out, c.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(deviceC, c.data(), c.size() * sizeof(T), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceImage, image, kImageBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaMemcpy(deviceRegisters, registersOfA, sizeof registersOfA, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceMetadata, metadata, sizeof metadata, cudaMemcpyHostToDevice));
  const Job job = {a.descriptor(), b.descriptor(),  accumulates,
                   deviceImage,    deviceRegisters, deviceMetadata};
  multiply<V, T><<<1, 128, kImageBytes>>>(job, deviceC, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<T> result(c.size());
  CUDA_CHECK(cudaMemcpy(result.data(), out, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(deviceC));
  CUDA_CHECK(cudaFree(out));
  return result;
}

template <Variant V, class T>
static void check(unsigned depth, const Layout& a, const Layout& b, bool accumulates, int sign) {
  memset(image, 0, sizeof image);
  std::vector<int> left(64 * depth), right(32 * depth);
  for (unsigned i = 0; i < left.size(); ++i) {
    left[i] = static_cast<int>(pseudoRandom() % 7) - (V == Variant::U8 ? 0 : 3);
    put(image + a.place(i / depth, i % depth), V, false, left[i]);
    if (V == Variant::F16Registers)
      putRegister(i / depth, i % depth, left[i]);
  }
  for (unsigned i = 0; i < right.size(); ++i) {
    right[i] = static_cast<int>(pseudoRandom() % 7) - 3;
    put(image + b.place(i / depth, i % depth), V, true, right[i]);
  }
  std::vector<T> c(128 * 16);
  for (T& x : c)
    x = static_cast<T>(static_cast<int>(pseudoRandom() % 9) - 4);
  const std::vector<T> got = run<V>(a, b, accumulates, c);
  for (unsigned i = 0; i < c.size(); ++i) {
    const unsigned row = rowOf(i / 16, i % 16), column = columnOf(i / 16, i % 16);
    int sum = accumulates ? static_cast<int>(c[i]) : 0;
    for (unsigned k = 0; k < depth; ++k)
      sum += sign * left[row * depth + k] * right[column * depth + k];
    EXPECT_EQ_AT(i, got[i], static_cast<T>(sum));
  }
}

static Layout alongLines(unsigned swizzle, unsigned bits) {
  const unsigned units = swizzle ? 16 >> swizzle : 1;
  return {swizzle, false, swizzle ? 16u : 128u, swizzle ? 128 * units : 256u, 0, bits};
}
static Layout acrossLines(unsigned swizzle) {
  const unsigned group = 128 * (swizzle ? 16 >> swizzle : 1);
  return {swizzle, true, swizzle ? 2 * group : 128u, swizzle ? group : 256u, 0, 16};
}
static Layout at(Layout layout, unsigned start) {
  layout.start += start;
  return layout;
}

static void bits() {
  const Layout a = alongLines(2, 1), b = at(a, kStartOfB);
  for (unsigned char& byte : image)
    byte = static_cast<unsigned char>(pseudoRandom());
  const std::vector<int> got = run<Variant::B1>(a, b, true, std::vector<int>(128 * 16, 1));
  for (unsigned i = 0; i < got.size(); ++i) {
    int sum = 1;
    for (unsigned k = 0; k < 256; k += 8)
      sum += __builtin_popcount(image[a.place(rowOf(i / 16, i % 16), k)] &
                                image[b.place(columnOf(i / 16, i % 16), k)]);
    EXPECT_EQ_AT(i, got[i], sum);
  }
}

// Of each four elements of a row of A two are stored, and the metadata says which.
static void sparse() {
  const Layout a = alongLines(1, 16), b = at(a, kStartOfB);
  memset(image, 0, sizeof image);
  int left[64 * 16], right[32 * 32];
  for (unsigned i = 0; i < 64 * 16; ++i)
    put(image + a.place(i / 16, i % 16), Variant::Sparse, false,
        left[i] = static_cast<int>(pseudoRandom() % 7) - 3);
  for (unsigned i = 0; i < 32 * 32; ++i)
    put(image + b.place(i / 32, i % 32), Variant::Sparse, true,
        right[i] = static_cast<int>(pseudoRandom() % 7) - 3);
  const unsigned pairs[] = {0x4, 0x8, 0x9, 0xc, 0xd, 0xe};
  for (unsigned& word : metadata) {
    word = 0;
    for (unsigned i = 0; i < 8; ++i)
      word |= pairs[pseudoRandom() % 6] << (4 * i);
  }
  const std::vector<float> got = run<Variant::Sparse>(a, b, false, std::vector<float>(128 * 16, 1));
  for (unsigned i = 0; i < got.size(); ++i) {
    const unsigned row = rowOf(i / 16, i % 16), column = columnOf(i / 16, i % 16);
    int sum = 0;
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned group = k / 2, thread = row / 16 * 32 + row % 8 * 4 + group / 4;
      const unsigned pair = metadata[thread] >> (group % 4 * 4 + row / 8 % 2 * 16) & 15;
      sum += left[row * 16 + k] * right[column * 32 + group * 4 + (k % 2 ? pair >> 2 : pair & 3)];
    }
    EXPECT_EQ_AT(i, got[i], static_cast<float>(sum));
  }
}

int main() {
  CUDA_CHECK(cudaMalloc(&deviceImage, kImageBytes));
  CUDA_CHECK(cudaMalloc(&deviceRegisters, sizeof registersOfA));
  CUDA_CHECK(cudaMalloc(&deviceMetadata, sizeof metadata));
  for (unsigned swizzle = 0; swizzle < 4; ++swizzle) {
    const Layout rows = alongLines(swizzle, 16), columns = acrossLines(swizzle);
    check<Variant::F16, float>(16, rows, at(rows, kStartOfB), true, 1);
    check<Variant::F16Negated, float>(16, columns, at(columns, kStartOfB), true, -1);
    check<Variant::F16TransposedB, float>(16, rows, at(columns, kStartOfB), false, 1);
  }
  // The second 32 bytes of rows of 128.
  const Layout wide = alongLines(1, 16);
  check<Variant::F16, float>(16, at(wide, 32), at(wide, kStartOfB + 32), true, 1);
  check<Variant::F16Registers, float>(16, wide, at(wide, kStartOfB), true, -1);
  check<Variant::Bf16, float>(16, wide, at(wide, kStartOfB), true, 1);
  check<Variant::Tf32, float>(8, alongLines(1, 32), at(alongLines(1, 32), kStartOfB), true, 1);
  const Layout bytes = alongLines(2, 8);
  check<Variant::Fp8, float>(32, bytes, at(bytes, kStartOfB), true, 1);
  check<Variant::S8, int>(32, bytes, at(bytes, kStartOfB), true, 1);
  check<Variant::U8, int>(32, bytes, at(bytes, kStartOfB), false, 1);
  bits();
  sparse();
  puts("ok");
}
