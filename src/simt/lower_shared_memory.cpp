#include "simt/lower_shared_memory.h"

#include "ir/kernel_abi.h"
#include "ir/thread_operations.h"
#include "simt/function_attributes.h"
#include "simt/gang_builder.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

struct SharedLayout {
  std::uint32_t staticBytes = 0;
  std::uint32_t dynamicOffset = 0;
};

// Makes the start of the block's shared memory a value of the function's entry.
CallInst* sharedBase(Function& function) {
  IRBuilder<> start(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  CallInst* base = callThreadOp(start, ThreadOp::SharedBase, {}, "shared");
  base->getCalledFunction()->addRetAttr(
      Attribute::getWithAlignment(function.getContext(), Align(kSharedAlignment)));
  return base;
}

// The base is computed in the entry, which dominates everything, so what two branches compute from
// it is one value. Returns whether there were conversions.
bool lowerConversions(Function& function) {
  SmallVector<CallInst*, 8> conversions;
  for (Instruction& instruction : instructions(function))
    if (threadOp(instruction) == ThreadOp::CvtaShared ||
        threadOp(instruction) == ThreadOp::CvtaToShared)
      conversions.push_back(cast<CallInst>(&instruction));
  if (conversions.empty())
    return false;
  CallInst* base = sharedBase(function);
  auto* number = new PtrToIntInst(base, Type::getInt64Ty(function.getContext()), "shared.number",
                                  base->getNextNode());
  for (CallInst* call : conversions) {
    bool toGeneric = threadOp(*call) == ThreadOp::CvtaShared;
    auto* result = BinaryOperator::Create(toGeneric ? Instruction::Add : Instruction::Sub,
                                          call->getArgOperand(0), number, "", call);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return true;
}

void lowerSharedIn(Function& function,
                   const DenseMap<const GlobalVariable*, std::uint64_t>& offsets) {
  LLVMContext& context = function.getContext();
  Type* pointer = PointerType::getUnqual(context);
  auto isShared = [](const Value* value) {
    return value->getType()->isPointerTy() && value->getType()->getPointerAddressSpace() == 3;
  };
  bool any = false;
  for (Instruction& instruction : instructions(function)) {
    any |= isShared(&instruction);
    for (const Use& operand : instruction.operands())
      any |= isShared(operand);
  }
  if (!any)
    return;
  CallInst* base = sharedBase(function);
  DenseMap<std::uint64_t, Value*> addresses;
  auto addressOf = [&](const GlobalVariable* variable) {
    Value*& address = addresses[offsets.lookup(variable)];
    if (!address) {
      IRBuilder<> start(base->getNextNode());
      address = start.CreateConstInBoundsGEP1_64(start.getInt8Ty(), base, offsets.lookup(variable),
                                                 variable->getName());
    }
    return address;
  };

  // What depends on the types of operands is noted before the first type changes.
  SmallVector<Instruction*, 64> work;
  DenseSet<Instruction*> toNumber;
  for (Instruction& instruction : instructions(function)) {
    work.push_back(&instruction);
    if (isa<PtrToIntInst>(instruction) && isShared(instruction.getOperand(0)))
      toNumber.insert(&instruction);
    // One worker runs the whole block, so no other host thread accesses its shared memory.
    if (instruction.isAtomic() && !isa<FenceInst>(instruction) &&
        isShared(instruction.getOperand(isa<StoreInst>(instruction) ? 1 : 0)))
      instruction.setMetadata(kBlockPrivate, MDNode::get(context, {}));
  }
  for (Instruction* instruction : work) {
    if (instruction == base)
      continue;
    if (auto* toInteger = dyn_cast<PtrToIntInst>(instruction))
      if (auto* variable = dyn_cast<GlobalVariable>(toInteger->getPointerOperand());
          variable && isShared(variable)) {
        toInteger->replaceAllUsesWith(
            ConstantInt::get(toInteger->getType(), offsets.lookup(variable)));
        toInteger->eraseFromParent();
        continue;
      }
    for (Use& operand : instruction->operands()) {
      if (!isShared(operand))
        continue;
      if (auto* variable = dyn_cast<GlobalVariable>(operand))
        operand.set(addressOf(variable));
      else if (isa<ConstantPointerNull>(operand))
        operand.set(base);
      else if (isa<UndefValue>(operand))
        operand.set(UndefValue::get(pointer));
    }
    IRBuilder<> builder(instruction);
    if (toNumber.contains(instruction)) {
      Value* address = builder.CreatePtrToInt(instruction->getOperand(0), builder.getInt64Ty());
      Value* offset =
          builder.CreateSub(address, builder.CreatePtrToInt(base, builder.getInt64Ty()));
      instruction->replaceAllUsesWith(builder.CreateZExtOrTrunc(offset, instruction->getType()));
      instruction->eraseFromParent();
    } else if (isa<IntToPtrInst>(instruction) && isShared(instruction)) {
      Value* offset = builder.CreateZExtOrTrunc(instruction->getOperand(0), builder.getInt64Ty());
      instruction->mutateType(pointer);
      instruction->replaceAllUsesWith(builder.CreateGEP(builder.getInt8Ty(), base, offset));
      instruction->eraseFromParent();
    } else if (isa<AddrSpaceCastInst>(instruction)) {
      Value* operand = instruction->getOperand(0);
      instruction->mutateType(pointer);
      instruction->replaceAllUsesWith(operand);
      instruction->eraseFromParent();
    } else if (isShared(instruction)) {
      instruction->mutateType(pointer);
    }
  }
}

SharedLayout lower(Module& module) {
  SharedLayout layout;
  SmallVector<Constant*, 8> variables;
  DenseMap<const GlobalVariable*, std::uint64_t> offsets;
  std::uint64_t end = 0, dynamicAlignment = 16;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != 3)
      continue;
    variables.push_back(&variable);
    std::uint64_t alignment = variable.getAlign().valueOrOne().value();
    if (variable.isDeclaration()) {
      dynamicAlignment = std::max(dynamicAlignment, alignment);
      continue;
    }
    end = alignTo(end, alignment);
    offsets[&variable] = end;
    end += module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
  }
  layout.staticBytes = static_cast<std::uint32_t>(end);
  layout.dynamicOffset = static_cast<std::uint32_t>(alignTo(end, dynamicAlignment));
  for (Constant* variable : variables)
    if (cast<GlobalVariable>(variable)->isDeclaration())
      offsets[cast<GlobalVariable>(variable)] = layout.dynamicOffset;
  convertUsersOfConstantsToInstructions(variables);
  for (Function& function : module)
    if (!function.isDeclaration())
      lowerSharedIn(function, offsets);
  for (Constant* variable : variables) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      cast<GlobalVariable>(variable)->eraseFromParent();
  }
  return layout;
}

} // namespace

PreservedAnalyses LowerSharedConversionsPass::run(Function& function, FunctionAnalysisManager&) {
  return lowerConversions(function) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses LowerSharedMemoryPass::run(Module& module, ModuleAnalysisManager&) {
  const SharedLayout layout = lower(module);
  if (Function* kernel = findKernel(module)) {
    setNumberAttribute(*kernel, kStaticSharedBytes, layout.staticBytes);
    setNumberAttribute(*kernel, kDynamicSharedOffset, layout.dynamicOffset);
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
