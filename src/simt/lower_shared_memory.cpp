#include "simt/lower_shared_memory.h"

#include "ir/kernel_abi.h"
#include "ir/thread_operations.h"
#include "simt/function_attributes.h"
#include "simt/gang_builder.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace heddle::simt {
namespace {

struct SharedLayout {
  DenseMap<const GlobalVariable*, std::uint64_t> offsets; // of the static variables
  std::uint32_t staticBytes = 0;
  std::uint32_t dynamicOffset = 0;
  bool hasKernel = false; // without one the dynamic offset is only known at run time
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

// The offset of a shared variable. `start` is where the function begins.
Value* offsetOf(const GlobalVariable& variable, const SharedLayout& layout, IRBuilder<>& start) {
  if (!variable.isDeclaration())
    return start.getInt64(layout.offsets.lookup(&variable));
  if (layout.hasKernel)
    return start.getInt64(layout.dynamicOffset);
  Value* all = callThreadOp(start, ThreadOp::TotalSmemSize, {});
  Value* dynamic = callThreadOp(start, ThreadOp::DynamicSmemSize, {});
  return start.CreateZExt(start.CreateSub(all, dynamic), start.getInt64Ty(), variable.getName());
}

void lowerSharedIn(Function& function, const SharedLayout& layout) {
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
  DenseMap<const GlobalVariable*, Value*> offsets;
  DenseMap<Value*, Value*> addresses; // by offset
  auto offsetIn = [&](const GlobalVariable* variable) {
    Value*& offset = offsets[variable];
    if (!offset) {
      IRBuilder<> start(base->getNextNode());
      offset = offsetOf(*variable, layout, start);
    }
    return offset;
  };
  auto addressOf = [&](const GlobalVariable* variable) {
    Value* offset = offsetIn(variable);
    Value*& address = addresses[offset];
    if (!address) {
      auto* after = dyn_cast<Instruction>(offset);
      IRBuilder<> start((after ? after : base)->getNextNode());
      address = start.CreateInBoundsGEP(start.getInt8Ty(), base, offset, variable->getName());
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
        IRBuilder<> builder(toInteger);
        toInteger->replaceAllUsesWith(
            builder.CreateZExtOrTrunc(offsetIn(variable), toInteger->getType()));
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

// The offset that the front end gave to a variable; nothing if it left that to this pass.
std::optional<std::uint64_t> fixedOffset(const GlobalVariable& variable) {
  std::uint64_t offset = 0;
  if (!variable.hasAttribute(kSharedOffset) ||
      variable.getAttribute(kSharedOffset).getValueAsString().getAsInteger(10, offset))
    return std::nullopt;
  return offset;
}

SharedLayout lower(Module& module) {
  SharedLayout layout;
  SmallVector<Constant*, 8> variables;
  const Function* kernel = findKernel(module);
  layout.hasKernel = kernel != nullptr;
  std::uint64_t end = kernel ? numberAttribute(*kernel, kReservedSharedBytes) : 0;
  std::uint64_t dynamicAlignment = 16;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != 3)
      continue;
    variables.push_back(&variable);
    std::uint64_t alignment = variable.getAlign().valueOrOne().value();
    if (variable.isDeclaration()) {
      dynamicAlignment = std::max(dynamicAlignment, alignment);
      continue;
    }
    if (std::optional<std::uint64_t> offset = fixedOffset(variable)) {
      layout.offsets[&variable] = *offset;
      continue;
    }
    end = alignTo(end, alignment);
    layout.offsets[&variable] = end;
    end += module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
  }
  layout.staticBytes = static_cast<std::uint32_t>(end);
  layout.dynamicOffset = static_cast<std::uint32_t>(alignTo(end, dynamicAlignment));
  convertUsersOfConstantsToInstructions(variables);
  for (Function& function : module)
    if (!function.isDeclaration())
      lowerSharedIn(function, layout);
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
