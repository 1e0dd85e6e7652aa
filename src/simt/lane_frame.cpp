#include "simt/lane_frame.h"

#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr std::uint64_t kScratchBytes = 64;
constexpr std::uint64_t kFrameAlignment = 16;

} // namespace

LaneFrame::LaneFrame(Function& function)
    : function_(function), layout_(function.getParent()->getDataLayout()) {
  BasicBlock& entry = function.getEntryBlock();
  frame_ = IRBuilder<>(&entry, entry.begin())
               .CreateAlloca(Type::getInt8Ty(function.getContext()), nullptr, "lanes");
  frame_->setAlignment(Align(kFrameAlignment));
}

Type* LaneFrame::memoryElement(Type* element) {
  return element->isIntegerTy(1) ? Type::getInt32Ty(element->getContext()) : element;
}

std::uint64_t LaneFrame::reserve(std::uint64_t bytes) {
  const std::uint64_t place = alignTo(bytes_, kFrameAlignment);
  bytes_ = place + bytes;
  return place;
}

std::uint64_t LaneFrame::placeOf(const Value* value) {
  if (auto found = places_.find(value); found != places_.end())
    return found->second;
  auto* type = cast<FixedVectorType>(value->getType());
  return places_[value] = reserve(layout_.getTypeStoreSize(memoryElement(type->getElementType())) *
                                  type->getNumElements());
}

Value* LaneFrame::addressAt(IRBuilder<>& builder, std::uint64_t offset) const {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame_, offset);
}

Value* LaneFrame::laneAddress(IRBuilder<>& builder, const Value* vector, unsigned lane) {
  Type* stored = memoryElement(vector->getType()->getScalarType());
  return addressAt(builder, placeOf(vector) + lane * layout_.getTypeStoreSize(stored));
}

Value* LaneFrame::laneAddress(IRBuilder<>& builder, const Value* vector, Value* lane) {
  auto* type = cast<FixedVectorType>(vector->getType());
  if (auto* constant = dyn_cast<ConstantInt>(lane))
    return laneAddress(builder, vector,
                       static_cast<unsigned>(constant->getZExtValue() % type->getNumElements()));
  // A number beyond the last lane has no meaning, but must not reach other memory.
  Value* index = builder.CreateAnd(builder.CreateZExtOrTrunc(lane, builder.getInt64Ty()),
                                   type->getNumElements() - 1);
  return builder.CreateGEP(memoryElement(type->getElementType()),
                           addressAt(builder, placeOf(vector)), index);
}

Value* LaneFrame::scratch() {
  if (!scratch_) {
    IRBuilder<> builder(frame_->getParent(), std::next(frame_->getIterator()));
    scratch_ = addressAt(builder, reserve(kScratchBytes));
  }
  return scratch_;
}

Align LaneFrame::alignOf(Type* strip) const {
  return Align(std::min<std::uint64_t>(kFrameAlignment, layout_.getTypeStoreSize(strip)));
}

Value* LaneFrame::loadStrip(IRBuilder<>& builder, Type* element, unsigned lanes,
                            Value* address) const {
  Type* stored = memoryElement(element);
  Type* type = stripType(stored, lanes);
  Value* strip = builder.CreateAlignedLoad(type, address, alignOf(type));
  return stored == element ? strip : builder.CreateICmpSLT(strip, Constant::getNullValue(type));
}

void LaneFrame::storeStrip(IRBuilder<>& builder, Value* strip, Value* address) const {
  Type* element = strip->getType()->getScalarType();
  Type* stored = memoryElement(element);
  if (stored != element)
    strip = builder.CreateSExt(strip, strip->getType()->getWithNewType(stored));
  builder.CreateAlignedStore(strip, address, alignOf(strip->getType()));
}

Value* LaneFrame::loadWhole(IRBuilder<>& builder, Value* value) {
  auto* type = cast<FixedVectorType>(value->getType());
  Type* stored = memoryElement(type->getElementType());
  Value* loaded =
      builder.CreateAlignedLoad(FixedVectorType::get(stored, type->getNumElements()),
                                addressAt(builder, placeOf(value)), Align(kFrameAlignment));
  return stored == type->getElementType()
             ? loaded
             : builder.CreateICmpSLT(loaded, Constant::getNullValue(loaded->getType()));
}

void LaneFrame::storeWhole(Value* value) {
  BasicBlock::iterator at = std::next(frame_->getIterator());
  if (auto* instruction = dyn_cast<Instruction>(value))
    at = *instruction->getInsertionPointAfterDef();
  IRBuilder<> builder(at->getParent(), at);
  const std::uint64_t place = placeOf(value);
  auto* type = cast<FixedVectorType>(value->getType());
  Type* stored = memoryElement(type->getElementType());
  if (stored != type->getElementType())
    value = builder.CreateSExt(value, FixedVectorType::get(stored, type->getNumElements()));
  builder.CreateAlignedStore(value, addressAt(builder, place), Align(kFrameAlignment));
}

void LaneFrame::finish() {
  frame_->setAllocatedType(ArrayType::get(Type::getInt8Ty(function_.getContext()), bytes_));
}

} // namespace heddle::simt
