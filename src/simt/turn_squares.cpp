#include "simt/turn_squares.h"

#include "llvm/Analysis/VectorUtils.h"
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

// Of llvm.masked.gather(pointers, align, mask, passed through) and llvm.masked.scatter(values,
// pointers, align, mask).
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

// Turns the squares of as many lanes as there are rows, which lie side by side in the rows: in each
// round, rows `distance` apart exchange blocks of so many lanes.
void turn(IRBuilder<>& builder, MutableArrayRef<Value*> rows) {
  const auto lanes = cast<FixedVectorType>(rows[0]->getType())->getNumElements();
  for (std::size_t distance = rows.size() / 2; distance > 0; distance /= 2) {
    SmallVector<int, 64> upperMask, lowerMask;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const bool isRight = lane & distance;
      upperMask.push_back(static_cast<int>(isRight ? lanes + lane - distance : lane));
      lowerMask.push_back(static_cast<int>(isRight ? lanes + lane : lane + distance));
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (row & distance)
        continue;
      Value* const upper = rows[row];
      Value* const lower = rows[row + distance];
      rows[row] = builder.CreateShuffleVector(upper, lower, upperMask);
      rows[row + distance] = builder.CreateShuffleVector(upper, lower, lowerMask);
    }
  }
}

// Whether the last row's elements are where those of the first row make them expected.
Value* areRowsTogether(IRBuilder<>& builder, ArrayRef<CallInst*> accesses, std::uint64_t bytes) {
  auto* numbers = VectorType::get(builder.getInt64Ty(), typeOf(*accesses[0])->getElementCount());
  Value* first = builder.CreatePtrToInt(pointersOf(*accesses.front()), numbers);
  Value* last = builder.CreatePtrToInt(pointersOf(*accesses.back()), numbers);
  Value* expected =
      builder.CreateAdd(first, ConstantInt::get(numbers, (accesses.size() - 1) * bytes));
  return builder.CreateAndReduce(builder.CreateICmpEQ(last, expected));
}

class Columns {
public:
  Columns(IRBuilder<>& builder, ArrayRef<CallInst*> accesses)
      : builder_(builder), accesses_(accesses), rows_(static_cast<unsigned>(accesses.size())),
        lanes_(typeOf(*accesses[0])->getNumElements()),
        type_(FixedVectorType::get(typeOf(*accesses[0])->getElementType(), rows_)),
        align_(alignmentOf(*accesses[0])) {}

  SmallVector<Value*, 16> load() {
    SmallVector<Value*, 16> rows;
    for (unsigned row = 0; row < rows_; ++row) {
      SmallVector<Value*, 8> squares;
      for (unsigned lane = row; lane < lanes_; lane += rows_)
        squares.push_back(likeAccess(builder_.CreateAlignedLoad(type_, address(lane), align_)));
      rows.push_back(concatenateVectors(builder_, squares));
    }
    turn(builder_, rows);
    return rows;
  }

  void store() {
    SmallVector<Value*, 16> rows;
    for (CallInst* access : accesses_)
      rows.push_back(access->getArgOperand(0));
    turn(builder_, rows);
    for (unsigned first = 0; first < lanes_; first += rows_)
      for (unsigned row = 0; row < rows_; ++row) {
        Value* column =
            builder_.CreateShuffleVector(rows[row], createSequentialMask(first, rows_, 0));
        likeAccess(builder_.CreateAlignedStore(column, address(first + row), align_));
      }
  }

private:
  Instruction* likeAccess(Instruction* created) {
    created->setAAMetadata(accesses_[0]->getAAMetadata());
    return created;
  }

  Value* address(unsigned lane) {
    return builder_.CreateExtractElement(pointersOf(*accesses_[0]), std::uint64_t{lane});
  }

  IRBuilder<>& builder_;
  ArrayRef<CallInst*> accesses_;
  const unsigned rows_, lanes_;
  FixedVectorType* const type_;
  const Align align_;
};

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

void turnSquares(ArrayRef<CallInst*> accesses) {
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
  Columns columns(builder, accesses);
  SmallVector<Value*, 16> loaded;
  if (isGather(first))
    loaded = columns.load();
  else
    columns.store();
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
