#include "simt/texture_calls.h"

#include "simt/gang_builder.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr const char* kSampler = "heddle_texture_sample";
constexpr unsigned kTexture = 1, kSamplerHandle = 2, kFirstWord = 3;
constexpr unsigned kResults = 4;

} // namespace

SmallVector<Value*, 4> callSampler(IRBuilder<>& builder, BasicBlock& setup, const CallBase& call,
                                   unsigned lanes, Value* active,
                                   function_ref<Value*(Value*)> argument) {
  IRBuilder<> start(&setup, setup.begin());
  auto buffer = [&](Type* element, unsigned count, const char* name) {
    auto* alloca =
        start.CreateAlloca(ArrayType::get(element, std::uint64_t{count} * lanes), nullptr, name);
    alloca->setAlignment(Align(64));
    return alloca;
  };
  auto place = [&](Value* base, Type* element, unsigned row) {
    return builder.CreateConstGEP1_64(element, base, std::uint64_t{row} * lanes);
  };
  Type* word = builder.getInt32Ty();
  Type* pointer = builder.getPtrTy();
  auto handles = [&](unsigned index, const char* name) {
    AllocaInst* all = buffer(builder.getInt64Ty(), 1, name);
    builder.CreateStore(argument(call.getArgOperand(index)), all);
    return all;
  };
  const unsigned words = call.arg_size() - kFirstWord;
  Value* textures = handles(kTexture, "textures");
  auto* own = dyn_cast<ConstantInt>(call.getArgOperand(kSamplerHandle));
  Value* samplers = own && own->isZero()
                        ? static_cast<Value*>(ConstantPointerNull::get(builder.getPtrTy()))
                        : handles(kSamplerHandle, "samplers");
  Value* arguments = buffer(word, words, "coordinates");
  for (unsigned i = 0; i < words; ++i)
    builder.CreateStore(argument(call.getArgOperand(kFirstWord + i)), place(arguments, word, i));
  Value* results = buffer(word, kResults, "texels");
  Module& module = *setup.getModule();
  FunctionCallee sampler =
      module.getOrInsertFunction(kSampler, builder.getVoidTy(), word, word, builder.getInt64Ty(),
                                 pointer, pointer, pointer, pointer);
  builder.CreateCall(sampler, {call.getArgOperand(0), builder.getInt32(lanes), active, textures,
                               samplers, arguments, results});
  SmallVector<Value*, 4> texels;
  Type* type = lanes == 1 ? word : FixedVectorType::get(word, lanes);
  for (unsigned i = 0; i < kResults; ++i)
    texels.push_back(builder.CreateAlignedLoad(type, place(results, word, i), Align(4)));
  return texels;
}

void GangBuilder::emitTextureSample(CallBase& call) {
  const bool one = shapes_.of(&call).isUniform();
  Value* bits = one ? anyActive() : maskBits(activeMaskVector());
  auto texels = callSampler(builder_, *setup_, call, one ? 1 : width_,
                            builder_.CreateZExt(bits, builder_.getInt64Ty()),
                            [&](Value* value) { return one ? scalar(value) : vector(value); });
  Lanes lanes;
  if (one) {
    lanes.scalar = PoisonValue::get(call.getType());
    for (unsigned i = 0; i < texels.size(); ++i)
      lanes.scalar = builder_.CreateInsertValue(lanes.scalar, texels[i], i);
  } else {
    lanes.parts.append(texels.begin(), texels.end());
  }
  define(call, lanes);
}

} // namespace heddle::simt
