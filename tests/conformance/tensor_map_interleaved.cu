// Tensors whose channels are interleaved: the channels of a slice lie together in a unit of 16 or
// 32 bytes, and the slices are the last dimension but one. Copies in tile mode and in im2col mode
// take one slice.

// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a -lcuda
#include "tensor_copy.h"

constexpr unsigned kPieces = 1 << 14; // of 16 bytes
constexpr unsigned kPieceBytes = 16;
static unsigned char* tensorMemory;
static unsigned short host[kPieces * 8];
static unsigned char *deviceOut, got[kAreaBytes];

struct Tensor {
  int rank;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  cuuint64_t extents[5], strides[4];
  cuuint32_t box[5], steps[5];
  int lower[3], upper[3];
  unsigned pixels;

  unsigned unitBytes() const { return interleave == CU_TENSOR_MAP_INTERLEAVE_16B ? 16 : 32; }
};

static Tensor randomTensor() {
  Tensor t = {};
  t.rank = 3 + pseudoRandom() % 3;
  t.interleave = pseudoRandom() % 2 ? CU_TENSOR_MAP_INTERLEAVE_16B : CU_TENSOR_MAP_INTERLEAVE_32B;
  t.swizzle = static_cast<CUtensorMapSwizzle>(pseudoRandom() % 4);
  cuuint64_t stride = t.unitBytes();
  for (int i = 0; i < t.rank; ++i) {
    t.extents[i] = 3 + pseudoRandom() % 4;
    stride *= t.extents[i];
    if (i + 1 < t.rank)
      t.strides[i] = stride;
    t.box[i] = i == 0 ? 8 : 1 + pseudoRandom() % 3;
    t.steps[i] = pseudoRandom() % 3 ? 1 : 2;
  }
  for (int i = 0; i < t.rank - 2; ++i) {
    t.lower[i] = static_cast<int>(pseudoRandom() % 3) - 1;
    t.upper[i] = static_cast<int>(pseudoRandom() % 3) - 1;
  }
  t.pixels = 1 + pseudoRandom() % 12;
  return t;
}

// The first piece of a unit in the tensor; -1 outside of it.
static long long pieceAt(const Tensor& t, const long long* coordinates) {
  long long offset = coordinates[0] * t.unitBytes();
  for (int i = 0; i < t.rank; ++i) {
    if (coordinates[i] < 0 || coordinates[i] >= static_cast<long long>(t.extents[i]))
      return -1;
    if (i > 0)
      offset += coordinates[i] * static_cast<long long>(t.strides[i - 1]);
  }
  return offset / kPieceBytes;
}

// Compares a unit in shared memory. Pieces change places by their address.
static void expectUnit(const Tensor& t, unsigned number, const long long* coordinates) {
  const long long first = pieceAt(t, coordinates);
  for (unsigned i = 0; i < t.unitBytes() / kPieceBytes; ++i) {
    unsigned place = number * t.unitBytes() + i * kPieceBytes;
    place ^= (place >> 7 & ((1u << t.swizzle) - 1)) << 4;
    unsigned short expected[8] = {};
    if (first >= 0)
      memcpy(expected, host + (first + i) * 8, kPieceBytes);
    EXPECT_EQ_AT(place, memcmp(got + place, expected, kPieceBytes), 0);
  }
}

// Swizzling moves pieces within 128 bytes.
static void expectUntouched(unsigned bytes) {
  EXPECT_EQ(int(got[(bytes + 127) / 128 * 128]), int(kUntouched));
}

static void checkTile(const Tensor& t) {
  CUtensorMap map;
  DRIVER_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, t.rank, tensorMemory,
                                      t.extents, t.strides, t.box, t.steps, t.interleave, t.swizzle,
                                      CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  BoxPosition at = {};
  unsigned counts[5] = {1, 1, 1, 1, 1}, units = 1;
  for (int i = 0; i < t.rank; ++i) {
    at.coordinates[i] = static_cast<int>(pseudoRandom() % (t.extents[i] + 1)) - (i != t.rank - 2);
    if (i != t.rank - 2)
      counts[i] = (t.box[i] + t.steps[i] - 1) / t.steps[i];
    units *= counts[i];
  }
  load(t.rank, map, at, units * t.unitBytes(), Mode::Tile, deviceOut, got);
  for (unsigned number = 0; number < units; ++number) {
    long long coordinates[5];
    unsigned rest = number;
    for (int i = 0; i < t.rank; ++i) {
      coordinates[i] = at.coordinates[i] + static_cast<long long>(rest % counts[i]) * t.steps[i];
      rest /= counts[i];
    }
    expectUnit(t, number, coordinates);
  }
  expectUntouched(units * t.unitBytes());
}

