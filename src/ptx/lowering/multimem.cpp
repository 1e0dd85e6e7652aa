// multimem: memory that several devices hold copies of. Here is one device, whose copy is the
// memory.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerMultimem(const Instruction& instruction) {
  ScalarType t = instruction.type;
  bool loads = instruction.has("ld_reduce");
  const Operand& data = instruction.operands[loads ? 0 : 1];
  std::size_t count = data.kind == Operand::Kind::Vector ? data.elements.size() : 1;
  Value* address = pointer(instruction.operands[loads ? 1 : 0], "global");
  std::string_view order;
  for (std::string_view item : {"multimemload", "multimemstore", "multimemred"})
    if (order.empty())
      order = instruction.modifier(item);
  bool ordered = !order.empty() && order != "weak";
  auto with = [&](std::string_view name, llvm::AtomicOrdering strong) {
    return order.starts_with(name) ? strong : llvm::AtomicOrdering::Monotonic;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Operand& element = data.kind == Operand::Kind::Vector ? data.elements[i] : data;
    Value* place = b_.CreateConstGEP1_64(b_.getInt8Ty(), address, i * bytesOf(t));
    llvm::Align align(bytesOf(t));
    if (loads) {
      llvm::LoadInst* load = b_.CreateAlignedLoad(type(t), place, align);
      if (ordered)
        load->setAtomic(with("acquire", llvm::AtomicOrdering::Acquire));
      write(element, load, t);
    } else if (instruction.has("st")) {
      llvm::StoreInst* store = b_.CreateAlignedStore(read(element, t), place, align);
      if (ordered)
        store->setAtomic(with("release", llvm::AtomicOrdering::Release));
    } else {
      atomicUpdate(instruction, place, read(element, t),
                   with("release", llvm::AtomicOrdering::Release));
    }
  }
}

} // namespace heddle::ptx
