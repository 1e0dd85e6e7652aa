// Tensor copies in im2col mode: pixels in a row of a box around the images, with their channels,
// and offsets between the pixels and what is read.

// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a -lcuda
#include "tensor_copy.h"

constexpr unsigned kElements = 1 << 16;
static unsigned short *tensorMemory, host[kElements];
static unsigned char *deviceOut, got[kAreaBytes];

struct Images {
  int rank;
  cuuint64_t extents[5], strides[4];
  int lower[3], upper[3];
  cuuint32_t steps[5], channels, pixels;
};

static Images randomImages() {
  Images t = {};
  t.rank = 3 + pseudoRandom() % 3;
  t.extents[0] = 16 + 8 * (pseudoRandom() % 2);
  cuuint64_t stride = 2 * t.extents[0];
  for (int i = 1; i < t.rank; ++i) {
    t.extents[i] = i == t.rank - 1 ? 2 + pseudoRandom() % 2 : 4 + pseudoRandom() % 3;
    t.strides[i - 1] = stride;
    stride *= t.extents[i];
  }
  const bool strided = pseudoRandom() % 3 == 0;
  for (cuuint32_t& step : t.steps)
    step = 1;
  for (int i = 0; i < t.rank - 2; ++i) {
    t.lower[i] = static_cast<int>(pseudoRandom() % 4) - 2;
    t.upper[i] = static_cast<int>(pseudoRandom() % 3) - 1;
    if (strided)
      t.steps[1 + i] = 1 + pseudoRandom() % 2;
  }
  t.channels = 8 * (1 + pseudoRandom() % 2);
  t.pixels = 1 + pseudoRandom() % 12;
  return t;
}

static BoxPosition randomPosition(const Images& t) {
  BoxPosition at = {};
  at.coordinates[0] = 8 * (pseudoRandom() % 2);
  for (int i = 0; i < t.rank - 2; ++i) {
    const int extent = static_cast<int>(t.extents[1 + i]) + t.upper[i] - t.lower[i];
    int steps = pseudoRandom() % extent / t.steps[1 + i];
    at.coordinates[1 + i] = t.lower[i] + steps * static_cast<int>(t.steps[1 + i]);
    at.offsets[i] = pseudoRandom() % 3;
  }
  at.coordinates[t.rank - 1] = pseudoRandom() % t.extents[t.rank - 1];
  return at;
}

static unsigned short element(const Images& t, const BoxPosition& at, const int* pixel,
                              unsigned channel) {
  long long offset = 0;
  for (int i = 0; i < t.rank; ++i) {
    const long long x = i == 0           ? at.coordinates[0] + static_cast<long long>(channel)
                        : i < t.rank - 1 ? pixel[i] + static_cast<long long>(at.offsets[i - 1])
                                         : pixel[i];
    if (x < 0 || x >= static_cast<long long>(t.extents[i]))
      return 0;
    offset += x * static_cast<long long>(i ? t.strides[i - 1] : 2);
  }
  return host[offset / 2];
}

static void nextPixel(const Images& t, int* pixel) {
  int i = 1;
  for (; i < t.rank - 1; ++i) {
    pixel[i] += t.steps[i];
    if (pixel[i] < static_cast<int>(t.extents[i]) + t.upper[i - 1])
      return;
    pixel[i] = t.lower[i - 1];
  }
  ++pixel[i];
}

int main() {
  CUDA_CHECK(cudaMalloc(&tensorMemory, sizeof host));
  CUDA_CHECK(cudaMalloc(&deviceOut, kAreaBytes));
  for (unsigned i = 0; i < kElements; ++i)
    host[i] = static_cast<unsigned short>(i);
  CUDA_CHECK(cudaMemcpy(tensorMemory, host, sizeof host, cudaMemcpyHostToDevice));
  for (int round = 0; round < 120; ++round) {
    const Images t = randomImages();
    const BoxPosition at = randomPosition(t);
    CUtensorMap map;
    DRIVER_CHECK(cuTensorMapEncodeIm2col(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT16, t.rank, tensorMemory, t.extents, t.strides, t.lower,
        t.upper, t.channels, t.pixels, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    load(t.rank, map, at, t.pixels * t.channels * 2, Mode::Im2col, deviceOut, got);
    int pixel[5];
    memcpy(pixel, at.coordinates, sizeof pixel);
    for (unsigned p = 0; p < t.pixels; ++p) {
      for (unsigned c = 0; c < t.channels; ++c) {
        unsigned short value;
        memcpy(&value, got + (p * t.channels + c) * 2, 2);
        EXPECT_EQ_AT(round * 100 + p, value, element(t, at, pixel, c));
      }
      nextPixel(t, pixel);
    }
  }
  puts("ok");
}
