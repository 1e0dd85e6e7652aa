// CUtensorMap: descriptions of tensors for bulk tensor copies (ir/tensor_map.h).
#include "ir/tensor_map.h"
#include "driver/context/context.h"

#include <algorithm>
#include <cstring>
#include <span>

using namespace heddle;
using namespace heddle::driver;

namespace {

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32; // along a dimension
constexpr std::uint64_t kStrideLimit = std::uint64_t{1} << 40;
constexpr unsigned kMostBoxElements = 256; // along a dimension
constexpr unsigned kMostPixels = 1024;
constexpr unsigned kMostSteps = 8;
constexpr unsigned kLeastIm2colRank = 3;

// The parameters that all forms share.
struct TensorParameters {
  CUtensorMapDataType type;
  cuuint32_t rank;
  void* address;
  const cuuint64_t *extents, *strides;
  const cuuint32_t* steps;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion promotion;
  CUtensorMapFloatOOBfill fill;
};

bool isFloat(CUtensorMapDataType type) {
  return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
}

// Whether a row of a box may have so many elements. Swizzling moves units of a row only within a
// certain number of bytes in shared memory, and the row must fit into these. Where channels are
// interleaved, an H200's driver counts elements all the same, though the copy counts units.
bool fitsRow(std::uint64_t elements, const TensorMap& map) {
  const std::uint64_t bytes = elements * bytesOf(map.element);
  return bytes % kTensorAlignment == 0 &&
         (map.swizzle == 0 || map.interleave || bytes <= 16U << map.swizzle);
}

bool areValid(const TensorParameters& p) {
  if (!p.address || !p.extents || !p.steps || !p.strides)
    return false;
  if (p.rank < 1 || p.rank > kMostTensorDimensions || p.type < 0 ||
      static_cast<unsigned>(p.type) >= kTensorElements)
    return false;
  if (p.interleave < 0 || p.interleave > CU_TENSOR_MAP_INTERLEAVE_32B || p.swizzle < 0 ||
      p.swizzle > CU_TENSOR_MAP_SWIZZLE_128B || p.promotion < 0 ||
      p.promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B || p.fill < 0 ||
      p.fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA || (p.fill && !isFloat(p.type)))
    return false;
  const std::uint64_t alignment =
      p.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 2 * kTensorAlignment : kTensorAlignment;
  if (reinterpret_cast<std::uintptr_t>(p.address) % alignment ||
      (p.interleave && p.rank < kLeastIm2colRank))
    return false;
  return std::ranges::all_of(std::span(p.extents, p.rank),
                             [](cuuint64_t n) { return n >= 1 && n <= kMostElements; }) &&
         std::ranges::all_of(
             std::span(p.strides, p.rank - 1),
             [&](cuuint64_t n) { return n % alignment == 0 && n < kStrideLimit; }) &&
         std::ranges::all_of(std::span(p.steps, p.rank),
                             [](cuuint32_t n) { return n >= 1 && n <= kMostSteps; });
}

// Fills in the map, or returns the error for parameters that do not fit together.
CUresult describe(const TensorParameters& p, TensorMap& map) {
  if (!areValid(p))
    return CUDA_ERROR_INVALID_VALUE;
  map.address = reinterpret_cast<std::uintptr_t>(p.address);
  std::copy_n(p.strides, p.rank - 1, map.strides);
  std::ranges::transform(std::span(p.extents, p.rank), map.extents,
                         [](cuuint64_t n) { return static_cast<std::uint32_t>(n); });
  std::ranges::transform(std::span(p.steps, p.rank), map.steps,
                         [](cuuint32_t n) { return static_cast<std::uint8_t>(n); });
  map.rank = static_cast<std::uint8_t>(p.rank);
  map.element = static_cast<TensorElement>(p.type);
  map.swizzle = static_cast<std::uint8_t>(p.swizzle);
  map.interleave = static_cast<std::uint8_t>(p.interleave);
  map.fillsNan = p.fill ? 1 : 0;
  return CUDA_SUCCESS;
}

// The user's map may have any alignment.
CUresult give(const TensorMap& map, CUtensorMap* out) {
  std::memcpy(out, &map, sizeof map);
  return CUDA_SUCCESS;
}

// The corners of an im2col box are numbers of 16, 8 or 4 bits, by the number of dimensions.
// `extents` are those of the dimensions that have corners.
bool fitCorners(cuuint32_t rank, const cuuint64_t* extents, const int* lower, const int* upper) {
  const int limit = 1 << (rank == 3 ? 15 : rank == 4 ? 7 : 4);
  for (unsigned i = 0; i + 2 < rank; ++i) {
    const auto isIn = [&](int corner) { return corner >= -limit && corner < limit; };
    if (!isIn(lower[i]) || !isIn(upper[i]) ||
        static_cast<std::int64_t>(extents[i]) + upper[i] - lower[i] <= 0)
      return false;
  }
  return true;
}

CUresult setPixels(cuuint32_t channels, cuuint32_t pixels, TensorMap& map) {
  if (channels < 1 || channels > kMostBoxElements || pixels < 1 || pixels > kMostPixels ||
      !fitsRow(channels, map))
    return CUDA_ERROR_INVALID_VALUE;
  map.isIm2col = 1;
  map.channels = static_cast<std::uint16_t>(channels);
  map.pixels = static_cast<std::uint16_t>(pixels);
  return CUDA_SUCCESS;
}

} // namespace

