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

bool isGather(const CallInst& access) {
  return cast<IntrinsicInst>(access).getIntrinsicID() == Intrinsic::masked_gather;
}

// Gathers and scatters have the same operands at different places: llvm.masked.gather(pointers,
// align, mask, passed through) and llvm.masked.scatter(values, pointers, align, mask).
Value* pointersOf(const CallInst& access) {
  return access.getArgOperand(isGather(access) ? 0 : 1);
}

Align alignmentOf(const CallInst& access) {
  return cast<ConstantInt>(access.getArgOperand(isGather(access) ? 1 : 2))->getAlignValue();
}

FixedVectorType* typeOf(const CallInst& access) {
  return cast<FixedVectorType>(isGather(access) ? access.getType()
                                                : access.getArgOperand(0)->getType());
}

// Whether the last row's elements are as far from those of the first row as they are unless an
// index wraps.
Value* areRowsTogether(IRBuilder<>& builder, ArrayRef<CallInst*> accesses, std::uint64_t bytes) {
  auto* numbers = VectorType::get(builder.getInt64Ty(), typeOf(*accesses[0])->getElementCount());
  Value* first = builder.CreatePtrToInt(pointersOf(*accesses.front()), numbers);
  Value* last = builder.CreatePtrToInt(pointersOf(*accesses.back()), numbers);
  Value* expected =
      builder.CreateAdd(first, ConstantInt::get(numbers, (accesses.size() - 1) * bytes));
  return builder.CreateAndReduce(builder.CreateICmpEQ(last, expected));
}

// Accesses the columns. To row_access.h each of them is a row, since it is contiguous in memory and
// belongs to one lane. Returns the values of all gangs if the accesses are loads.
SmallVector<Value*, 4> accessColumns(IRBuilder<>& builder, ArrayRef<CallInst*> accesses,
                                     unsigned registerBits) {
  CallInst& first = *accesses.front();
  auto* const lanes = typeOf(first);
  const Rows columns{lanes->getElementType(), static_cast<unsigned>(accesses.size()),
                     lanes->getNumElements(), registerBits};
  auto* const column = FixedVectorType::get(columns.element, columns.parts);
  const auto address = [&](unsigned lane) {
    return builder.CreateExtractElement(pointersOf(first), std::uint64_t{lane});
  };
  if (isGather(first))
    return loadRows(builder, columns, [&](unsigned lane) {
      LoadInst* load = builder.CreateAlignedLoad(column, address(lane), alignmentOf(first));
      load->setAAMetadata(first.getAAMetadata());
      return load;
    });
  SmallVector<Value*, 16> values;
  for (CallInst* access : accesses)
    values.push_back(access->getArgOperand(0));
  storeRows(builder, columns, values, [&](unsigned lane, Value* value) {
    builder.CreateAlignedStore(value, address(lane), alignmentOf(first))
        ->setAAMetadata(first.getAAMetadata());
  });
  return {};
}

} // namespace

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
  const std::uint64_t bytes =
      first.getDataLayout().getTypeStoreSize(typeOf(first)->getElementType());
  IRBuilder<> builder(&first);
  Instruction* together = nullptr;
  if (rowsBelow(first)->mayWrap) {
    Instruction* apart = nullptr;
    SplitBlockAndInsertIfThenElse(areRowsTogether(builder, accesses, bytes), &first, &together,
                                  &apart);
    for (CallInst* access : accesses)
      access->moveBefore(apart);
    builder.SetInsertPoint(together);
  }
  const SmallVector<Value*, 4> loaded = accessColumns(builder, accesses, registerBits);
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
