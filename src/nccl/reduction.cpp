#include "nccl/reduction.h"

#include "crt/half_bits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace heddle::nccl {

namespace {

// An element type has `Stored`, what is in memory, and `Value`, what is computed with.
template <class T> struct Number {
  using Stored = T;
  using Value = T;
  static Value load(Stored stored) { return stored; }
  static Stored store(Value value) { return value; }
};

// Sums and products of two such numbers, computed in single precision and rounded once more, are
// correctly rounded: a float has more than twice their digits.
struct Half {
  using Stored = std::uint16_t;
  using Value = float;
#if defined(__aarch64__)
  // Every such processor converts vectors of halves. Only the bits of a NaN are not those of a GPU.
  static Value load(Stored stored) { return std::bit_cast<_Float16>(stored); }
  static Stored store(Value value) {
    const auto bits = std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
    return value != value ? Stored{0x7fff} : bits;
  }
#else
  // Not every x86-64 does. These conversions are without branches, so that they can be vectorised.
  static Value load(Stored stored) {
    const std::uint32_t magnitude = stored & 0x7fffu;
    // Shifted into place a number is 2^112 too small, subnormal ones included.
    const std::uint32_t finite =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f);
    const std::uint32_t special = 0x7f800000u | (magnitude << 13);
    return std::bit_cast<float>((magnitude >= 0x7c00u ? special : finite) |
                                (std::uint32_t{stored} & 0x8000u) << 16);
  }
  static Stored store(Value value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    // What is too large becomes infinite by the first product. The sum with a power of two that is
    // 2^13 times the number's own, or the smallest normal half's, rounds the number to the digits
    // that a half has, to even in the middle, and leaves them at the low end of the mantissa.
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f * 0x1p-110f;
    const std::uint32_t exponent = std::max(magnitude & 0x7f800000u, 0x38800000u);
    const std::uint32_t sum =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(exponent + 0x07800000u) + scaled);
    const std::uint32_t number = ((sum >> 13) & 0x7c00u) + (sum & 0x0fffu);
    return static_cast<Stored>(magnitude > 0x7f800000u ? 0x7fffu
                                                       : ((bits >> 16) & 0x8000u) | number);
  }
#endif
};
struct Bfloat16 {
  using Stored = std::uint16_t;
  using Value = float;
  static Value load(Stored stored) { return std::bit_cast<float>(std::uint32_t{stored} << 16); }
  static Stored store(Value value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return static_cast<Stored>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded);
  }
};
template <__nv_fp8_interpretation_t interpretation> struct Float8 {
  using Stored = std::uint8_t;
  using Value = float;
  static Value load(Stored stored) {
    return device::floatFromHalf(__nv_cvt_fp8_to_halfraw(stored, interpretation).x);
  }
  static Stored store(Value value) {
    return __nv_cvt_float_to_fp8(value, __NV_SATFINITE, interpretation);
  }
};

template <class Action> auto withType(ncclDataType_t type, Action action) {
  switch (type) {
  case ncclInt8:
    return action.template operator()<Number<std::int8_t>>();
  case ncclUint8:
    return action.template operator()<Number<std::uint8_t>>();
  case ncclInt32:
    return action.template operator()<Number<std::int32_t>>();
  case ncclUint32:
    return action.template operator()<Number<std::uint32_t>>();
  case ncclInt64:
    return action.template operator()<Number<std::int64_t>>();
  case ncclUint64:
    return action.template operator()<Number<std::uint64_t>>();
  case ncclFloat16:
    return action.template operator()<Half>();
  case ncclFloat32:
    return action.template operator()<Number<float>>();
  case ncclBfloat16:
    return action.template operator()<Bfloat16>();
  case ncclFloat8e4m3:
    return action.template operator()<Float8<__NV_E4M3>>();
  case ncclFloat8e5m2:
    return action.template operator()<Float8<__NV_E5M2>>();
  default:
    return action.template operator()<Number<double>>();
  }
}

// Integers wrap around, as unsigned ones do in C++.
template <Operator op, class T> T apply(T a, T b) {
  // 64 bits, since shorter integers would be promoted to signed ones.
  using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;
  if constexpr (op == Operator::Sum)
    return static_cast<T>(static_cast<Wide>(a) + static_cast<Wide>(b));
  else if constexpr (op == Operator::Product)
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b));
  else if constexpr (std::is_floating_point_v<T>)
    return op == Operator::Maximum ? std::fmax(a, b) : std::fmin(a, b);
  else
    return (a < b) == (op == Operator::Maximum) ? b : a;
}

template <class Type> typename Type::Value loadFrom(const void* address) {
  typename Type::Stored stored;
  std::memcpy(&stored, address, sizeof stored);
  return Type::load(stored);
}

// Elements that are computed at a time. They are copied to arrays of the function's own first,
// which are aligned and do not overlap, so that the compiler makes vector instructions of the loop.
// The result may be the memory of an operand.
constexpr std::size_t kBlock = 256;

// result[i] = action(first[i], second[i])
template <class Type, class Action>
void forElements(void* result, const void* first, const void* second, std::size_t bytes,
                 Action action) {
  using Stored = typename Type::Stored;
  alignas(64) std::array<Stored, kBlock> a{}, b{}, results;
  for (std::size_t at = 0; at < bytes; at += sizeof a) {
    const std::size_t length = std::min(bytes - at, sizeof a);
    std::memcpy(a.data(), static_cast<const char*>(first) + at, length);
    std::memcpy(b.data(), static_cast<const char*>(second) + at, length);
    // Also behind the end of the last block, where the results are not used.
    for (std::size_t index = 0; index < kBlock; ++index)
      results[index] = Type::store(action(Type::load(a[index]), Type::load(b[index])));
    std::memcpy(static_cast<char*>(result) + at, results.data(), length);
  }
}

