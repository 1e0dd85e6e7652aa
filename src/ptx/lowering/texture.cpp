// tex, tld4 and txq; suld, sust, sured and suq. A texture, sampler or surface is the address of its
// description (ir/texture.h), be it an object's handle or a variable. Textures are read by the
// sampler (src/texture); surfaces are plain memory once it is known where an element lies.
#include "ir/texture.h"
#include "ptx/lowering/lowering.h"

#include <cstddef>
#include <fmt/format.h>
#include <string_view>

namespace heddle::ptx {
namespace {

struct GeometryInfo {
  std::string_view name;
  TextureGeometry geometry;
  unsigned coordinates; // without the layer
  bool layered;
};
constexpr GeometryInfo kGeometries[] = {
    {"1d", TextureGeometry1D, 1, false},           {"2d", TextureGeometry2D, 2, false},
    {"3d", TextureGeometry3D, 3, false},           {"a1d", TextureGeometryLayered1D, 1, true},
    {"a2d", TextureGeometryLayered2D, 2, true},    {"cube", TextureGeometryCube, 3, false},
    {"acube", TextureGeometryLayeredCube, 3, true}};

const GeometryInfo* geometryOf(const Instruction& instruction) {
  for (const GeometryInfo& info : kGeometries)
    if (info.name == instruction.modifier("geometry"))
      return &info;
  return nullptr;
}

struct AnswerPlace {
  std::string_view query;
  std::size_t offset;
};
constexpr std::size_t kAnswers = offsetof(Texture, answers);
constexpr AnswerPlace kAnswerPlaces[] = {
    {"width", kAnswers + offsetof(TextureAnswers, width)},
    {"height", kAnswers + offsetof(TextureAnswers, height)},
    {"depth", kAnswers + offsetof(TextureAnswers, depth)},
    {"array_size", kAnswers + offsetof(TextureAnswers, arraySize)},
    {"num_mipmap_levels", kAnswers + offsetof(TextureAnswers, levels)},
    {"channel_data_type", kAnswers + offsetof(TextureAnswers, channelDataType)},
    {"channel_order", kAnswers + offsetof(TextureAnswers, channelOrder)},
    {"normalized_coords", kAnswers + offsetof(TextureAnswers, normalized)},
    {"filter_mode", kAnswers + offsetof(TextureAnswers, linear)},
    {"addr_mode_0", kAnswers + offsetof(TextureAnswers, addressMode[0])},
    {"addr_mode_1", kAnswers + offsetof(TextureAnswers, addressMode[1])},
    {"addr_mode_2", kAnswers + offsetof(TextureAnswers, addressMode[2])},
};
constexpr AnswerPlace kLevelPlaces[] = {{"width", offsetof(TextureLevel, width)},
                                        {"height", offsetof(TextureLevel, height)},
                                        {"depth", offsetof(TextureLevel, depth)}};

constexpr unsigned kSamples = 4; // words that a fetch brings

} // namespace

FunctionLowering::Value* FunctionLowering::resource(const Operand& operand) {
  if (operand.kind != Operand::Kind::Local)
    return read(operand, ScalarType::U64);
  // A parameter of an opaque type holds the address.
  return b_.CreateLoad(b_.getInt64Ty(), variables_[operand.index]);
}

void FunctionLowering::lowerTexture(const Instruction& instruction) {
  switch (instruction.opcode()) {
  case Opcode::Tex:
  case Opcode::Tld4:
    return lowerFetch(instruction);
  case Opcode::Txq:
  case Opcode::Suq:
    return lowerQuery(instruction);
  case Opcode::Suld:
  case Opcode::Sust:
  case Opcode::Sured:
    return lowerSurface(instruction);
  default:
    refuse(instruction);
  }
}

void FunctionLowering::lowerFetch(const Instruction& instruction) {
  const GeometryInfo* geometry = geometryOf(instruction);
  if (!geometry) // textures with several samples are graphics'
    refuse(instruction);
  std::size_t next = instruction.paired ? 2 : 1;
  const Operand& place = instruction.operands[next++];
  const Operand& coordinates = place.elements.back();
  std::vector<Value*> words;
  auto append = [&](const Operand& operand, std::size_t first, std::size_t count) {
    const bool isVector = operand.kind == Operand::Kind::Vector;
    for (std::size_t i = first; i < first + count; ++i)
      words.push_back(read(isVector ? operand.elements[i] : operand, ScalarType::U32));
  };
  append(coordinates, 0, geometry->coordinates + (geometry->layered ? 1 : 0));
  std::uint32_t call = geometry->geometry << TextureCallGeometryShift;
  auto perform = [&](TextureOperation operation) {
    call |= operation << TextureCallOperationShift;
  };
  if (instruction.atype == ScalarType::S32)
    call |= TextureCallIntegers;
  if (instruction.opcode() == Opcode::Tld4) {
    perform(TextureOperationGather);
    constexpr std::string_view kComponents[] = {"r", "g", "b", "a"};
    for (unsigned i = 0; i < std::size(kComponents); ++i)
      if (instruction.has(kComponents[i]))
        call |= i << TextureCallComponentShift;
  } else if (instruction.has("level")) {
    perform(TextureOperationLevel);
    append(instruction.operands[next++], 0, 1);
  } else if (instruction.has("grad")) {
    perform(TextureOperationGradient);
    append(instruction.operands[next++], 0, geometry->coordinates);
    append(instruction.operands[next++], 0, geometry->coordinates);
  }
  for (; next < instruction.operands.size(); ++next) {
    const Operand& extra = instruction.operands[next];
    if (extra.kind != Operand::Kind::Vector) // the value that depth textures compare with
      refuse(instruction);
    call |= TextureCallOffsets;
    append(extra, 0, std::min<std::size_t>(geometry->coordinates, extra.elements.size()));
    if (extra.elements.size() < geometry->coordinates)
      refuse(instruction);
  }
  std::vector<Value*> arguments = {b_.getInt32(call), resource(place.elements[0]),
                                   place.elements.size() == 3 ? resource(place.elements[1])
                                                              : b_.getInt64(0)};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const std::vector<llvm::Type*> texel(kSamples, b_.getInt32Ty());
  auto* fetch = llvm::cast<llvm::CallInst>(
      runtime(fmt::format("heddle.texture_sample.{}", words.size()),
              llvm::StructType::get(parent_.context(), texel), arguments, Effects::Fetch));
  if (instruction.paired) // every texel is resident
    write(instruction.operands[1], b_.getTrue(), ScalarType::Pred);
  auto word = [&](unsigned i) -> Value* { return b_.CreateExtractValue(fetch, i); };
  auto half = [&](unsigned i) {
    return floatToHalf(b_.CreateBitCast(word(i), b_.getFloatTy()), ScalarType::F16);
  };
  const std::vector<Operand>& targets = instruction.operands[0].elements;
  for (unsigned i = 0; i < targets.size(); ++i) {
    if (instruction.type == ScalarType::F16)
      write(targets[i], half(i), ScalarType::F16);
    else if (instruction.type == ScalarType::F16x2)
      write(targets[i],
            b_.CreateOr(b_.CreateZExt(half(2 * i), b_.getInt32Ty()),
                        b_.CreateShl(b_.CreateZExt(half(2 * i + 1), b_.getInt32Ty()), 16)),
            ScalarType::B32);
    else
      write(targets[i], word(i), ScalarType::B32);
  }
}

void FunctionLowering::lowerQuery(const Instruction& instruction) {
  Value* texture = resource(instruction.operands[1].elements[0]);
  auto field = [&](Value* offset) {
    llvm::LoadInst* load = b_.CreateAlignedLoad(
        b_.getInt32Ty(), b_.CreateIntToPtr(b_.CreateAdd(texture, offset), b_.getPtrTy()),
        llvm::Align(4));
    write(instruction.operands[0], load, ScalarType::B32);
  };
  if (instruction.has("level")) {
    Value* level = b_.CreateZExt(read(instruction.operands[2], ScalarType::U32), b_.getInt64Ty());
    for (const AnswerPlace& place : kLevelPlaces)
      if (instruction.has(place.query))
        return field(b_.CreateAdd(b_.CreateMul(level, b_.getInt64(sizeof(TextureLevel))),
                                  b_.getInt64(offsetof(Texture, level) + place.offset)));
  } else {
    for (const AnswerPlace& place : kAnswerPlaces)
      if (instruction.has(place.query))
        return field(b_.getInt64(place.offset));
  }
  refuse(instruction);
}

void FunctionLowering::lowerSurface(const Instruction& instruction) {
  const bool loads = instruction.opcode() == Opcode::Suld;
  const bool formatted = instruction.has("p");
  const ScalarType t = instruction.type;
  const Operand& where = instruction.operands[loads ? 1 : 0];
  const Operand& data = instruction.operands[loads ? 0 : 1];
  const GeometryInfo* geometry = geometryOf(instruction);
  Value* surface = resource(where.elements[0]);
  const Operand& coordinates = where.elements[1];
  auto coordinate = [&](unsigned i) -> Value* {
    const bool isVector = coordinates.kind == Operand::Kind::Vector;
    return read(isVector ? coordinates.elements[i] : coordinates, ScalarType::U32);
  };
  const unsigned first = geometry->layered ? 1 : 0;
  Value* zero = b_.getInt32(0);
  Value* x = coordinate(first);
  Value* y = geometry->coordinates > 1 ? coordinate(first + 1) : zero;
  Value* z = geometry->layered ? coordinate(0) : geometry->coordinates > 2 ? coordinate(2) : zero;
  if (formatted)
    x = helper("surface.elements", b_.getInt32Ty(), {surface, x});
  const bool isVector = data.kind == Operand::Kind::Vector;
  const std::size_t count = isVector ? data.elements.size() : 1;
  const bool packs = formatted && instruction.opcode() == Opcode::Sust;
  std::string_view mode = instruction.modifier("clamp");
  std::string name = mode == "zero" ? fmt::format("surface.zero.{}", loads ? "read" : "write")
                                    : fmt::format("surface.{}", mode);
  // A formatted element is as wide as the surface says; its start alone decides.
  Value* address = helper(name, b_.getInt64Ty(),
                          {surface, x, y, z, b_.getInt32(packs ? 1 : count * bytesOf(t))});
  if (packs) {
    std::vector<Value*> arguments = {surface, address};
    for (std::size_t i = 0; i < kSamples; ++i)
      arguments.push_back(i < count ? read(isVector ? data.elements[i] : data, t) : zero);
    runtime("heddle.surface_pack", b_.getVoidTy(), arguments, Effects::Any);
    return;
  }
  Value* place = b_.CreateIntToPtr(address, b_.getPtrTy());
  if (instruction.opcode() == Opcode::Sured) {
    atomicUpdate(instruction, place, read(data, t), llvm::AtomicOrdering::Monotonic);
    return;
  }
  auto* element = b_.getIntNTy(bitsOf(t));
  llvm::Type* whole =
      count == 1 ? static_cast<llvm::Type*>(element) : llvm::FixedVectorType::get(element, count);
  const llvm::Align align(bytesOf(t) * count);
  if (loads) {
    Value* value = b_.CreateAlignedLoad(whole, place, align);
    for (std::size_t i = 0; i < count; ++i)
      write(isVector ? data.elements[i] : data,
            count == 1 ? value : b_.CreateExtractElement(value, i), t);
    return;
  }
  Value* value = llvm::PoisonValue::get(whole);
  for (std::size_t i = 0; i < count; ++i) {
    Value* part = reinterpret(read(isVector ? data.elements[i] : data, t), element);
    value = count == 1 ? part : b_.CreateInsertElement(value, part, i);
  }
  b_.CreateAlignedStore(value, place, align);
}

} // namespace heddle::ptx
