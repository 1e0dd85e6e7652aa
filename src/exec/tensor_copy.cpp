// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor: boxes of a tensor between global and
// shared memory.
#include "exec/kernel_access.h"
#include "exec/runtime_gate.h"
#include "exec/worker.h"
#include "ir/kernel_abi.h"
#include "ir/tensor_map.h"
#include "memory/initialised_bytes.h"
#include "texture/half.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

using namespace heddle;

namespace {

// In each 16 bits of an element; it is a NaN in all floating-point types.
constexpr std::uint16_t kNanFill = 0x7ff7;

// A GPU stops the kernel as at an instruction that it does not know.
[[noreturn]] void refuse(std::uint32_t thread, const void* instruction) {
  exec::Worker::inKernel()->abandonKernel(
      {exec::Fault::IllegalInstruction, "illegal instruction", instruction, thread, {}});
}

// tf32 keeps 10 bits of the fraction. Every NaN becomes one and the same.
std::uint32_t roundToTf32(std::uint32_t bits) {
  constexpr std::uint32_t kInfinity = 0x7f800000, kNan = 0x7fffe000, kDropped = 0x1fff;
  if ((bits & 0x7fffffff) > kInfinity)
    return kNan;
  return (bits + kDropped / 2 + (bits >> 13 & 1)) & ~kDropped;
}

template <typename T> T loadAs(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T> T reducedInteger(TensorOperation operation, T old, T value) {
  switch (operation) {
  case TensorOperation::Add:
    return old + value;
  case TensorOperation::Min:
    return std::min(old, value);
  case TensorOperation::Max:
    return std::max(old, value);
  case TensorOperation::Inc:
    return old >= value ? T{0} : old + 1;
  case TensorOperation::Dec:
    return old == 0 || old > value ? value : old - 1;
  case TensorOperation::And:
    return old & value;
  case TensorOperation::Or:
    return old | value;
  case TensorOperation::Xor:
    return old ^ value;
  case TensorOperation::Load:
  case TensorOperation::Store:
    break;
  }
  return value;
}

// Min and Max give the other operand for a NaN.
template <typename T> T reducedFloat(TensorOperation operation, T old, T value) {
  switch (operation) {
  case TensorOperation::Min:
    return std::fmin(old, value);
  case TensorOperation::Max:
    return std::fmax(old, value);
  default:
    return old + value;
  }
}

std::uint16_t bfloatOf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value))
    return 0x7fff;
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
float floatOfBfloat(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

// Updates the element with compare-and-swap. T has the element's size; `combine` gives its new
// bits.
template <typename T, typename Combine>
void update(void* element, const void* source, Combine combine) {
  std::atomic_ref<T> memory(*static_cast<T*>(element));
  const T value = loadAs<T>(source);
  T old = memory.load(std::memory_order_relaxed);
  while (!memory.compare_exchange_weak(old, combine(old, value), std::memory_order_relaxed)) {
  }
}

template <typename T>
void updateInteger(TensorOperation operation, void* element, const void* source) {
  using Bits = std::make_unsigned_t<T>;
  update<Bits>(element, source, [&](Bits old, Bits value) {
    return static_cast<Bits>(reducedInteger(operation, static_cast<T>(old), static_cast<T>(value)));
  });
}

template <typename T, typename Bits>
void updateFloat(TensorOperation operation, void* element, const void* source) {
  update<Bits>(element, source, [&](Bits old, Bits value) {
    return std::bit_cast<Bits>(
        reducedFloat(operation, std::bit_cast<T>(old), std::bit_cast<T>(value)));
  });
}

void reduce(TensorOperation operation, TensorElement type, void* element, const void* source) {
  switch (type) {
  case TensorElement::U8:
  case TensorElement::U16:
    break; // allows() has refused them
  case TensorElement::U32:
    return updateInteger<std::uint32_t>(operation, element, source);
  case TensorElement::S32:
    return updateInteger<std::int32_t>(operation, element, source);
  case TensorElement::U64:
    return updateInteger<std::uint64_t>(operation, element, source);
  case TensorElement::S64:
    return updateInteger<std::int64_t>(operation, element, source);
  case TensorElement::F16:
    return update<std::uint16_t>(element, source, [&](std::uint16_t old, std::uint16_t value) {
      return texture::floatToHalf(
          reducedFloat(operation, texture::halfToFloat(old), texture::halfToFloat(value)));
    });
  case TensorElement::Bf16:
    return update<std::uint16_t>(element, source, [&](std::uint16_t old, std::uint16_t value) {
      return bfloatOf(reducedFloat(operation, floatOfBfloat(old), floatOfBfloat(value)));
    });
  case TensorElement::F64:
    return updateFloat<double, std::uint64_t>(operation, element, source);
  case TensorElement::F32:
  case TensorElement::F32Ftz:
  case TensorElement::Tf32:
  case TensorElement::Tf32Ftz:
    return updateFloat<float, std::uint32_t>(operation, element, source);
  }
}

constexpr unsigned bit(TensorOperation operation) {
  return 1U << static_cast<unsigned>(operation);
}

// Whether a GPU has the reduction for elements of the type.
bool allows(TensorElement type, TensorOperation operation) {
  using enum TensorOperation;
  constexpr unsigned kMoves = bit(Load) | bit(Store), kBitwise = bit(And) | bit(Or) | bit(Xor),
                     kExtremes = bit(Min) | bit(Max);
  constexpr unsigned kAllowed[kTensorElements] = {
      0,                                                     // u8
      0,                                                     // u16
      bit(Add) | kExtremes | bit(Inc) | bit(Dec) | kBitwise, // u32
      bit(Add) | kExtremes | kBitwise,                       // s32
      bit(Add) | kExtremes | kBitwise,                       // u64
      kExtremes,                                             // s64
      bit(Add) | kExtremes,                                  // f16
      bit(Add),
      bit(Add),             // f32, f64
      bit(Add) | kExtremes, // bf16
      bit(Add),
      bit(Add),
      bit(Add), // f32.ftz, tf32
  };
  return ((kMoves | kAllowed[static_cast<unsigned>(type)]) & bit(operation)) != 0;
}

// One copy: goes over the elements of the box in the order in which shared memory has them.
class TensorCopy {
public:
  TensorCopy(const TensorMap& map, TensorOperation operation, char* shared)
      : map_(map), operation_(operation), shared_(shared), bytes_(bytesOf(map.element)),
        unit_(map.interleave ? 8U << map.interleave : bytes_),
        span_(map.swizzle && !map.interleave ? 16U << map.swizzle : 0) {}

  // Copies `count` elements of the first dimension that begin at the coordinates, each `step` after
  // the one before.
  void copyRow(const std::int64_t (&coordinates)[kMostTensorDimensions], unsigned count,
               unsigned step) {
    bool isInside = true;
    char* row = reinterpret_cast<char*>(map_.address);
    for (unsigned i = 1; i < map_.rank; ++i) {
      isInside = isInside && contains(i, coordinates[i]);
      row += coordinates[i] * static_cast<std::int64_t>(map_.strides[i - 1]);
    }
    const unsigned rowBytes = count * unit_;
    requireAccess(row, isInside, coordinates[0], count, step);
    for (unsigned i = 0; i < count; ++i) {
      const std::int64_t x = coordinates[0] + std::int64_t{i} * step;
      char* const unit = isInside && contains(0, x) ? row + x * unit_ : nullptr;
      for (unsigned offset = 0; offset < unit_; offset += bytes_)
        copyElement(unit ? unit + offset : nullptr, i * unit_ + offset);
    }
    position_ += span_ ? span_ : rowBytes;
    copied_ += rowBytes;
  }

  unsigned copied() const { return copied_; }

private:
  bool contains(unsigned dimension, std::int64_t coordinate) const {
    return coordinate >= 0 && coordinate < extentOf(dimension);
  }
  std::int64_t extentOf(unsigned dimension) const {
    return map_.extents[dimension] ? map_.extents[dimension] : std::int64_t{1} << 32;
  }

  // Ends the kernel unless it may access the elements of a row, and their place in shared memory.
  void requireAccess(const char* row, bool isInside, std::int64_t x, unsigned count,
                     unsigned step) const {
    // Swizzling moves units within the span.
    exec::requireKernelAccess(shared_ + position_, std::max(count * unit_, span_));
    const std::int64_t first = std::max<std::int64_t>(x, 0);
    const std::int64_t last = std::min<std::int64_t>(x + std::int64_t{count} * step, extentOf(0));
    if (isInside && first < last)
      exec::requireKernelAccess(row + first * unit_,
                                static_cast<std::size_t>(last - first) * unit_);
  }

  // Units of 16 bytes change places by the address in shared memory.
  char* place(unsigned offset) const {
    auto address = reinterpret_cast<std::uintptr_t>(shared_ + position_ + offset);
    const std::uintptr_t mask = (1U << map_.swizzle) - 1;
    return reinterpret_cast<char*>(address ^ (address >> 7 & mask) << 4);
  }

  // A null element is one outside of the tensor.
  void copyElement(char* element, unsigned offset) {
    char* local = place(offset);
    if (operation_ == TensorOperation::Load)
      load(element, local);
    else if (!element)
      return;
    else if (operation_ == TensorOperation::Store)
      store(local, element);
    else
      reduce(operation_, map_.element, element, local);
  }

  void store(const char* local, char* element) const {
    std::memcpy(element, local, bytes_);
    memory::markInitialised(element, bytes_);
  }

  void load(const char* element, char* local) const {
    if (!element) {
      const std::uint16_t fill = map_.fillsNan ? kNanFill : 0;
      for (unsigned i = 0; i < bytes_; i += 2)
        std::memcpy(local + i, &fill, std::min(bytes_, 2U));
    } else if (map_.element == TensorElement::Tf32 || map_.element == TensorElement::Tf32Ftz) {
      const std::uint32_t rounded = roundToTf32(loadAs<std::uint32_t>(element));
      std::memcpy(local, &rounded, sizeof rounded);
    } else {
      std::memcpy(local, element, bytes_);
    }
  }

  const TensorMap& map_;
  const TensorOperation operation_;
  char* const shared_;
  const unsigned bytes_;
  const unsigned unit_; // the bytes of an element of the first dimension
  const unsigned span_; // within which a row is swizzled; 0 where rows follow each other at once
  unsigned position_ = 0, copied_ = 0;
};

// Goes over a box of every dimension but the first, whose elements make a row.
void copyTile(const TensorMap& map, const std::int32_t (&start)[kMostTensorDimensions],
              TensorCopy& copy) {
  unsigned counts[kMostTensorDimensions] = {1, 1, 1, 1, 1}, index[kMostTensorDimensions] = {};
  for (unsigned i = 1; i < map.rank; ++i)
    counts[i] = (map.box[i] + map.steps[i] - 1U) / map.steps[i];
  if (map.interleave) // a copy takes one slice of channels
    counts[map.rank - 2] = 1;
  const unsigned step = map.interleave ? map.steps[0] : 1;
  for (bool isDone = false; !isDone;) {
    std::int64_t coordinates[kMostTensorDimensions] = {start[0]};
    for (unsigned i = 1; i < map.rank; ++i)
      coordinates[i] = start[i] + std::int64_t{index[i]} * map.steps[i];
    copy.copyRow(coordinates, (map.box[0] + step - 1) / step, step);
    unsigned i = 1;
    while (i < map.rank && ++index[i] == counts[i])
      index[i++] = 0;
    isDone = i >= map.rank;
  }
}

// Goes over pixels, whose channels make a row, along the rows of the box around them and from one
// image to the next. `offsets` moves what is read away from the pixels. Where channels are
// interleaved, the first dimension is one of the pixels', and a row is the channels of one slice.
void copyIm2col(const TensorMap& map, const std::int32_t (&start)[kMostTensorDimensions],
                const std::uint16_t (&offsets)[kMostTensorDimensions - 2], TensorCopy& copy) {
  const unsigned images = map.rank - 1U; // the dimension of images
  // Those of a pixel within its image are before, with the channels as the first or the last.
  const unsigned begin = map.interleave ? 0 : 1, end = begin + map.rank - 2;
  std::int64_t pixel[kMostTensorDimensions];
  std::copy(std::begin(start), std::end(start), pixel);
  for (unsigned n = 0; n < map.pixels; ++n) {
    std::int64_t coordinates[kMostTensorDimensions];
    std::copy(std::begin(pixel), std::end(pixel), coordinates);
    for (unsigned i = begin; i < end; ++i)
      coordinates[i] += offsets[i - begin];
    copy.copyRow(coordinates, map.interleave ? 1 : map.channels, 1);
    unsigned i = begin;
    for (; i < end; ++i) {
      pixel[i] += map.steps[i];
      if (pixel[i] < std::int64_t{map.extents[i]} + map.upperCorner[i - begin])
        break;
      pixel[i] = map.lowerCorner[i - begin];
    }
    if (i == end)
      pixel[images] += map.steps[images];
  }
}

} // namespace

