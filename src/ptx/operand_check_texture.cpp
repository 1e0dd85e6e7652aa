// Operands of texture, surface and tensor instructions.
#include "ptx/operand_check.h"

#include <fmt/format.h>

namespace heddle::ptx {

using Kind = Operand::Kind;

namespace {

// PTX pads coordinates to a vector of one, two or four elements, the layer included.
std::size_t coordinateCount(Geometry geometry) {
  switch (geometry) {
  case Geometry::D1:
    return 1;
  case Geometry::D2:
  case Geometry::A1d:
    return 2;
  case Geometry::D3:
  case Geometry::A2d:
  case Geometry::Cube:
  case Geometry::Acube:
  case Geometry::D2ms:
  case Geometry::A2dms:
    return 4;
  }
  __builtin_unreachable();
}

// The same for the vectors of a gradient, which have no layer.
std::size_t gradientCount(Geometry geometry) {
  switch (geometry) {
  case Geometry::D1:
  case Geometry::A1d:
    return 1;
  case Geometry::D2:
  case Geometry::A2d:
    return 2;
  case Geometry::D3:
  case Geometry::Cube:
  case Geometry::Acube:
  case Geometry::D2ms:
  case Geometry::A2dms:
    return 4;
  }
  __builtin_unreachable();
}

} // namespace

// A variable of an opaque type, or a 64-bit handle.
std::string OperandCheck::checkResource(const Operand& operand) const {
  auto typeOfSymbol = [&] {
    const Symbol& symbol = unit_.symbols[operand.index];
    return symbol.kind == Symbol::Kind::Variable ? unit_.variables[symbol.index]->type
                                                 : ScalarType::None;
  };
  if (instruction_.has(TextureQuery::ForceUnnormalizedCoords) && operand.kind == Kind::Symbol)
    return typeOfSymbol() == ScalarType::Samplerref ? std::string() : ".samplerref expected";
  bool isResource = false;
  if (operand.kind == Kind::Register)
    isResource = bitsOf(registerType(operand)) == 64 && isInteger(registerType(operand));
  else if (operand.kind == Kind::Symbol)
    isResource = typeInfo(typeOfSymbol()).kind == TypeKind::Opaque;
  else if (operand.kind == Kind::Local)
    isResource = typeInfo(function_.variables[operand.index].type).kind == TypeKind::Opaque;
  return isResource ? std::string() : "a texture, sampler, surface or its handle is expected";
}

// [resource, coordinates] or, where samplers are objects of their own, [texture, sampler,
// coordinates].
std::string OperandCheck::checkCoordinates(const Operand& operand) const {
  std::size_t count = operand.elements.size();
  if (operand.kind != Kind::List || count < 2 || count > 3 || operand.value != 0)
    return "a resource and coordinates in brackets are expected";
  if (count == 3 && !unit_.independentTextures)
    return "Instruction or declaration violates .target texmode_unified setting";
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (std::string reason = checkResource(operand.elements[i]); !reason.empty())
      return reason;
  auto geometry = instruction_.required<Geometry>();
  std::size_t wanted = coordinateCount(geometry);
  const Operand& coordinates = operand.elements[count - 1];
  bool isVector = coordinates.kind == Kind::Vector;
  if (isVector ? coordinates.elements.size() != wanted : wanted != 1)
    return fmt::format("{} coordinates are expected", wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    // The index of an array's layer is an integer whatever the coordinates are.
    ScalarType want = isLayered(geometry) && i == 0            ? ScalarType::U32
                      : instruction_.atype == ScalarType::None ? ScalarType::S32
                                                               : instruction_.atype;
    std::string reason =
        checkCoordinate(want, isVector ? coordinates.elements[i] : coordinates, wanted == 4);
    if (!reason.empty())
      return reason;
  }
  return {};
}

std::string OperandCheck::checkCoordinate(ScalarType want, const Operand& coordinate,
                                          bool anyType) const {
  if (coordinate.kind == Kind::Register && bitsOf(registerType(coordinate)) == 32 &&
      (anyType || agrees(registerType(coordinate), want)))
    return {};
  return checkValue(want, false, coordinate);
}

std::string OperandCheck::checkGradient(const Operand& operand) const {
  std::size_t wanted = gradientCount(instruction_.required<Geometry>());
  if (operand.kind != Kind::Vector)
    return wanted == 1 ? checkValue(ScalarType::F32, false, operand)
                       : "a vector of gradients is expected";
  if (operand.elements.size() != wanted && (wanted != 4 || operand.elements.size() != 3))
    return fmt::format("{} gradients are expected", wanted);
  for (const Operand& element : operand.elements)
    if (std::string reason = checkValue(ScalarType::F32, false, element); !reason.empty())
      return reason;
  return {};
}

// An offset is a vector; what is no vector is the depth to compare with.
std::string OperandCheck::checkOffsetOrDepth(const Operand& operand) const {
  if (operand.kind != Kind::Vector)
    return checkValue(ScalarType::F32, false, operand);
  for (const Operand& element : operand.elements)
    if (std::string reason = checkValue(ScalarType::S32, false, element); !reason.empty())
      return reason;
  return {};
}

std::size_t OperandCheck::tensorRank() const {
  return static_cast<std::size_t>(instruction_.required<TensorRank>()) + 1;
}

// [map, {coordinates}]
std::string OperandCheck::checkTensorCoordinates(const Operand& operand) const {
  if (operand.kind != Kind::List || operand.elements.size() != 2)
    return "a tensor map and coordinates in brackets are expected";
  if (std::string reason = checkAddress(operand); !reason.empty())
    return reason;
  return checkList(ScalarType::S32, tensorRank(), operand.elements[1]);
}

} // namespace heddle::ptx
