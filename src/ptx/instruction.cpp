// What lowering and checks ask of an instruction.
#include "ptx/module.h"

namespace heddle::ptx {

namespace {

ScalarType& typeField(Instruction& instruction, ModifierSet set) {
  switch (set) {
  case ModifierSet::D:
    return instruction.dtype;
  case ModifierSet::A:
    return instruction.atype;
  case ModifierSet::B:
    return instruction.btype;
  case ModifierSet::C:
    return instruction.ctype;
  default:
    return instruction.type;
  }
}

} // namespace

void Instruction::setModifiers(std::span<const MatchedModifier> matched) {
  modifiers = matched;
  for (const MatchedModifier& modifier : modifiers)
    if (isTypeSet(modifier.set))
      typeField(*this, modifier.set) = static_cast<ScalarType>(modifier.value);
  if (type == ScalarType::None)
    type = dtype;
}

std::string Instruction::fullName() const {
  std::string name(nameOf(form->opcode));
  for (const MatchedModifier& modifier : modifiers)
    name.append(".").append(modifier.text());
  return name;
}

unsigned Instruction::vectorWidth() const {
  std::optional<VectorSize> size = modifier<VectorSize>();
  if (!size)
    return 1;
  switch (*size) {
  case VectorSize::V2:
    return 2;
  case VectorSize::V4:
    return 4;
  case VectorSize::V8:
    return 8;
  }
  __builtin_unreachable();
}

unsigned scalesPerRow(const Instruction& instruction) {
  std::optional<ScaleVector> scales = instruction.modifier<ScaleVector>();
  if (!scales)
    return instruction.has(MmaKind::Mxf4) ? 2 : 1;
  switch (*scales) {
  case ScaleVector::X1:
    return 1;
  case ScaleVector::X2:
    return 2;
  case ScaleVector::X4:
    return 4;
  }
  __builtin_unreachable();
}

bool isLayered(Geometry geometry) {
  switch (geometry) {
  case Geometry::A1d:
  case Geometry::A2d:
  case Geometry::Acube:
  case Geometry::A2dms:
    return true;
  case Geometry::D1:
  case Geometry::D2:
  case Geometry::D3:
  case Geometry::Cube:
  case Geometry::D2ms:
    return false;
  }
  __builtin_unreachable();
}

StateSpace stateSpaceOf(std::optional<SpaceModifier> space) {
  if (!space)
    return StateSpace::Generic;
  switch (*space) {
  case SpaceModifier::Global:
    return StateSpace::Global;
  case SpaceModifier::Shared:
  case SpaceModifier::SharedCta:
  case SpaceModifier::SharedCluster:
    return StateSpace::Shared;
  case SpaceModifier::Local:
    return StateSpace::Local;
  case SpaceModifier::Const:
    return StateSpace::Const;
  case SpaceModifier::Param:
  case SpaceModifier::ParamEntry:
  case SpaceModifier::ParamFunc:
    return StateSpace::Param;
  }
  __builtin_unreachable();
}

} // namespace heddle::ptx
