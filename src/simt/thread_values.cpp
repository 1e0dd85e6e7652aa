#include "simt/thread_values.h"

#include "ir/kernel_abi.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {

Value* laneMask(IRBuilderBase& builder, ThreadOp op, Value* threads) {
  Constant* one = ConstantInt::get(threads->getType(), 1);
  Value* equal = builder.CreateShl(one, builder.CreateAnd(threads, 31));
  Value* below = builder.CreateSub(equal, one);
  switch (op) {
  case ThreadOp::LanemaskEq:
    return equal;
  case ThreadOp::LanemaskLt:
    return below;
  case ThreadOp::LanemaskLe:
    return builder.CreateOr(below, equal);
  case ThreadOp::LanemaskGe:
    return builder.CreateNot(below);
  default: // LanemaskGt
    return builder.CreateNot(builder.CreateOr(below, equal));
  }
}

Value* isInSpace(IRBuilderBase& builder, ThreadOp op, Value* addresses, ContextField field) {
  Type* i64 = builder.getInt64Ty();
  auto* lanes = dyn_cast<FixedVectorType>(addresses->getType());
  auto spread = [&](Value* value) {
    return lanes ? builder.CreateVectorSplat(lanes->getNumElements(), value) : value;
  };
  auto number = [&](std::size_t offset) {
    return builder.CreatePtrToInt(field(offset, builder.getPtrTy()), i64);
  };
  auto isWithin = [&](Value* low, Value* bytes) {
    return builder.CreateICmpULT(builder.CreateSub(addresses, spread(low)), spread(bytes));
  };
  auto isShared = [&] {
    Value* bytes = field(offsetof(BlockContext, sharedBytes), builder.getInt32Ty());
    return isWithin(number(offsetof(BlockContext, shared)), builder.CreateZExt(bytes, i64));
  };
  auto isLocal = [&] {
    Value* low = number(offsetof(BlockContext, localLow));
    Value* onStack =
        isWithin(low, builder.CreateSub(number(offsetof(BlockContext, localHigh)), low));
    Value* bytes = field(offsetof(BlockContext, frameBytes), builder.getInt32Ty());
    Value* inFrame =
        isWithin(number(offsetof(BlockContext, frame)), builder.CreateZExt(bytes, i64));
    return builder.CreateOr(onStack, inFrame);
  };
  switch (op) {
  case ThreadOp::IsSpaceShared:
    return isShared();
  case ThreadOp::IsSpaceLocal:
    return isLocal();
  case ThreadOp::IsSpaceGlobal: {
    Value* shared = isShared();
    return builder.CreateNot(builder.CreateOr(shared, isLocal()));
  }
  default: { // IsSpaceParam
    Value* bytes = field(offsetof(BlockContext, parameterBytes), builder.getInt32Ty());
    return isWithin(number(offsetof(BlockContext, params)), builder.CreateZExt(bytes, i64));
  }
  }
}

} // namespace heddle::simt
