// clusterlaunchcontrol: requests to cancel a cluster that has not begun, and the answers.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// PTX lets a request fail at any time, and here all do. The answer is then 16 bytes of zeros.
void FunctionLowering::lowerClusterLaunchControl(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  if (instruction.hasOfTwo(CancelOp::TryCancel)) {
    std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
    auto* answer = llvm::FixedVectorType::get(b_.getInt64Ty(), 2);
    b_.CreateAlignedStore(llvm::Constant::getNullValue(answer), pointer(operands[0], space),
                          llvm::Align(16));
    updateMbarrier(pointer(operands[1], space), constant(32, 0), constant(32, 0),
                   constant(32, -std::uint64_t{16} & 0xffffffff), llvm::AtomicOrdering::Release);
    return;
  }
  Value* answer = read(operands[1], ScalarType::B128);
  auto word = [&](unsigned i) {
    return b_.CreateTrunc(b_.CreateLShr(answer, 32 * i), b_.getInt32Ty());
  };
  // No cluster is ever cancelled, so that PTX leaves open what the index of its first block is.
  switch (instruction.required<CancelQuery>()) {
  case CancelQuery::IsCanceled:
    return write(operands[0], b_.CreateTrunc(answer, b_.getInt1Ty()), ScalarType::Pred);
  case CancelQuery::FirstCtaidX:
    return write(operands[0], word(1), ScalarType::B32);
  case CancelQuery::FirstCtaidY:
    return write(operands[0], word(2), ScalarType::B32);
  case CancelQuery::FirstCtaidZ:
    return write(operands[0], word(3), ScalarType::B32);
  case CancelQuery::FirstCtaid:
    for (unsigned i = 0; i < operands[0].elements.size(); ++i)
      write(operands[0].elements[i], i < 3 ? word(i + 1) : constant(32, 0), ScalarType::B32);
    return;
  }
}

} // namespace heddle::ptx