// An operand after the scaling, which is rounded.
template <class Type>
typename Type::Value scaled(typename Type::Value value, typename Type::Value scalar) {
  return Type::load(Type::store(apply<Operator::Product>(value, scalar)));
}

template <class Type> constexpr bool kIsFloat8 = false;
template <__nv_fp8_interpretation_t interpretation>
constexpr bool kIsFloat8<Float8<interpretation>> = true;

// All results of an operator on 8-bit floats, which take long to compute.
template <class Type, Operator op> const std::array<std::uint8_t, 65536>& resultsOf() {
  static const std::array<std::uint8_t, 65536> results = [] {
    std::array<std::uint8_t, 65536> made;
    for (unsigned pair = 0; pair < made.size(); ++pair)
      made[pair] = Type::store(apply<op>(Type::load(static_cast<std::uint8_t>(pair >> 8)),
                                         Type::load(static_cast<std::uint8_t>(pair))));
    return made;
  }();
  return results;
}

template <class Type, Operator op>
void combineFloat8(const Reduction& reduction, void* result, const void* incoming, const void* own,
                   std::size_t bytes) {
  const auto& results = resultsOf<Type, op>();
  std::array<std::uint8_t, 256> operands; // each after its scaling
  for (unsigned bits = 0; bits < operands.size(); ++bits) {
    const auto stored = static_cast<std::uint8_t>(bits);
    operands[bits] = reduction.scales ? Type::store(apply<Operator::Product>(
                                            Type::load(stored), loadFrom<Type>(&reduction.scalar)))
                                      : stored;
  }
  const auto *first = static_cast<const std::uint8_t*>(incoming),
             *second = static_cast<const std::uint8_t*>(own);
  for (std::size_t index = 0; index < bytes; ++index)
    static_cast<std::uint8_t*>(result)[index] =
        results[(unsigned{first[index]} << 8) | operands[second[index]]];
}

template <class Type, Operator op>
void combineElements(const Reduction& reduction, void* result, const void* incoming,
                     const void* own, std::size_t bytes) {
  using Value = typename Type::Value;
  if constexpr (kIsFloat8<Type>)
    return combineFloat8<Type, op>(reduction, result, incoming, own, bytes);
  if (!reduction.scales) {
    forElements<Type>(result, incoming, own, bytes,
                      [](Value a, Value b) { return apply<op>(a, b); });
    return;
  }
  const Value scalar = loadFrom<Type>(&reduction.scalar);
  forElements<Type>(result, incoming, own, bytes,
                    [scalar](Value a, Value b) { return apply<op>(a, scaled<Type>(b, scalar)); });
}

} // namespace

std::size_t bytesOf(ncclDataType_t type) {
  return withType(type, []<class Type>() { return sizeof(typename Type::Stored); });
}

Reduction average(ncclDataType_t type, int ranks) {
  Reduction reduction{.type = type};
  withType(type, [&]<class Type>() {
    if constexpr (std::is_integral_v<typename Type::Value>) {
      reduction.divisor = ranks;
    } else {
      const auto stored = Type::store(static_cast<typename Type::Value>(1.0 / ranks));
      reduction.scales = true;
      std::memcpy(&reduction.scalar, &stored, sizeof stored);
    }
  });
  return reduction;
}

void combine(const Reduction& reduction, void* result, const void* incoming, const void* own,
             std::size_t bytes) {
  withType(reduction.type, [&]<class Type>() {
    switch (reduction.op) {
    case Operator::Sum:
      return combineElements<Type, Operator::Sum>(reduction, result, incoming, own, bytes);
    case Operator::Product:
      return combineElements<Type, Operator::Product>(reduction, result, incoming, own, bytes);
    case Operator::Maximum:
      return combineElements<Type, Operator::Maximum>(reduction, result, incoming, own, bytes);
    case Operator::Minimum:
      return combineElements<Type, Operator::Minimum>(reduction, result, incoming, own, bytes);
    }
  });
}

void prepare(const Reduction& reduction, void* result, const void* own, std::size_t bytes) {
  if (!reduction.scales) {
    if (result != own)
      std::memmove(result, own, bytes);
    return;
  }
  withType(reduction.type, [&]<class Type>() {
    using Value = typename Type::Value;
    const Value scalar = loadFrom<Type>(&reduction.scalar);
    forElements<Type>(result, own, own, bytes, [scalar](Value value, Value) {
      return apply<Operator::Product>(value, scalar);
    });
  });
}

void conclude(const Reduction& reduction, void* result, std::size_t bytes) {
  if (reduction.divisor == 1)
    return;
  withType(reduction.type, [&]<class Type>() {
    using Value = typename Type::Value;
    using Wide = std::conditional_t<std::is_signed_v<Value>, std::int64_t, std::uint64_t>;
    if constexpr (std::is_integral_v<Value>)
      forElements<Type>(result, result, result, bytes,
                        [divisor = static_cast<Wide>(reduction.divisor)](Value value, Value) {
                          return static_cast<Value>(static_cast<Wide>(value) / divisor);
                        });
  });
}

} // namespace heddle::nccl
