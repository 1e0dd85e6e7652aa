// st.async and red.async: a store and an update of shared memory whose bytes complete on an
// mbarrier.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// st.async: a store whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncStore(const Instruction& instruction) {
  ScalarType t = instruction.type;
  const Operand& data = instruction.operands[1];
  Value* target = pointer(instruction.operands[0], SpaceModifier::Shared);
  std::size_t count = instruction.modifier<VectorSize>() ? data.elements.size() : 1;
  for (std::size_t i = 0; i < count; ++i)
    b_.CreateAlignedStore(read(count == 1 ? data : data.elements[i], t),
                          b_.CreateConstGEP1_64(b_.getInt8Ty(), target, i * bytesOf(t)),
                          llvm::Align(bytesOf(t)));
  updateMbarrier(pointer(instruction.operands[2], SpaceModifier::Shared), constant(32, 0),
                 constant(32, 0), constant(32, -(count * bytesOf(t)) & 0xffffffff),
                 llvm::AtomicOrdering::Release);
}

// red.async: an update whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncReduction(const Instruction& instruction) {
  ScalarType t = instruction.type;
  atomicUpdate(instruction, pointer(instruction.operands[0], SpaceModifier::Shared),
               read(instruction.operands[1], t), llvm::AtomicOrdering::Monotonic);
  updateMbarrier(pointer(instruction.operands[2], SpaceModifier::Shared), constant(32, 0),
                 constant(32, 0), constant(32, -std::uint64_t{bytesOf(t)} & 0xffffffff),
                 llvm::AtomicOrdering::Release);
}

} // namespace heddle::ptx
