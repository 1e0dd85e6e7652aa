// Generates redux, a reduction over the lanes of a warp. A gang is a warp here, so that the
// reduction is one over the elements of a vector register.
#include "simt/gang_builder.h"

using namespace llvm;

namespace heddle::simt {

// The reduction over the active lanes, as one value. The other lanes are replaced by a neutral
// number.
Value* GangBuilder::redux(CallBase& call, ThreadOp op) {
  Value* values = vector(call.getArgOperand(0));
  auto keep = [&](std::uint32_t neutral) {
    return builder_.CreateSelect(activeMaskVector(), values,
                                 ConstantInt::get(values->getType(), neutral));
  };
  switch (op) {
  case ThreadOp::ReduxAdd:
    return builder_.CreateAddReduce(keep(0));
  case ThreadOp::ReduxMin:
    return builder_.CreateIntMinReduce(keep(0x7fffffff), true);
  case ThreadOp::ReduxMax:
    return builder_.CreateIntMaxReduce(keep(0x80000000), true);
  case ThreadOp::ReduxUMin:
    return builder_.CreateIntMinReduce(keep(0xffffffff), false);
  case ThreadOp::ReduxUMax:
    return builder_.CreateIntMaxReduce(keep(0), false);
  case ThreadOp::ReduxAnd:
    return builder_.CreateAndReduce(keep(0xffffffff));
  case ThreadOp::ReduxOr:
    return builder_.CreateOrReduce(keep(0));
  default:
    return builder_.CreateXorReduce(keep(0));
  }
}

// Groups with different members reduce one after the other.
Value* GangBuilder::reduxInGroups(CallBase& call, ThreadOp op) {
  Value* members = vector(call.getArgOperand(1));
  Value* outer = mask_;
  Value* active = activeMaskVector();
  return forEachActiveLane(builder_.getInt32Ty(), [&](Value* lane) {
    Value* group = builder_.CreateBitCast(builder_.CreateExtractElement(members, lane),
                                          vectorOf(builder_.getInt1Ty()));
    mask_ = builder_.CreateAnd(active, group);
    Value* value = redux(call, op);
    mask_ = outer;
    return value;
  });
}

} // namespace heddle::simt
