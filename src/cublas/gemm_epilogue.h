// What follows a product of cublasLt before its result is stored: bias, activation or its gradient,
// and scaling factors.
#pragma once

#include "cublas/elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace heddle::cublas {

enum class Activation : std::uint8_t { None, Relu, Gelu, ReluGradient, GeluGradient };
// What a gradient of the bias is the sum of.
enum class BiasGradient : std::uint8_t { None, Result, OperandA, OperandB };

struct GemmEpilogue {
  Activation activation = Activation::None;
  BiasGradient biasGradient = BiasGradient::None;
  // One number for each row of the result, or the gradient of these. With `isTransposed`, when the
  // product is made of the transposed matrices, there is one for each column.
  const void* bias = nullptr;
  cudaDataType biasType = CUDA_R_32F;
  std::int64_t biasStride = 0;
  bool isTransposed = false;
  // The input of the activation, which forward passes store and gradients read: one bit for each
  // element for ReLU, and the element itself for GELU.
  void* auxiliary = nullptr;
  cudaDataType auxiliaryType = CUDA_R_32F;
  std::int64_t auxiliaryLd = 0, auxiliaryStride = 0;
  // Factors of the matrices, in device memory. A null pointer means the factor 1.
  const float *scaleA = nullptr, *scaleB = nullptr, *scaleC = nullptr, *scaleD = nullptr;
  // The largest magnitude of the result before scaling is stored here. The tiles of the result only
  // ever raise it, so it must be 0 when they begin. Null when the program did not ask for it.
  float* largest = nullptr;

  bool hasBias() const { return bias && biasGradient == BiasGradient::None; }
};

// GELU in the form with tanh, as cuBLAS has it, and its derivative.
template <class V> V gelu(V x) {
  const V inner = V(0.7978845608028654) * (x + V(0.044715) * x * x * x);
  return V(0.5) * x * (1 + std::tanh(inner));
}
template <class V> V geluGradient(V x) {
  const V slope = V(0.7978845608028654);
  const V inner = slope * (x + V(0.044715) * x * x * x);
  const V t = std::tanh(inner);
  return V(0.5) * (1 + t) + V(0.5) * x * (1 - t * t) * slope * (1 + 3 * V(0.044715) * x * x);
}

