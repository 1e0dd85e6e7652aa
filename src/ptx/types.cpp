#include "ptx/types.h"

#include <array>

namespace heddle::ptx {
namespace {

constexpr std::array kTypes = {
    TypeInfo{"", ScalarType::None, TypeKind::None, 0},
    TypeInfo{"b1", ScalarType::B1, TypeKind::Bits, 1},
    TypeInfo{"b8", ScalarType::B8, TypeKind::Bits, 8},
    TypeInfo{"b16", ScalarType::B16, TypeKind::Bits, 16},
    TypeInfo{"b32", ScalarType::B32, TypeKind::Bits, 32},
    TypeInfo{"b64", ScalarType::B64, TypeKind::Bits, 64},
    TypeInfo{"b128", ScalarType::B128, TypeKind::Bits, 128},
    TypeInfo{"u8", ScalarType::U8, TypeKind::Unsigned, 8},
    TypeInfo{"u16", ScalarType::U16, TypeKind::Unsigned, 16},
    TypeInfo{"u32", ScalarType::U32, TypeKind::Unsigned, 32},
    TypeInfo{"u64", ScalarType::U64, TypeKind::Unsigned, 64},
    TypeInfo{"s8", ScalarType::S8, TypeKind::Signed, 8},
    TypeInfo{"s16", ScalarType::S16, TypeKind::Signed, 16},
    TypeInfo{"s32", ScalarType::S32, TypeKind::Signed, 32},
    TypeInfo{"s64", ScalarType::S64, TypeKind::Signed, 64},
    TypeInfo{"f16", ScalarType::F16, TypeKind::Float, 16},
    TypeInfo{"f16x2", ScalarType::F16x2, TypeKind::PackedFloat, 32},
    TypeInfo{"bf16", ScalarType::Bf16, TypeKind::Float, 16},
    TypeInfo{"bf16x2", ScalarType::Bf16x2, TypeKind::PackedFloat, 32},
    TypeInfo{"tf32", ScalarType::Tf32, TypeKind::Float, 32},
    TypeInfo{"f32", ScalarType::F32, TypeKind::Float, 32},
    TypeInfo{"f32x2", ScalarType::F32x2, TypeKind::PackedFloat, 64},
    TypeInfo{"f64", ScalarType::F64, TypeKind::Float, 64},
    TypeInfo{"u16x2", ScalarType::U16x2, TypeKind::PackedInteger, 32},
    TypeInfo{"s16x2", ScalarType::S16x2, TypeKind::PackedInteger, 32},
    TypeInfo{"e4m3", ScalarType::E4m3, TypeKind::Float, 8},
    TypeInfo{"e5m2", ScalarType::E5m2, TypeKind::Float, 8},
    TypeInfo{"e4m3x2", ScalarType::E4m3x2, TypeKind::PackedFloat, 16},
    TypeInfo{"e5m2x2", ScalarType::E5m2x2, TypeKind::PackedFloat, 16},
    TypeInfo{"e3m2", ScalarType::E3m2, TypeKind::Float, 8},
    TypeInfo{"e2m3", ScalarType::E2m3, TypeKind::Float, 8},
    TypeInfo{"e2m1", ScalarType::E2m1, TypeKind::Float, 4},
    TypeInfo{"e2m3x2", ScalarType::E2m3x2, TypeKind::PackedFloat, 16},
    TypeInfo{"e3m2x2", ScalarType::E3m2x2, TypeKind::PackedFloat, 16},
    TypeInfo{"e2m1x2", ScalarType::E2m1x2, TypeKind::PackedFloat, 8},
    TypeInfo{"ue8m0x2", ScalarType::Ue8m0x2, TypeKind::PackedFloat, 16},
    TypeInfo{"e4m3x4", ScalarType::E4m3x4, TypeKind::PackedFloat, 32},
    TypeInfo{"e5m2x4", ScalarType::E5m2x4, TypeKind::PackedFloat, 32},
    TypeInfo{"e2m3x4", ScalarType::E2m3x4, TypeKind::PackedFloat, 32},
    TypeInfo{"e3m2x4", ScalarType::E3m2x4, TypeKind::PackedFloat, 32},
    TypeInfo{"e2m1x4", ScalarType::E2m1x4, TypeKind::PackedFloat, 16},
    TypeInfo{"u4", ScalarType::U4, TypeKind::Unsigned, 4},
    TypeInfo{"s4", ScalarType::S4, TypeKind::Signed, 4},
    TypeInfo{"u2", ScalarType::U2, TypeKind::Unsigned, 2},
    TypeInfo{"s2", ScalarType::S2, TypeKind::Signed, 2},
    TypeInfo{"pred", ScalarType::Pred, TypeKind::Predicate, 1},
    TypeInfo{"texref", ScalarType::Texref, TypeKind::Opaque, 64},
    TypeInfo{"samplerref", ScalarType::Samplerref, TypeKind::Opaque, 64},
    TypeInfo{"surfref", ScalarType::Surfref, TypeKind::Opaque, 64},
};

} // namespace

const TypeInfo& typeInfo(ScalarType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

std::optional<ScalarType> typeByName(std::string_view name) {
  if (name.empty())
    return std::nullopt;
  for (const TypeInfo& info : kTypes)
    if (info.name == name)
      return info.type;
  return std::nullopt;
}

ScalarType bitsType(unsigned bits) {
  switch (bits) {
  case 1:
    return ScalarType::Pred;
  case 8:
    return ScalarType::B8;
  case 16:
    return ScalarType::B16;
  case 32:
    return ScalarType::B32;
  case 64:
    return ScalarType::B64;
  case 128:
    return ScalarType::B128;
  default:
    return ScalarType::None;
  }
}

ScalarType unsignedType(unsigned bits) {
  switch (bits) {
  case 8:
    return ScalarType::U8;
  case 16:
    return ScalarType::U16;
  case 32:
    return ScalarType::U32;
  case 64:
    return ScalarType::U64;
  default:
    return ScalarType::None;
  }
}

ScalarType signedType(unsigned bits) {
  switch (bits) {
  case 8:
    return ScalarType::S8;
  case 16:
    return ScalarType::S16;
  case 32:
    return ScalarType::S32;
  case 64:
    return ScalarType::S64;
  default:
    return ScalarType::None;
  }
}

ScalarType widened(ScalarType type) {
  unsigned bits = 2 * bitsOf(type);
  switch (typeInfo(type).kind) {
  case TypeKind::Unsigned:
    return unsignedType(bits);
  case TypeKind::Signed:
    return signedType(bits);
  default:
    return bitsType(bits);
  }
}

} // namespace heddle::ptx
