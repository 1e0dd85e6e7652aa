// What the descriptions of tensors refuse. Each code is what a GPU gave for the same call.
// nvcc: -std=c++17 -lcuda
#include "driver.h"

#include <cuda.h>
#include <stdint.h>

struct Tiled {
  int type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank = 2;
  uintptr_t offset = 0;
  cuuint64_t extents[5] = {64, 32, 4, 4, 4}, strides[4] = {128, 4096, 16384, 65536};
  cuuint32_t box[5] = {32, 8, 1, 1, 1}, steps[5] = {1, 1, 1, 1, 1};
  int interleave = 0, swizzle = 0, promotion = 0, fill = 0;
};
struct Im2col {
  int rank = 4;
  int lower[3] = {-1, -1, -1}, upper[3] = {-1, -1, -1};
  cuuint32_t channels = 16, pixels = 8, steps[5] = {1, 1, 1, 1, 1};
  int swizzle = 0;
};

static char* memory;

template <class Change> static CUresult tiled(Change change) {
  Tiled t;
  change(t);
  CUtensorMap map;
  return cuTensorMapEncodeTiled(
      &map, static_cast<CUtensorMapDataType>(t.type), t.rank, memory + t.offset, t.extents,
      t.strides, t.box, t.steps, static_cast<CUtensorMapInterleave>(t.interleave),
      static_cast<CUtensorMapSwizzle>(t.swizzle), static_cast<CUtensorMapL2promotion>(t.promotion),
      static_cast<CUtensorMapFloatOOBfill>(t.fill));
}
template <class Change> static CUresult im2col(Change change) {
  Im2col t;
  change(t);
  const cuuint64_t extents[5] = {64, 16, 16, 4, 4}, strides[4] = {128, 2048, 32768, 131072};
  CUtensorMap map;
  return cuTensorMapEncodeIm2col(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, t.rank, memory, extents, strides, t.lower, t.upper,
      t.channels, t.pixels, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
      static_cast<CUtensorMapSwizzle>(t.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

#define TAKES(kind, change) EXPECT_DRIVER(CUDA_SUCCESS, kind([](auto& t) { change; }))
#define REFUSES(kind, change) EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, kind([](auto& t) { change; }))

static void extentsAndStrides() {
  TAKES(tiled, (void)t);
  REFUSES(tiled, t.rank = 0);
  TAKES(tiled, t.rank = 1);
  TAKES(tiled, t.rank = 5);
  REFUSES(tiled, t.rank = 6);
  REFUSES(tiled, t.offset = 8);
  TAKES(tiled, t.offset = 16);
  REFUSES(tiled, t.strides[0] = 136);
  TAKES(tiled, t.strides[0] = 144);
  TAKES(tiled, t.strides[0] = 64);
  TAKES(tiled, t.strides[0] = 0);
  TAKES(tiled, t.strides[0] = (1ull << 40) - 16);
  REFUSES(tiled, t.strides[0] = 1ull << 40);
  REFUSES(tiled, t.extents[1] = 0);
  TAKES(tiled, t.extents[1] = 1ull << 32);
  REFUSES(tiled, t.extents[1] = (1ull << 32) + 1);
}

static void boxes() {
  REFUSES(tiled, t.box[1] = 0);
  TAKES(tiled, t.box[1] = 256);
  REFUSES(tiled, t.box[1] = 257);
  REFUSES(tiled, t.box[0] = 7);
  REFUSES(tiled, t.box[0] = 12);
  TAKES(tiled, t.box[0] = 256);
  REFUSES(tiled, t.steps[1] = 0);
  TAKES(tiled, t.steps[1] = 8);
  REFUSES(tiled, t.steps[1] = 9);
  REFUSES(tiled, t.steps[0] = 0);
  TAKES(tiled, t.steps[0] = 2);
  REFUSES(tiled, t.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
  TAKES(tiled, (t.swizzle = CU_TENSOR_MAP_SWIZZLE_32B, t.box[0] = 16));
  TAKES(tiled, t.swizzle = CU_TENSOR_MAP_SWIZZLE_64B);
  REFUSES(tiled, (t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, t.box[0] = 128));
  REFUSES(tiled, t.swizzle = 9);
}

static void choices() {
  TAKES(tiled, t.type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ);
  REFUSES(tiled, t.type = 16);
  REFUSES(tiled, t.type = -1);
  REFUSES(tiled, t.interleave = CU_TENSOR_MAP_INTERLEAVE_16B);
  REFUSES(tiled, (t.interleave = 3, t.rank = 3));
  TAKES(tiled, t.promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
  REFUSES(tiled, t.promotion = 4);
  TAKES(tiled, t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
  REFUSES(tiled, (t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA,
                  t.type = CU_TENSOR_MAP_DATA_TYPE_UINT16));
  REFUSES(tiled, t.fill = 2);
}

static void images() {
  REFUSES(im2col, t.rank = 2);
  TAKES(im2col, t.rank = 3);
  TAKES(im2col, t.rank = 5);
  REFUSES(im2col, t.channels = 0);
  TAKES(im2col, t.channels = 256);
  REFUSES(im2col, t.channels = 257);
  REFUSES(im2col, t.channels = 7);
  REFUSES(im2col, t.pixels = 0);
  TAKES(im2col, t.pixels = 1024);
  REFUSES(im2col, t.pixels = 1025);
  TAKES(im2col, t.lower[0] = -128);
  REFUSES(im2col, t.lower[0] = -129);
  REFUSES(im2col, t.lower[0] = 127);
  REFUSES(im2col, t.upper[0] = -129);
  TAKES(im2col, (t.rank = 3, t.lower[0] = -32768));
  REFUSES(im2col, (t.rank = 3, t.lower[0] = -32769));
  TAKES(im2col, (t.rank = 5, t.lower[0] = -16));
  REFUSES(im2col, (t.rank = 5, t.lower[0] = -17));
  REFUSES(im2col, t.steps[1] = 9);
  TAKES(im2col, (t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, t.channels = 64));
  REFUSES(im2col, (t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, t.channels = 128));
}

static void addresses() {
  const Tiled t;
  CUtensorMap map;
  DRIVER_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, memory, t.extents,
                                      t.strides, t.box, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuTensorMapReplaceAddress(&map, memory + 8));
  EXPECT_DRIVER(CUDA_SUCCESS, cuTensorMapReplaceAddress(&map, memory + 16));
}

int main() {
  CUDA_CHECK(cudaMalloc(&memory, 1 << 20));
  extentsAndStrides();
  boxes();
  choices();
  images();
  addresses();
  puts("ok");
}
