#include "nccl/reduction.h"

#include "crt/half_bits.h"

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
  static Value load(Stored stored) { return device::floatFromHalf(stored); }
  static Stored store(Value value) { return device::halfFromFloat(value, device::roundNearest); }
};
struct Bfloat16 {
  using Stored = std::uint16_t;
  using Value = float;
  static Value load(Stored stored) { return device::floatFromBfloat(stored); }
  static Stored store(Value value) { return device::bfloatFromFloat(value, device::roundNearest); }
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

// Calls action(i-th elements) for all elements, with memcpy since they may lie anywhere.
template <class Type, class Action>
void forElements(void* result, std::size_t bytes, Action action) {
  using Stored = typename Type::Stored;
  auto* to = static_cast<char*>(result);
  for (std::size_t at = 0; at < bytes; at += sizeof(Stored)) {
    const Stored stored = Type::store(action(at));
    std::memcpy(to + at, &stored, sizeof stored);
  }
}

template <class Type> typename Type::Value loadAt(const void* base, std::size_t at) {
  typename Type::Stored stored;
  std::memcpy(&stored, static_cast<const char*>(base) + at, sizeof stored);
  return Type::load(stored);
}

template <class Type>
typename Type::Value scaled(typename Type::Value value, typename Type::Value scalar) {
  return Type::load(Type::store(apply<Operator::Product>(value, scalar)));
}

template <class Type, Operator op>
void combineElements(const Reduction& reduction, void* result, const void* incoming,
                     const void* own, std::size_t bytes) {
  if (!reduction.scales) {
    forElements<Type>(result, bytes, [&](std::size_t at) {
      return apply<op>(loadAt<Type>(incoming, at), loadAt<Type>(own, at));
    });
    return;
  }
  const auto scalar = loadAt<Type>(&reduction.scalar, 0);
  forElements<Type>(result, bytes, [&](std::size_t at) {
    return apply<op>(loadAt<Type>(incoming, at), scaled<Type>(loadAt<Type>(own, at), scalar));
  });
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
    const auto scalar = loadAt<Type>(&reduction.scalar, 0);
    forElements<Type>(result, bytes, [&](std::size_t at) {
      return apply<Operator::Product>(loadAt<Type>(own, at), scalar);
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
      forElements<Type>(result, bytes, [&](std::size_t at) {
        return static_cast<Value>(static_cast<Wide>(loadAt<Type>(result, at)) /
                                  static_cast<Wide>(reduction.divisor));
      });
  });
}

} // namespace heddle::nccl
