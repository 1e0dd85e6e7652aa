// Branches, ret, exit, trap, brkpt and nanosleep.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerControl(const Instruction& instruction) {
  switch (instruction.opcode()) {
  case Opcode::Bra:
    b_.CreateBr(labels_[instruction.operands[0].index]);
    return;
  case Opcode::Brx: {
    const Operand& name = instruction.operands[1];
    if (name.kind != Operand::Kind::Table ||
        source_.tables[name.index].kind != Table::Kind::BranchTargets)
      throw LoweringError{ErrorKind::InvalidPtx, name.location, "not a list of branch targets"};
    const Table& table = source_.tables[name.index];
    Value* index = read(instruction.operands[0], ScalarType::U32);
    // An index outside the list is undefined in PTX.
    llvm::BasicBlock* outside = newBlock("outside");
    llvm::SwitchInst* jump =
        b_.CreateSwitch(index, outside, static_cast<unsigned>(table.entries.size()));
    for (std::size_t i = 0; i < table.entries.size(); ++i)
      jump->addCase(constant(32, i), labels_[table.entries[i]]);
    b_.SetInsertPoint(outside);
    b_.CreateUnreachable();
    return;
  }
  case Opcode::Ret:
    emitReturn();
    return;
  case Opcode::Exit:
    if (source_.isEntry) {
      b_.CreateRetVoid();
      return;
    }
    threadOp(ThreadOp::Exit);
    b_.CreateUnreachable();
    return;
  case Opcode::Trap:
    threadOp(ThreadOp::Trap);
    b_.CreateUnreachable();
    return;
  case Opcode::Brkpt:
    // Without a debugger a breakpoint ends the launch.
    threadOp(ThreadOp::Trap);
    return;
  case Opcode::Nanosleep:
    threadOp(ThreadOp::NanoSleep, {source(instruction, 0)});
    return;
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
