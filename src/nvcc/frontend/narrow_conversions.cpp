#include "nvcc/frontend/narrow_conversions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

void convertThrough32Bits(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction);
      if (!conversion || (conversion->getOpcode() != llvm::Instruction::FPToUI &&
                          conversion->getOpcode() != llvm::Instruction::FPToSI))
        continue;
      llvm::Type* const type = conversion->getDestTy();
      if (type->getScalarSizeInBits() != 8 && type->getScalarSizeInBits() != 16)
        continue;
      llvm::IRBuilder<> builder(conversion);
      llvm::Value* wide = builder.CreateCast(conversion->getOpcode(), conversion->getOperand(0),
                                             type->getWithNewBitWidth(32));
      conversion->replaceAllUsesWith(builder.CreateTrunc(wide, type));
      conversion->eraseFromParent();
    }
}

} // namespace heddle::frontend
