// st.async and red.async: a store and an update of shared memory, mostly that of another block of
// the cluster, whose bytes complete on an mbarrier there.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// st.async: a store whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncStore(const Instruction& instruction) {
  ScalarType t = instruction.type;
  const Operand& data = instruction.operands[1];
  Value* target = pointer(instruction.operands[0], SpaceModifier::SharedCluster);
  std::size_t count = instruction.modifier<VectorSize>() ? data.elements.size() : 1;
  for (std::size_t i = 0; i < count; ++i)
    b_.CreateAlignedStore(read(count == 1 ? data : data.elements[i], t),
                          b_.CreateConstGEP1_64(b_.getInt8Ty(), target, i * bytesOf(t)),
                          llvm::Align(bytesOf(t)));
  completeTransactions(pointer(instruction.operands[2], SpaceModifier::SharedCluster),
                       constant(32, count * bytesOf(t)));
}

// red.async: an update whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncReduction(const Instruction& instruction) {
  ScalarType t = instruction.type;
  atomicUpdate(instruction, pointer(instruction.operands[0], SpaceModifier::SharedCluster),
               read(instruction.operands[1], t), llvm::AtomicOrdering::Monotonic);
  completeTransactions(pointer(instruction.operands[2], SpaceModifier::SharedCluster),
                       constant(32, bytesOf(t)));
}

} // namespace heddle::ptx
