// Boxes of tensors of one to five dimensions, loaded to shared memory: steps between elements,
// swizzling, what lies outside of the tensor, and rounding to tf32.

// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a -lcuda
#include "tensor_copy.h"

constexpr unsigned kTensorBytes = 1 << 18;
static const unsigned kElementBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};

struct Tensor {
  int type, rank;
  cuuint64_t extents[5], strides[5]; // strides[0] is not used
  cuuint32_t box[5], steps[5];
  int swizzle, fill;
};

static unsigned char *tensorMemory, *deviceOut;
static unsigned char host[kTensorBytes], got[kAreaBytes], want[kAreaBytes];

static CUtensorMap encode(const Tensor& t) {
  CUtensorMap map;
  DRIVER_CHECK(cuTensorMapEncodeTiled(
      &map, static_cast<CUtensorMapDataType>(t.type), t.rank, tensorMemory, t.extents,
      t.strides + 1, t.box, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
      static_cast<CUtensorMapSwizzle>(t.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
      static_cast<CUtensorMapFloatOOBfill>(t.fill)));
  return map;
}

// Swizzling moves units of 16 bytes within 32, 64 or 128 bytes, which a row then takes.
static unsigned swizzled(unsigned address, int swizzle) {
  return address ^ ((address >> 7) & ((1u << swizzle) - 1)) << 4;
}

// Fills `want` and gives the bytes of the box.
static unsigned expected(const Tensor& t, const BoxPosition& at) {
  memset(want, kUntouched, sizeof want);
  const unsigned bytes = kElementBytes[t.type];
  unsigned counts[5] = {t.box[0], 1, 1, 1, 1}, total = bytes;
  for (int i = 1; i < t.rank; ++i)
    counts[i] = (t.box[i] + t.steps[i] - 1) / t.steps[i];
  for (unsigned count : counts)
    total *= count;
  const unsigned row = t.swizzle ? 16u << t.swizzle : t.box[0] * bytes;
  for (unsigned n = 0; n < total / bytes; ++n) {
    bool inside = true;
    long long offset = 0;
    unsigned rest = n;
    for (int i = 0; i < t.rank; ++i) {
      const long long x =
          at.coordinates[i] + static_cast<long long>(rest % counts[i]) * (i ? t.steps[i] : 1);
      rest /= counts[i];
      inside = inside && x >= 0 && x < static_cast<long long>(t.extents[i]);
      offset += x * static_cast<long long>(i ? t.strides[i] : bytes);
    }
    const unsigned place = n / t.box[0] * row + n % t.box[0] * bytes;
    for (unsigned k = 0; k < bytes; ++k)
      want[swizzled(place + k, t.swizzle)] = inside   ? host[offset + k]
                                             : t.fill ? (k % 2 ? 0x7f : 0xf7)
                                                      : 0;
  }
  return total;
}

static Tensor randomTensor() {
  Tensor t = {};
  t.type = pseudoRandom() % 10;
  t.rank = 1 + pseudoRandom() % 5;
  t.swizzle = pseudoRandom() % 4;
  t.fill = t.type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 ? pseudoRandom() % 2 : 0;
  const unsigned bytes = kElementBytes[t.type];
  const unsigned units = t.swizzle ? 1u << t.swizzle : 8;
  t.box[0] = 16 * (1 + pseudoRandom() % units) / bytes;
  t.extents[0] = 1 + pseudoRandom() % (2 * t.box[0]);
  t.steps[0] = 1;
  cuuint64_t stride = (t.extents[0] * bytes + 15) / 16 * 16 + 16 * (pseudoRandom() % 2);
  for (int i = 1; i < t.rank; ++i) {
    t.extents[i] = 1 + pseudoRandom() % 6;
    t.box[i] = 1 + pseudoRandom() % 4;
    t.steps[i] = pseudoRandom() % 3 ? 1 : 1 + pseudoRandom() % 3;
    t.strides[i] = stride;
    stride = stride * t.extents[i] + 16 * (pseudoRandom() % 2);
  }
  return t;
}

static void tiles() {
  for (int round = 0; round < 150; ++round) {
    const Tensor t = randomTensor();
    const int perUnit = 16 / kElementBytes[t.type];
    BoxPosition at = {};
    // The first coordinate must be a multiple of 16 bytes.
    at.coordinates[0] = (static_cast<int>(pseudoRandom() % 6) - 2) * perUnit;
    for (int i = 1; i < t.rank; ++i)
      at.coordinates[i] = static_cast<int>(pseudoRandom() % (t.extents[i] + 3)) - 2;
    const unsigned bytes = expected(t, at);
    load(t.rank, encode(t), at, bytes, Mode::Tile, deviceOut, got);
    EXPECT_EQ_AT(round, memcmp(got, want, kAreaBytes), 0);
  }
}

static void tf32() {
  Tensor t = {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 1, {8}, {}, {8}, {1}, 0, 0};
  const unsigned given[8] = {0x3f800fff, 0x3f801000, 0x3f803000, 1,
                             0x807fffff, 0x7f800001, 0x7f7fffff, 0xffc12345};
  const unsigned rounded[8] = {0x3f800000, 0x3f800000, 0x3f804000, 0,
                               0x80800000, 0x7fffe000, 0x7f800000, 0x7fffe000};
  CUDA_CHECK(cudaMemcpy(tensorMemory, given, sizeof given, cudaMemcpyHostToDevice));
  load(1, encode(t), BoxPosition{}, sizeof given, Mode::Tile, deviceOut, got);
  for (int i = 0; i < 8; ++i) {
    unsigned word;
    memcpy(&word, got + 4 * i, 4);
    EXPECT_EQ_AT(i, word, rounded[i]);
  }
}

// A first coordinate that is no multiple of 16 bytes stops the kernel.
static void misaligned() {
  Tensor t = {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, {64}, {}, {16}, {1}, 0, 0};
  BoxPosition at = {{1}};
  const CUtensorMap map = encode(t);
  loadBox<1><<<1, 1, kAreaBytes>>>(map, at, 64, Mode::Tile, deviceOut);
  EXPECT_CUDA(cudaErrorIllegalInstruction, cudaDeviceSynchronize());
}

int main() {
  CUDA_CHECK(cudaMalloc(&tensorMemory, kTensorBytes));
  CUDA_CHECK(cudaMalloc(&deviceOut, kAreaBytes));
  for (unsigned char& byte : host)
    byte = static_cast<unsigned char>(pseudoRandom());
  CUDA_CHECK(cudaMemcpy(tensorMemory, host, sizeof host, cudaMemcpyHostToDevice));
  tiles();
  tf32();
  misaligned();
  puts("ok");
}