static void checkIm2col(const Tensor& t) {
  CUtensorMap map;
  DRIVER_CHECK(cuTensorMapEncodeIm2col(
      &map, CU_TENSOR_MAP_DATA_TYPE_UINT16, t.rank, tensorMemory, t.extents, t.strides, t.lower,
      t.upper, t.unitBytes() / 2, t.pixels, t.steps, t.interleave, t.swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  BoxPosition at = {};
  for (int i = 0; i < t.rank - 2; ++i) {
    const int extent = static_cast<int>(t.extents[i]) + t.upper[i] - t.lower[i];
    at.coordinates[i] =
        t.lower[i] + static_cast<int>(pseudoRandom() % extent / t.steps[i] * t.steps[i]);
    at.offsets[i] = pseudoRandom() % 3;
  }
  at.coordinates[t.rank - 2] = pseudoRandom() % t.extents[t.rank - 2];
  at.coordinates[t.rank - 1] = pseudoRandom() % t.extents[t.rank - 1];
  load(t.rank, map, at, t.pixels * t.unitBytes(), Mode::Im2col, deviceOut, got);
  long long pixel[5];
  for (int i = 0; i < t.rank; ++i)
    pixel[i] = at.coordinates[i];
  for (unsigned number = 0; number < t.pixels; ++number) {
    long long coordinates[5];
    for (int i = 0; i < t.rank; ++i)
      coordinates[i] = pixel[i] + (i < t.rank - 2 ? at.offsets[i] : 0);
    expectUnit(t, number, coordinates);
    int i = 0;
    for (; i < t.rank - 2; ++i) {
      pixel[i] += t.steps[i];
      if (pixel[i] < static_cast<long long>(t.extents[i]) + t.upper[i])
        break;
      pixel[i] = t.lower[i];
    }
    if (i == t.rank - 2)
      pixel[t.rank - 1] += t.steps[t.rank - 1];
  }
  expectUntouched(t.pixels * t.unitBytes());
}

static CUresult encode(const Tensor& t, void* address) {
  CUtensorMap map;
  return cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, t.rank, address, t.extents,
                                t.strides, t.box, t.steps, t.interleave, t.swizzle,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

// The box is counted in elements of the data type when its size is checked, though not in a copy.
static void checkArguments() {
  Tensor t = {3,
              CU_TENSOR_MAP_INTERLEAVE_16B,
              CU_TENSOR_MAP_SWIZZLE_NONE,
              {24, 6, 4},
              {16 * 24, 16 * 144},
              {8, 2, 2},
              {1, 1, 1, 1, 1}};
  EXPECT_DRIVER(CUDA_SUCCESS, encode(t, tensorMemory));
  t.box[0] = 4;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, encode(t, tensorMemory));
  t.box[0] = 24;
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
  EXPECT_DRIVER(CUDA_SUCCESS, encode(t, tensorMemory));
  t.rank = 2;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, encode(t, tensorMemory));
  t.rank = 3;
  t.interleave = CU_TENSOR_MAP_INTERLEAVE_32B;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, encode(t, tensorMemory + 16));
}

int main() {
  usePrimaryContext();
  CUDA_CHECK(cudaMalloc(&tensorMemory, sizeof host));
  CUDA_CHECK(cudaMalloc(&deviceOut, kAreaBytes));
  for (unsigned i = 0; i < kPieces * 8; ++i)
    host[i] = static_cast<unsigned short>(pseudoRandom() | 1);
  CUDA_CHECK(cudaMemcpy(tensorMemory, host, sizeof host, cudaMemcpyHostToDevice));
  checkArguments();
  for (int i = 0; i < 60; ++i)
    checkTile(randomTensor());
  for (int i = 0; i < 60; ++i)
    checkIm2col(randomTensor());
  return ok();
}
