// Vector atomics: atom and red with .v2, .v4 or .v8.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// PTX makes each element's update atomic on its own, not that of the vector as a whole.
void FunctionLowering::lowerVectorAtomic(const Instruction& instruction, Value* address,
                                         llvm::AtomicOrdering order) {
  ScalarType t = instruction.type;
  bool isAtom = instruction.opcode() == Opcode::Atom;
  const Operand& data = instruction.operands[isAtom ? 2 : 1];
  std::vector<Value*> old;
  for (std::size_t i = 0; i < data.elements.size(); ++i)
    old.push_back(atomicUpdate(instruction,
                               b_.CreateConstGEP1_64(b_.getInt8Ty(), address, i * bytesOf(t)),
                               read(data.elements[i], t), order));
  if (isAtom)
    for (std::size_t i = 0; i < old.size(); ++i)
      write(instruction.operands[0].elements[i], old[i], t);
}

} // namespace heddle::ptx