extern "C" std::uint32_t heddle_tensor_copy(BlockContext* context, std::uint32_t thread,
                                            std::uint64_t map, std::uint64_t shared,
                                            std::uint32_t c0, std::uint32_t c1, std::uint32_t c2,
                                            std::uint32_t c3, std::uint32_t c4,
                                            std::uint64_t offsets, std::uint32_t requestWord) {
  const void* const call = exec::callingInstruction();
  const TensorMap& tensor = *reinterpret_cast<const TensorMap*>(map);
  const TensorRequest request = TensorRequest::decode(requestWord);
  const std::int32_t start[] = {static_cast<std::int32_t>(c0), static_cast<std::int32_t>(c1),
                                static_cast<std::int32_t>(c2), static_cast<std::int32_t>(c3),
                                static_cast<std::int32_t>(c4)};
  exec::requireKernelAccess(&tensor, sizeof tensor);
  // The map comes from the kernel, which may hand over any memory as one.
  if (tensor.rank != request.rank || (tensor.isIm2col != 0) != request.isIm2col ||
      static_cast<unsigned>(tensor.element) >= kTensorElements || tensor.swizzle > 3 ||
      tensor.interleave > 2 || (tensor.interleave && tensor.rank < 3) ||
      std::count(tensor.steps, tensor.steps + request.rank, 0) != 0 ||
      !allows(tensor.element, request.operation) ||
      (!tensor.interleave &&
       std::int64_t{start[0]} * bytesOf(tensor.element) % kTensorAlignment != 0))
    refuse(thread, call);
  TensorCopy copy(tensor, request.operation, context->shared + shared);
  if (request.isIm2col) {
    const std::uint16_t moves[] = {static_cast<std::uint16_t>(offsets),
                                   static_cast<std::uint16_t>(offsets >> 16),
                                   static_cast<std::uint16_t>(offsets >> 32)};
    copyIm2col(tensor, start, moves, copy);
  } else {
    copyTile(tensor, start, copy);
  }
  return copy.copied();
}