// The epilogue of one tile of one product of a batch. All functions are only for inside of work.
template <class V> class TileEpilogue {
public:
  TileEpilogue(const GemmEpilogue& epilogue, std::int64_t index, Range rows, Range columns)
      : e_(epilogue), index_(index), rows_(rows), columns_(columns) {}

  // Looks at all memory, and reads the factors. False when something is not there.
  bool begin(V& alpha, V& beta) {
    V product = 1, old = 1;
    if (!load(e_.scaleA, product) || !load(e_.scaleB, product) || !load(e_.scaleC, old) ||
        !load(e_.scaleD, scaleD_) || !canUseBias() || !canUseAuxiliary() ||
        (e_.largest && !library::isAccessible({e_.largest, 4, 4, 1}, true)))
      return false;
    alpha *= product;
    beta *= old;
    return true;
  }

  // Changes the values of a column of the tile.
  void apply(std::int64_t column, V* values) {
    for (std::int64_t row = 0; row < rows_.size(); ++row) {
      V x = values[row];
      if (e_.hasBias())
        x += biasAt(e_.isTransposed ? columns_.begin + column : rows_.begin + row);
      x = activate(rows_.begin + row, columns_.begin + column, x);
      if (e_.biasGradient == BiasGradient::Result)
        gradient_[static_cast<std::size_t>(e_.isTransposed ? column : row)] += x;
      largest_ = std::max(largest_, std::abs(x));
      values[row] = x * scaleD_;
    }
  }

  // Stores what was gathered from all columns.
  void finish() {
    if (e_.biasGradient == BiasGradient::Result)
      storeGradient(e_.isTransposed ? columns_ : rows_, gradient_);
    if (e_.largest)
      raise(e_.largest, static_cast<float>(largest_));
  }
  void storeGradient(Range range, const std::vector<V>& sums) const {
    visitType(e_.biasType, [&](auto tag) {
      using E = typename decltype(tag)::Type;
      auto* to = static_cast<E*>(const_cast<void*>(e_.bias)) + index_ * e_.biasStride + range.begin;
      for (std::size_t i = 0; i < sums.size(); ++i)
        to[i] = convert<E>(sums[i]);
    });
  }

private:
  static bool load(const float* pointer, V& value) {
    if (pointer && !library::isAccessible({pointer, sizeof(float), sizeof(float), 1}, false))
      return false;
    if (pointer)
      value *= static_cast<V>(*pointer);
    return true;
  }

  bool canUseBias() {
    if (!e_.bias)
      return true;
    const bool isOfColumns = e_.biasGradient == BiasGradient::OperandB ||
                             (e_.biasGradient != BiasGradient::OperandA && e_.isTransposed);
    const Range range = isOfColumns ? columns_ : rows_;
    const std::size_t bytes = bytesOf(e_.biasType);
    const auto* first = static_cast<const char*>(e_.bias) +
                        (index_ * e_.biasStride + range.begin) * static_cast<std::int64_t>(bytes);
    if (e_.biasGradient == BiasGradient::Result)
      gradient_.assign(static_cast<std::size_t>(range.size()), V(0));
    const std::size_t all = bytes * static_cast<std::size_t>(range.size());
    return library::isAccessible({first, all, all, 1}, e_.biasGradient != BiasGradient::None);
  }
  V biasAt(std::int64_t place) const {
    V value{};
    visitType(e_.biasType, [&](auto tag) {
      using E = typename decltype(tag)::Type;
      value = convert<V>(static_cast<const E*>(e_.bias)[index_ * e_.biasStride + place]);
    });
    return value;
  }

  bool isMask() const {
    return e_.activation == Activation::Relu || e_.activation == Activation::ReluGradient;
  }
  bool isGradient() const {
    return e_.activation == Activation::ReluGradient || e_.activation == Activation::GeluGradient;
  }
  // The bits of a mask, or the bytes of elements, from the first element of the batch on.
  std::size_t auxiliaryOffset(std::int64_t row, std::int64_t column) const {
    if (e_.isTransposed)
      std::swap(row, column);
    return static_cast<std::size_t>(index_ * e_.auxiliaryStride + column * e_.auxiliaryLd + row);
  }
  bool canUseAuxiliary() const {
    if (!e_.auxiliary)
      return true;
    for (std::int64_t column = columns_.begin; column < columns_.end; ++column)
      for (const std::int64_t row : {rows_.begin, rows_.end - 1}) {
        const std::size_t offset = auxiliaryOffset(row, column);
        const std::size_t bytes = isMask() ? 1 : bytesOf(e_.auxiliaryType);
        const auto* place =
            static_cast<char*>(e_.auxiliary) + (isMask() ? offset / 8 : offset * bytes);
        if (!library::isAccessible({place, bytes, bytes, 1}, !isGradient()))
          return false;
      }
    return true;
  }
  // Several workers may set bits of one byte.
  void storeMask(std::int64_t row, std::int64_t column, bool isSet) const {
    const std::size_t bit = auxiliaryOffset(row, column);
    auto* byte = static_cast<unsigned char*>(e_.auxiliary) + bit / 8;
    const auto mask = static_cast<unsigned char>(1u << bit % 8);
    if (isSet)
      __atomic_fetch_or(byte, mask, __ATOMIC_RELAXED);
    else
      __atomic_fetch_and(byte, static_cast<unsigned char>(~mask), __ATOMIC_RELAXED);
  }
  bool loadMask(std::int64_t row, std::int64_t column) const {
    const std::size_t bit = auxiliaryOffset(row, column);
    return (static_cast<const unsigned char*>(e_.auxiliary)[bit / 8] >> bit % 8 & 1) != 0;
  }
  void storeInput(std::int64_t row, std::int64_t column, V x) const {
    visitType(e_.auxiliaryType, [&](auto tag) {
      using E = typename decltype(tag)::Type;
      static_cast<E*>(e_.auxiliary)[auxiliaryOffset(row, column)] = convert<E>(x);
    });
  }
  V loadInput(std::int64_t row, std::int64_t column) const {
    V value{};
    visitType(e_.auxiliaryType, [&](auto tag) {
      using E = typename decltype(tag)::Type;
      value = convert<V>(static_cast<const E*>(e_.auxiliary)[auxiliaryOffset(row, column)]);
    });
    return value;
  }
  V activate(std::int64_t row, std::int64_t column, V x) const {
    switch (e_.activation) {
    case Activation::None:
      return x;
    case Activation::Relu:
      if (e_.auxiliary)
        storeMask(row, column, x >= 0); // as on an H200, where the slope at 0 is 1
      return x > 0 ? x : V(0);
    case Activation::Gelu:
      if (e_.auxiliary)
        storeInput(row, column, x);
      return gelu(x);
    case Activation::ReluGradient:
      return loadMask(row, column) ? x : V(0);
    case Activation::GeluGradient:
      return x * geluGradient(loadInput(row, column));
    }
    return x;
  }
  // The bits of floats that are not negative are ordered as the floats are.
  static void raise(float* place, float value) {
    auto* bits = reinterpret_cast<std::uint32_t*>(place);
    const auto wanted = std::bit_cast<std::uint32_t>(value);
    std::uint32_t present = __atomic_load_n(bits, __ATOMIC_RELAXED);
    while (present < wanted && !__atomic_compare_exchange_n(bits, &present, wanted, true,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }

  const GemmEpilogue& e_;
  const std::int64_t index_;
  const Range rows_, columns_;
  V scaleD_ = 1;
  V largest_ = 0;
  std::vector<V> gradient_;
};

} // namespace heddle::cublas
