#include "simt/turn_squares.h"

#include "simt/row_access.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr const char* kRowsBelow = "heddle.rows_below";

Align alignmentOf(const CallInst& access) {
  return cast<ConstantInt>(access.getArgOperand(isGather(access) ? 1 : 2))->getAlignValue();
}

// The address of one lane. Lanes at constant distances from a base that they share need no vector
// of addresses, from which LLVM would extract each of them.
Value* addressOf(IRBuilder<>& builder, Value* pointers, std::uint64_t lane) {
  auto* address = dyn_cast<GetElementPtrInst>(pointers);
  if (!address || address->getNumIndices() != 1 || address->getPointerOperandType()->isVectorTy() ||
      !isa<Constant>(address->getOperand(1)))
    return builder.CreateExtractElement(pointers, lane);
  return builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(),
                           builder.CreateExtractElement(address->getOperand(1), lane));
}

} // namespace

// Gathers and scatters have the same operands at different places: llvm.masked.gather(pointers,
// align, mask, passed through) and llvm.masked.scatter(values, pointers, align, mask).
bool isGather(const CallInst& access) {
  return cast<IntrinsicInst>(access).getIntrinsicID() == Intrinsic::masked_gather;
}

Value* pointersOf(const CallInst& access) {
  return access.getArgOperand(isGather(access) ? 0 : 1);
}

FixedVectorType* typeOfLanes(const CallInst& access) {
  return cast<FixedVectorType>(isGather(access) ? access.getType()
                                                : access.getArgOperand(0)->getType());
}

Value* areRowsTogether(IRBuilder<>& builder, ArrayRef<CallInst*> accesses) {
  const FixedVectorType* lanes = typeOfLanes(*accesses[0]);
  const std::uint64_t bytes =
      accesses[0]->getDataLayout().getTypeStoreSize(lanes->getElementType());
  auto* numbers = VectorType::get(builder.getInt64Ty(), lanes->getElementCount());
  Value* first = builder.CreatePtrToInt(pointersOf(*accesses.front()), numbers);
  Value* last = builder.CreatePtrToInt(pointersOf(*accesses.back()), numbers);
  Value* expected =
      builder.CreateAdd(first, ConstantInt::get(numbers, (accesses.size() - 1) * bytes));
  return builder.CreateAndReduce(builder.CreateICmpEQ(last, expected));
}

// To row_access.h each column is a row, since it is contiguous in memory and belongs to one lane.
SmallVector<Value*, 4> accessColumns(IRBuilder<>& builder, ArrayRef<CallInst*> accesses,
                                     ArrayRef<Value*> values, unsigned registerBits) {
  CallInst& first = *accesses.front();
  auto* const lanes = typeOfLanes(first);
  const Rows columns{lanes->getElementType(), static_cast<unsigned>(accesses.size()),
                     lanes->getNumElements(), registerBits};
  auto* const column = FixedVectorType::get(columns.element, columns.parts);
  const auto address = [&](unsigned lane) { return addressOf(builder, pointersOf(first), lane); };
  if (isGather(first))
    return loadRows(builder, columns, [&](unsigned lane) {
      LoadInst* load = builder.CreateAlignedLoad(column, address(lane), alignmentOf(first));
      load->setAAMetadata(first.getAAMetadata());
      return load;
    });
  storeRows(builder, columns, values, [&](unsigned lane, Value* value) {
    builder.CreateAlignedStore(value, address(lane), alignmentOf(first))
        ->setAAMetadata(first.getAAMetadata());
  });
  return {};
}

void noteRowsBelow(Instruction& access, const RowsBelow& rows) {
  Type* number = Type::getInt32Ty(access.getContext());
  SmallVector<Metadata*, 3> operands;
  for (const unsigned value : {rows.gangsPerRow, rows.rows, unsigned{rows.mayWrap}})
    operands.push_back(ConstantAsMetadata::get(ConstantInt::get(number, value)));
  access.setMetadata(kRowsBelow, MDNode::get(access.getContext(), operands));
}

std::optional<RowsBelow> rowsBelow(const Instruction& access) {
  const MDNode* note = access.getMetadata(kRowsBelow);
  if (!note)
    return std::nullopt;
  const auto number = [&](unsigned i) {
    return static_cast<unsigned>(
        mdconst::extract<ConstantInt>(note->getOperand(i))->getZExtValue());
  };
  return RowsBelow{.gangsPerRow = number(0), .rows = number(1), .mayWrap = number(2) != 0};
}

void turnSquares(ArrayRef<CallInst*> accesses, unsigned registerBits) {
  CallInst& first = *accesses.front();
  IRBuilder<> builder(&first);
  Instruction* together = nullptr;
  if (rowsBelow(first)->mayWrap) {
    Instruction* apart = nullptr;
    SplitBlockAndInsertIfThenElse(areRowsTogether(builder, accesses), &first, &together, &apart);
    for (CallInst* access : accesses)
      access->moveBefore(apart);
    builder.SetInsertPoint(together);
  }
  SmallVector<Value*, 16> values;
  if (!isGather(first))
    for (CallInst* access : accesses)
      values.push_back(access->getArgOperand(0));
  const SmallVector<Value*, 4> loaded = accessColumns(builder, accesses, values, registerBits);
  BasicBlock* const behind = together ? together->getParent()->getSingleSuccessor() : nullptr;
  for (auto [access, row] : zip(accesses, loaded)) {
    if (!together) {
      access->replaceAllUsesWith(row);
      continue;
    }
    PHINode* value = PHINode::Create(row->getType(), 2, "", behind->begin());
    access->replaceAllUsesWith(value);
    value->addIncoming(row, together->getParent());
    value->addIncoming(access, access->getParent());
  }
  if (!together)
    for (CallInst* access : accesses)
      access->eraseFromParent();
}

} // namespace heddle::simt
