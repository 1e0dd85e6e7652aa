// What CUtensorMap holds: a tensor in global memory and the boxes of it that copies move. The
// driver fills it in, tensormap.replace changes it, and bulk tensor copies read it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

// The numbers are those of CUtensorMapDataType.
enum class TensorElement : std::uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F64,
  Bf16,
  F32Ftz,
  Tf32,
  Tf32Ftz,
};
constexpr unsigned kTensorElements = 13;

constexpr unsigned bytesOf(TensorElement element) {
  constexpr std::uint8_t kBytes[kTensorElements] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return kBytes[static_cast<unsigned>(element)];
}

constexpr unsigned kMostTensorDimensions = 5;
// The alignment in bytes of the first coordinate of a copy, of a box's inner extent and of strides.
constexpr unsigned kTensorAlignment = 16;

struct TensorMap {
  std::uint64_t address;
  std::uint64_t
      strides[kMostTensorDimensions - 1];       // in bytes, of the dimensions from the second on
  std::uint32_t extents[kMostTensorDimensions]; // in elements; 0 stands for 2^32
  std::uint16_t box[kMostTensorDimensions];     // of tile mode, in elements
  // From one element that is copied to the next. That of the first dimension counts only where
  // channels are interleaved.
  std::uint8_t steps[kMostTensorDimensions];
  std::uint8_t rank;
  TensorElement element;
  std::uint8_t swizzle;  // 0: none; n: 16-byte units change places within 16 << n bytes
  std::uint8_t fillsNan; // what lies outside of the tensor reads as NaN instead of zero
  std::uint8_t isIm2col;
  // These are for im2col mode: the box around the pixels of a copy is the tensor, moved by these
  // corners at its low and high ends.
  std::int16_t lowerCorner[kMostTensorDimensions - 2];
  std::int16_t upperCorner[kMostTensorDimensions - 2];
  std::uint16_t channels, pixels;
  // 0: the channels are the first dimension. Else the channels of a slice lie together, in units of
  // 8 << interleave bytes, which are the elements of the first dimension; the slices are the last
  // dimension but one, of which a copy takes one.
  std::uint8_t interleave;
  std::uint8_t unused[31];
};
static_assert(sizeof(TensorMap) == 128, "as large as CUtensorMap");

// What a bulk tensor copy does, in the order of PTX's reductions from Add on.
enum class TensorOperation : std::uint8_t { Load, Store, Add, Min, Max, Inc, Dec, And, Or, Xor };

// The constant argument of heddle.tensor_copy.
struct TensorRequest {
  std::uint8_t rank;
  bool isIm2col;
  TensorOperation operation;

  constexpr std::uint32_t encode() const {
    return rank | unsigned{isIm2col} << 8 | static_cast<unsigned>(operation) << 16;
  }
  static constexpr TensorRequest decode(std::uint32_t word) {
    return {static_cast<std::uint8_t>(word), (word >> 8 & 1) != 0,
            static_cast<TensorOperation>(word >> 16)};
  }
};

} // namespace heddle
