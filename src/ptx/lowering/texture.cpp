// tex, tld4, txq and suq. The sampler (src/texture) reads textures.
#include "ir/texture.h"
#include "ptx/lowering/lowering.h"
#include "ptx/lowering/texture_geometry.h"

#include <cstddef>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

constexpr std::size_t kAnswers = offsetof(Texture, answers);

// Where in the description the answer to a query is; none where there is no answer.
std::optional<std::size_t> answerOffset(TextureQuery query) {
  switch (query) {
  case TextureQuery::Width:
    return kAnswers + offsetof(TextureAnswers, width);
  case TextureQuery::Height:
    return kAnswers + offsetof(TextureAnswers, height);
  case TextureQuery::Depth:
    return kAnswers + offsetof(TextureAnswers, depth);
  case TextureQuery::ArraySize:
    return kAnswers + offsetof(TextureAnswers, arraySize);
  case TextureQuery::NumMipmapLevels:
    return kAnswers + offsetof(TextureAnswers, levels);
  case TextureQuery::ChannelDataType:
    return kAnswers + offsetof(TextureAnswers, channelDataType);
  case TextureQuery::ChannelOrder:
    return kAnswers + offsetof(TextureAnswers, channelOrder);
  case TextureQuery::NormalizedCoords:
    return kAnswers + offsetof(TextureAnswers, normalized);
  case TextureQuery::FilterMode:
    return kAnswers + offsetof(TextureAnswers, linear);
  case TextureQuery::AddrMode0:
    return kAnswers + offsetof(TextureAnswers, addressMode[0]);
  case TextureQuery::AddrMode1:
    return kAnswers + offsetof(TextureAnswers, addressMode[1]);
  case TextureQuery::AddrMode2:
    return kAnswers + offsetof(TextureAnswers, addressMode[2]);
  case TextureQuery::ForceUnnormalizedCoords:
  case TextureQuery::NumSamples:
  case TextureQuery::MemoryLayout:
    return std::nullopt;
  }
  llvm_unreachable("no such query");
}

// The same for a mipmap level, within its TextureLevel.
std::optional<std::size_t> levelAnswerOffset(TextureQuery query) {
  switch (query) {
  case TextureQuery::Width:
    return offsetof(TextureLevel, width);
  case TextureQuery::Height:
    return offsetof(TextureLevel, height);
  case TextureQuery::Depth:
    return offsetof(TextureLevel, depth);
  case TextureQuery::ArraySize:
  case TextureQuery::NumMipmapLevels:
  case TextureQuery::ChannelDataType:
  case TextureQuery::ChannelOrder:
  case TextureQuery::NormalizedCoords:
  case TextureQuery::FilterMode:
  case TextureQuery::AddrMode0:
  case TextureQuery::AddrMode1:
  case TextureQuery::AddrMode2:
  case TextureQuery::ForceUnnormalizedCoords:
  case TextureQuery::NumSamples:
  case TextureQuery::MemoryLayout:
    return std::nullopt;
  }
  llvm_unreachable("no such query");
}

// Which helper fetches from textures of a kind.
struct TextureFilter {
  TextureKind kind;
  const char* helper;
};
constexpr TextureFilter kFilters[] = {
    {TextureKindClampedTexels, "texture.clamped_texels"},
    {TextureKindClampedFractions, "texture.clamped_fractions"},
    {TextureKindWrappedFractions, "texture.wrapped_fractions"},
};

unsigned componentIndex(TexelComponent component) {
  switch (component) {
  case TexelComponent::R:
    return 0;
  case TexelComponent::G:
    return 1;
  case TexelComponent::B:
    return 2;
  case TexelComponent::A:
    return 3;
  }
  llvm_unreachable("no such component");
}

} // namespace

std::optional<GeometryInfo> geometryInfo(Geometry geometry) {
  switch (geometry) {
  case Geometry::D1:
    return GeometryInfo{TextureGeometry1D, 1, false};
  case Geometry::D2:
    return GeometryInfo{TextureGeometry2D, 2, false};
  case Geometry::D3:
    return GeometryInfo{TextureGeometry3D, 3, false};
  case Geometry::A1d:
    return GeometryInfo{TextureGeometryLayered1D, 1, true};
  case Geometry::A2d:
    return GeometryInfo{TextureGeometryLayered2D, 2, true};
  case Geometry::Cube:
    return GeometryInfo{TextureGeometryCube, 3, false};
  case Geometry::Acube:
    return GeometryInfo{TextureGeometryLayeredCube, 3, true};
  case Geometry::D2ms:
  case Geometry::A2dms:
    return std::nullopt;
  }
  llvm_unreachable("no such geometry");
}