CUresult cuTensorMapEncodeTiled(CUtensorMap* out, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* extents, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !box)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap map{};
  HEDDLE_TRY(describe(
      {type, rank, address, extents, strides, steps, interleave, swizzle, promotion, fill}, map));
  if (!std::ranges::all_of(std::span(box, rank),
                           [](cuuint32_t n) { return n >= 1 && n <= kMostBoxElements; }) ||
      !fitsRow(box[0], map))
    return CUDA_ERROR_INVALID_VALUE;
  std::ranges::transform(std::span(box, rank), map.box,
                         [](cuuint32_t n) { return static_cast<std::uint16_t>(n); });
  return give(map, out);
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* out, CUtensorMapDataType type, cuuint32_t rank,
                                 void* address, const cuuint64_t* extents,
                                 const cuuint64_t* strides, const int* lowerCorner,
                                 const int* upperCorner, cuuint32_t channels, cuuint32_t pixels,
                                 const cuuint32_t* steps, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                 CUtensorMapFloatOOBfill fill) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !lowerCorner || !upperCorner || rank < kLeastIm2colRank)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap map{};
  HEDDLE_TRY(describe(
      {type, rank, address, extents, strides, steps, interleave, swizzle, promotion, fill}, map));
  if (!fitCorners(rank, interleave ? extents : extents + 1, lowerCorner, upperCorner))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(setPixels(channels, pixels, map));
  std::copy_n(lowerCorner, rank - 2, map.lowerCorner);
  std::copy_n(upperCorner, rank - 2, map.upperCorner);
  return give(map, out);
}

// Copies in this mode are instructions of targets after this device's: a kernel that has them does
// not load.
CUresult cuTensorMapEncodeIm2colWide(CUtensorMap* out, CUtensorMapDataType type, cuuint32_t rank,
                                     void* address, const cuuint64_t* extents,
                                     const cuuint64_t* strides, int lowerCorner, int upperCorner,
                                     cuuint32_t channels, cuuint32_t pixels,
                                     const cuuint32_t* steps, CUtensorMapInterleave interleave,
                                     CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion promotion,
                                     CUtensorMapFloatOOBfill fill) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || rank < kLeastIm2colRank || mode < 0 || mode > CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128)
    return CUDA_ERROR_INVALID_VALUE;
  TensorMap map{};
  HEDDLE_TRY(describe(
      {type, rank, address, extents, strides, steps, interleave, swizzle, promotion, fill}, map));
  HEDDLE_TRY(setPixels(channels, pixels, map));
  map.lowerCorner[0] = static_cast<std::int16_t>(lowerCorner);
  map.upperCorner[0] = static_cast<std::int16_t>(upperCorner);
  return give(map, out);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto number = reinterpret_cast<std::uint64_t>(address);
  if (!map || !address || number % kTensorAlignment)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(reinterpret_cast<char*>(map) + offsetof(TensorMap, address), &number, sizeof number);
  return CUDA_SUCCESS;
}
