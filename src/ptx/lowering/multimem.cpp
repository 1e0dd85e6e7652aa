// multimem: operations on memory of which several devices hold copies. There is one copy here, so
// that they are plain loads, stores and updates.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

namespace {

llvm::AtomicOrdering orderingOf(MultimemOrder order) {
  switch (order) {
  case MultimemOrder::Weak:
    return llvm::AtomicOrdering::NotAtomic;
  case MultimemOrder::RelaxedCta:
  case MultimemOrder::RelaxedCluster:
  case MultimemOrder::RelaxedGpu:
  case MultimemOrder::RelaxedSys:
    return llvm::AtomicOrdering::Monotonic;
  case MultimemOrder::AcquireCta:
  case MultimemOrder::AcquireCluster:
  case MultimemOrder::AcquireGpu:
  case MultimemOrder::AcquireSys:
    return llvm::AtomicOrdering::Acquire;
  case MultimemOrder::ReleaseCta:
  case MultimemOrder::ReleaseCluster:
  case MultimemOrder::ReleaseGpu:
  case MultimemOrder::ReleaseSys:
    return llvm::AtomicOrdering::Release;
  }
  llvm_unreachable("no such order");
}

} // namespace

void FunctionLowering::lowerMultimem(const Instruction& instruction) {
  ScalarType t = instruction.type;
  auto op = instruction.required<MultimemOp>();
  bool loads = op == MultimemOp::LdReduce;
  const Operand& data = instruction.operands[loads ? 0 : 1];
  std::size_t count = data.kind == Operand::Kind::Vector ? data.elements.size() : 1;
  Value* address = pointer(instruction.operands[loads ? 1 : 0], SpaceModifier::Global);
  llvm::AtomicOrdering order =
      orderingOf(instruction.modifier<MultimemOrder>().value_or(MultimemOrder::Weak));
  for (std::size_t i = 0; i < count; ++i) {
    const Operand& element = data.kind == Operand::Kind::Vector ? data.elements[i] : data;
    Value* place = b_.CreateConstGEP1_64(b_.getInt8Ty(), address, i * bytesOf(t));
    llvm::Align align(bytesOf(t));
    switch (op) {
    case MultimemOp::LdReduce: {
      llvm::LoadInst* load = b_.CreateAlignedLoad(type(t), place, align);
      load->setAtomic(order);
      write(element, load, t);
      break;
    }
    case MultimemOp::St:
      b_.CreateAlignedStore(read(element, t), place, align)->setAtomic(order);
      break;
    case MultimemOp::Red:
      atomicUpdate(instruction, place, read(element, t),
                   order == llvm::AtomicOrdering::NotAtomic ? llvm::AtomicOrdering::Monotonic
                                                            : order);
      break;
    }
  }
}

} // namespace heddle::ptx
