#include "simt/address_marks.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace heddle::simt {
namespace {

// The operand of a sum that alone decides about the distance, if there is one. It must be as wide
// as the sum, or the distance would not fit into it.
std::optional<unsigned> decidingOperand(Instruction& sum, const AddressMarks::DecidingPart& part) {
  const DataLayout& layout = sum.getModule()->getDataLayout();
  auto decides = [&](unsigned index) {
    Value* operand = sum.getOperand(index);
    return layout.getTypeSizeInBits(operand->getType()) ==
               layout.getTypeSizeInBits(sum.getType()) &&
           part.isIn(operand);
  };
  switch (sum.getOpcode()) {
  case Instruction::Add:
    if (decides(0))
      return 0;
    if (decides(1))
      return 1;
    break;
  case Instruction::Sub:
  case Instruction::GetElementPtr:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    if (decides(0))
      return 0;
    break;
  default:
    break;
  }
  return std::nullopt;
}

} // namespace

Instruction* AddressMarks::placeAfter(Value* value) {
  auto* instruction = dyn_cast_or_null<Instruction>(value);
  if (!instruction)
    return &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (isa<PHINode>(instruction))
    return &*instruction->getParent()->getFirstInsertionPt();
  return instruction->getNextNode();
}

Instruction* AddressMarks::later(Instruction* a, Instruction* b) {
  return a == b || dominators_.dominates(a, b) ? b : a;
}

Value* AddressMarks::add(Value* value, Value* distance, const DecidingPart& part) {
  if (auto found = sums_.find({value, distance}); found != sums_.end())
    return found->second;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || part.isAll(value))
    return addHere(value, distance);
  if (auto* phi = dyn_cast<PHINode>(instruction); phi && part.isIn(phi))
    return addToPhi(*phi, distance, part);
  const std::optional<unsigned> from = decidingOperand(*instruction, part);
  if (!from)
    return addHere(value, distance);
  Value* operand = add(instruction->getOperand(*from), distance, part);
  Instruction* copy = instruction->clone();
  copy->setOperand(*from, operand);
  // No-wrap flags of the sum do not hold with the distance in it.
  copy->dropPoisonGeneratingFlags();
  copy->setName(instruction->getName());
  copy->insertAfter(instruction);
  return sums_[{value, distance}] = copy;
}

Value* AddressMarks::addToPhi(PHINode& phi, Value* distance, const DecidingPart& part) {
  PHINode* copy =
      PHINode::Create(phi.getType(), phi.getNumIncomingValues(), phi.getName(), phi.getIterator());
  sums_[{&phi, distance}] = copy;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    copy->addIncoming(add(phi.getIncomingValue(i), distance, part), phi.getIncomingBlock(i));
  return copy;
}

Value* AddressMarks::addHere(Value* value, Value* distance) {
  Instruction* place = placeAfter(value);
  if (auto* made = dyn_cast<Instruction>(distance))
    place = later(place, made->getNextNode());
  IRBuilder<> builder(place);
  Value* sum = value->getType()->isPointerTy()
                   ? builder.CreateGEP(builder.getInt8Ty(), value, distance)
                   : builder.CreateAdd(value, distance);
  return sums_[{value, distance}] = sum;
}

} // namespace heddle::simt