FunctionLowering::Value* FunctionLowering::resource(const Operand& operand) {
  if (operand.kind != Operand::Kind::Local)
    return read(operand, ScalarType::U64);
  // A parameter of an opaque type holds the address of the description.
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

// What the sampler is asked for: the bits of ir/texture.h that say what to do, and the words with
// the coordinates and what else the operation needs.
struct FunctionLowering::TextureFetch {
  GeometryInfo geometry;
  std::uint32_t call;
  std::vector<Value*> words;

  void perform(TextureOperation operation) { call |= operation << TextureCallOperationShift; }
};

// Adds the first elements of a vector, or a single value.
void FunctionLowering::addWords(TextureFetch& fetch, const Operand& operand, std::size_t count) {
  const bool isVector = operand.kind == Operand::Kind::Vector;
  for (std::size_t i = 0; i < count; ++i)
    fetch.words.push_back(read(isVector ? operand.elements[i] : operand, ScalarType::U32));
}

// Reads the level, or the gradients that it is computed from, from the operand `next` on. Returns
// the number of the operand after them.
std::size_t FunctionLowering::addMipLevel(TextureFetch& fetch, const Instruction& instruction,
                                          std::size_t next) {
  switch (instruction.modifier<MipLevel>().value_or(MipLevel::Base)) {
  case MipLevel::Base:
    break;
  case MipLevel::Level:
    fetch.perform(TextureOperationLevel);
    addWords(fetch, instruction.operands[next++], 1);
    break;
  case MipLevel::Grad:
    fetch.perform(TextureOperationGradient);
    addWords(fetch, instruction.operands[next++], fetch.geometry.coordinates);
    addWords(fetch, instruction.operands[next++], fetch.geometry.coordinates);
    break;
  }
  return next;
}

void FunctionLowering::addOffsets(TextureFetch& fetch, const Instruction& instruction,
                                  std::size_t first) {
  for (const Operand& extra : std::span(instruction.operands).subspan(first)) {
    if (extra.kind != Operand::Kind::Vector) // a depth to compare with, which only graphics uses
      refuse(instruction);
    if (extra.elements.size() < fetch.geometry.coordinates)
      refuse(instruction);
    fetch.call |= TextureCallOffsets;
    addWords(fetch, extra, fetch.geometry.coordinates);
  }
}

FunctionLowering::Texel FunctionLowering::callSampler(const TextureFetch& fetch,
                                                      const Operand& place) {
  std::vector<Value*> arguments = {b_.getInt32(fetch.call), resource(place.elements[0]),
                                   place.elements.size() == 3 ? resource(place.elements[1])
                                                              : b_.getInt64(0)};
  arguments.insert(arguments.end(), fetch.words.begin(), fetch.words.end());
  std::vector<llvm::Type*> types;
  for (Value* argument : arguments)
    types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(
      resultType(threadOpInfo(ThreadOp::TextureSample), parent_.context()), types, false);
  Value* words = b_.CreateCall(declareThreadOp(parent_.ir(), ThreadOp::TextureSample,
                                               std::to_string(fetch.words.size()), type),
                               arguments);
  Texel texel;
  for (unsigned i = 0; i < texel.size(); ++i)
    texel[i] = b_.CreateExtractValue(words, i);
  return texel;
}

// For textures of the most common kinds, code of the kernel filters (builtins/texture.cpp). Which
// kind a texture is, is known when the kernel runs. Fetches of one texture that follow each other
// ask only once (simt/merge_texture_fetches.h).
FunctionLowering::Texel FunctionLowering::fetchTexel(const TextureFetch& fetch,
                                                     const Operand& place) {
  const bool mayBeBilinear =
      fetch.call == TextureGeometry2D << TextureCallGeometryShift && place.elements.size() == 2;
  if (!mayBeBilinear)
    return callSampler(fetch, place);
  Value* texture = resource(place.elements[0]);
  Value* x = b_.CreateBitCast(fetch.words[0], b_.getFloatTy());
  Value* y = b_.CreateBitCast(fetch.words[1], b_.getFloatTy());
  llvm::BasicBlock *sample = newBlock("sample"), *done = newBlock("sampled");
  llvm::SwitchInst* kinds =
      b_.CreateSwitch(helper("texture.kind", b_.getInt32Ty(), {texture}), sample);
  Texel texel;
  b_.SetInsertPoint(done);
  for (Value*& word : texel)
    word = b_.CreatePHI(b_.getInt32Ty(), std::size(kFilters) + 1);
  const auto finish = [&](const Texel& words) {
    for (unsigned i = 0; i < texel.size(); ++i)
      llvm::cast<llvm::PHINode>(texel[i])->addIncoming(words[i], b_.GetInsertBlock());
    b_.CreateBr(done);
  };
  b_.SetInsertPoint(sample);
  finish(callSampler(fetch, place));
  Value* zero = constant(32, 0);
  for (const TextureFilter& filter : kFilters) {
    llvm::BasicBlock* block = newBlock("filter");
    kinds->addCase(b_.getInt32(filter.kind), block);
    b_.SetInsertPoint(block);
    finish({helper(filter.helper, b_.getInt32Ty(), {texture, x, y}), zero, zero, zero});
  }
  b_.SetInsertPoint(done);
  return texel;
}

void FunctionLowering::writeTexel(const Instruction& instruction, const Texel& texel) {
  auto word = [&](unsigned i) { return texel[i]; };
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

void FunctionLowering::lowerFetch(const Instruction& instruction) {
  std::optional<GeometryInfo> geometry = geometryInfo(instruction.required<Geometry>());
  if (!geometry)
    refuse(instruction);
  std::size_t next = instruction.paired ? 2 : 1;
  const Operand& place = instruction.operands[next++];
  TextureFetch fetch{.geometry = *geometry,
                     .call = static_cast<std::uint32_t>(geometry->geometry)
                             << TextureCallGeometryShift,
                     .words = {}};
  if (instruction.atype == ScalarType::S32)
    fetch.call |= TextureCallIntegers;
  addWords(fetch, place.elements.back(), geometry->coordinates + (geometry->layered ? 1 : 0));
  if (instruction.opcode() == Opcode::Tld4) {
    fetch.perform(TextureOperationGather);
    fetch.call |= componentIndex(instruction.required<TexelComponent>())
                  << TextureCallComponentShift;
  } else {
    next = addMipLevel(fetch, instruction, next);
  }
  addOffsets(fetch, instruction, next);
  const Texel texel = fetchTexel(fetch, place);
  if (instruction.paired) {
    fetch.call |= TextureCallResidency;
    write(instruction.operands[1], b_.CreateICmpNE(callSampler(fetch, place)[0], constant(32, 0)),
          ScalarType::Pred);
  }
  writeTexel(instruction, texel);
}

void FunctionLowering::lowerQuery(const Instruction& instruction) {
  Value* texture = resource(instruction.operands[1].elements[0]);
  auto field = [&](Value* offset) {
    llvm::LoadInst* load = b_.CreateAlignedLoad(
        b_.getInt32Ty(), b_.CreateIntToPtr(b_.CreateAdd(texture, offset), b_.getPtrTy()),
        llvm::Align(4));
    write(instruction.operands[0], load, ScalarType::B32);
  };
  auto query = instruction.required<TextureQuery>();
  bool isOfLevel = instruction.modifier<MipLevel>().has_value(); // of txq, the only one is .level
  std::optional<std::size_t> offset = isOfLevel ? levelAnswerOffset(query) : answerOffset(query);
  if (!offset)
    refuse(instruction);
  if (!isOfLevel)
    return field(b_.getInt64(*offset));
  Value* level = b_.CreateZExt(read(instruction.operands[2], ScalarType::U32), b_.getInt64Ty());
  field(b_.CreateAdd(b_.CreateMul(level, b_.getInt64(sizeof(TextureLevel))),
                     b_.getInt64(offsetof(Texture, level) + *offset)));
}

} // namespace heddle::ptx
