// PTX's fundamental types and state spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::ptx {

enum class TypeKind : std::uint8_t {
  Bits,
  Unsigned,
  Signed,
  Float,
  PackedInteger, // u16x2, s16x2
  PackedFloat,   // f16x2, bf16x2, f32x2
  Predicate,
  Opaque, // texref, samplerref, surfref
  None,
};

enum class ScalarType : std::uint8_t {
  None,
  B1,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  Bf16,
  Bf16x2,
  Tf32,
  F32,
  F32x2,
  F64,
  U16x2,
  S16x2,
  E4m3,
  E5m2,
  E4m3x2,
  E5m2x2,
  E3m2,
  E2m3,
  E2m1,
  E2m3x2,
  E3m2x2,
  E2m1x2,
  Ue8m0x2,
  E4m3x4,
  E5m2x4,
  E2m3x4,
  E3m2x4,
  E2m1x4,
  U4,
  S4,
  U2,
  S2,
  Pred,
  Texref,
  Samplerref,
  Surfref,
};

struct TypeInfo {
  std::string_view name;
  ScalarType type;
  TypeKind kind;
  std::uint16_t bits;
};

const TypeInfo& typeInfo(ScalarType type);
std::optional<ScalarType> typeByName(std::string_view name);

inline unsigned bitsOf(ScalarType type) {
  return typeInfo(type).bits;
}
inline unsigned bytesOf(ScalarType type) {
  return (typeInfo(type).bits + 7) / 8;
}
inline bool isSigned(ScalarType type) {
  return typeInfo(type).kind == TypeKind::Signed;
}
inline bool isFloat(ScalarType type) {
  return typeInfo(type).kind == TypeKind::Float;
}
inline bool isInteger(ScalarType type) {
  auto kind = typeInfo(type).kind;
  return kind == TypeKind::Bits || kind == TypeKind::Unsigned || kind == TypeKind::Signed;
}

// The untyped, unsigned or signed integer type of a width.
ScalarType bitsType(unsigned bits);
ScalarType unsignedType(unsigned bits);
ScalarType signedType(unsigned bits);
// The type of twice the width (mul.wide); None when there is none.
ScalarType widened(ScalarType type);

enum class StateSpace : std::uint8_t {
  Generic,
  Reg,
  Global,
  Const,
  Local,
  Param,
  Shared,
  Texture, // .tex, a deprecated spelling of .global .texref
};

} // namespace heddle::ptx
