#include "jit/tie_accumulators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace heddle::jit {
namespace {

// Where a multiply-add that overwrites a factor has its result and operands. In the form of it that
// has the sum in the middle, the last operand is a factor as well; the pass may then exchange two
// factors, which changes nothing but registers.
constexpr unsigned kResult = 0, kOverwritten = 1, kFactor = 2, kSum = 3, kOperands = 4;

class TieAccumulators : public MachineFunctionPass {
public:
  TieAccumulators() : MachineFunctionPass(id_) {}

  StringRef getPassName() const override { return "Tie accumulators"; }
  void getAnalysisUsage(AnalysisUsage& usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction& function) override {
    registers_ = &function.getRegInfo();
    const TargetInstrInfo& target = *function.getSubtarget().getInstrInfo();
    bool isChanged = false;
    for (MachineBasicBlock& block : function)
      for (MachineInstr& instruction : drop_begin(block))
        if (MachineInstr& copy = *instruction.getPrevNode(); overwritesProduct(instruction, copy))
          isChanged |= overwriteSum(instruction, copy, target);
    return isChanged;
  }

private:
  static bool isMultiplyAdd(const MachineInstr& instruction) {
    return instruction.isCommutable() && instruction.getNumExplicitOperands() == kOperands &&
           instruction.isRegTiedToDefOperand(kOverwritten);
  }

  // Is it a multiply-add that overwrites a copy of a factor, although it is the last one to need a
  // sum, which comes from another multiply-add or around a loop?
  bool overwritesProduct(const MachineInstr& instruction, const MachineInstr& copy) const {
    if (!isMultiplyAdd(instruction) || !copy.isFullCopy() ||
        copy.getOperand(0).getReg() != instruction.getOperand(kOverwritten).getReg())
      return false;
    const MachineOperand& sum = instruction.getOperand(kSum);
    const Register factor = copy.getOperand(1).getReg();
    // The pass exchanges the copy and the sum, which it cannot do where the other factor is one of
    // them, as in a square.
    const Register other = instruction.getOperand(kFactor).getReg();
    return sum.isReg() && sum.getReg().isVirtual() && sum.isKill() && !sum.getSubReg() &&
           factor.isVirtual() && sum.getReg() != factor && isSum(sum.getReg()) && !isSum(factor) &&
           other != sum.getReg() && other != copy.getOperand(0).getReg();
  }

  // Is it a sum, or may it be one that comes around a loop? Phis have become copies by now.
  bool isSum(Register value) const {
    return any_of(registers_->def_instructions(value), [](const MachineInstr& origin) {
      return origin.isCopy() || isMultiplyAdd(origin);
    });
  }

  bool overwriteSum(MachineInstr& instruction, MachineInstr& copy, const TargetInstrInfo& target) {
    unsigned first = kOverwritten, second = kSum;
    const Register result = instruction.getOperand(kResult).getReg();
    const Register sum = instruction.getOperand(kSum).getReg();
    const Register factor = copy.getOperand(1).getReg();
    const bool isLastOfFactor = copy.getOperand(1).isKill();
    if (!target.findCommutedOpIndices(instruction, first, second) ||
        !target.commuteInstruction(instruction, false, first, second))
      return false;
    copy.getOperand(1).setReg(sum);
    copy.getOperand(1).setIsKill();
    instruction.getOperand(kResult).setReg(result);
    instruction.getOperand(kOverwritten).setReg(result);
    instruction.getOperand(kSum).setReg(factor);
    instruction.getOperand(kSum).setIsKill(isLastOfFactor);
    return true;
  }

  const MachineRegisterInfo* registers_ = nullptr;
  static char id_;
};

char TieAccumulators::id_;

} // namespace

FunctionPass* createTieAccumulatorsPass() {
  return new TieAccumulators;
}

} // namespace heddle::jit
