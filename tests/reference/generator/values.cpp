#include "generator/values.h"

namespace heddle::reference {

using ptx::ScalarType;

const ClassInfo& infoOf(Class c) {
  return kClassInfo[static_cast<std::size_t>(c)];
}

Class classOf(ScalarType type) {
  switch (type) {
  case ScalarType::Pred:
    return Class::Pred;
  case ScalarType::F16:
    return Class::Half;
  case ScalarType::Bf16:
    return Class::Brain;
  case ScalarType::F16x2:
    return Class::HalfPair;
  case ScalarType::Bf16x2:
    return Class::BrainPair;
  case ScalarType::F32:
    return Class::Single;
  case ScalarType::F64:
    return Class::Double;
  default:
    break;
  }
  unsigned bits = ptx::bitsOf(type);
  return bits == 64 ? Class::Word64 : bits == 32 ? Class::Word32 : Class::Word16;
}

} // namespace heddle::reference
