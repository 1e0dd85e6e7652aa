// mov: registers, addresses, and vectors packed into or unpacked from one register.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerMove(const Instruction& instruction) {
  ScalarType t = instruction.type;
  const Operand& target = instruction.operands[0];
  const Operand& from = instruction.operands[1];
  unsigned bits = bitsOf(t);
  if (instruction.modifier<VectorSize>()) {
    std::vector<Value*>
        values; // reads all before it writes one, since registers may be on both sides
    for (const Operand& element : from.elements)
      values.push_back(read(element, t));
    for (std::size_t i = 0; i < values.size(); ++i)
      write(target.elements[i], values[i], t);
    return;
  }
  Value* value = nullptr;
  if (from.kind == Operand::Kind::Vector && from.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(from.elements.size());
    llvm::Type* whole = b_.getIntNTy(bits);
    for (std::size_t i = 0; i < from.elements.size(); ++i) {
      Value* element = b_.CreateZExt(read(from.elements[i], bitsType(part)), whole);
      value = i == 0 ? element : b_.CreateOr(value, b_.CreateShl(element, part * i));
    }
    value = reinterpret(value, type(t));
  } else {
    value = read(from, t);
  }
  if (target.kind == Operand::Kind::Vector && target.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(target.elements.size());
    value = reinterpret(value, b_.getIntNTy(bits));
    for (std::size_t i = 0; i < target.elements.size(); ++i)
      if (target.elements[i].kind != Operand::Kind::Sink)
        write(target.elements[i],
              b_.CreateTrunc(b_.CreateLShr(value, part * i), b_.getIntNTy(part)), bitsType(part));
    return;
  }
  write(target, value, t);
}

} // namespace heddle::ptx
