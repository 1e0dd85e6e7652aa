#include "simt/specialise.h"

#include "ir/kernel_abi.h"
#include "simt/gang_builder.h"
#include "simt/thread_intrinsics.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {

namespace {

// The start of the block's shared memory, as a value of the function's entry.
CallInst* sharedBase(Function& function) {
  IRBuilder<> start(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  FunctionCallee callee = function.getParent()->getOrInsertFunction(
      threadOpName(ThreadOp::SharedBase), start.getPtrTy());
  auto* declared = cast<Function>(callee.getCallee());
  declared->setDoesNotAccessMemory();
  declared->setDoesNotThrow();
  declared->addFnAttr(Attribute::WillReturn);
  declared->addFnAttr(Attribute::Speculatable);
  declared->addRetAttr(Attribute::getWithAlignment(function.getContext(), Align(kSharedAlignment)));
  return start.CreateCall(callee, {}, "shared");
}

// In the entry the base is at hand everywhere, and what two branches compute from it is one value.
void lowerSharedConversions(Function& function) {
  SmallVector<CallInst*, 8> conversions;
  for (Instruction& instruction : instructions(function))
    if (threadOp(instruction) == ThreadOp::CvtaShared ||
        threadOp(instruction) == ThreadOp::CvtaToShared)
      conversions.push_back(cast<CallInst>(&instruction));
  if (conversions.empty())
    return;
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
}

} // namespace

void specialiseBlockShape(Module& module, const BlockShape& shape) {
  for (Function& function : module)
    if (!function.isDeclaration())
      lowerSharedConversions(function);
  auto replace = [&](ThreadOp op, std::uint32_t value) {
    Function* function = module.getFunction(threadOpName(op));
    if (!function)
      return;
    for (User* user : make_early_inc_range(function->users())) {
      auto* call = cast<CallInst>(user);
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), value));
      call->eraseFromParent();
    }
  };
  replace(ThreadOp::NtidX, shape.x);
  replace(ThreadOp::NtidY, shape.y);
  replace(ThreadOp::NtidZ, shape.z);
  auto limit = [&](ThreadOp op, std::uint32_t end) {
    if (end == 1)
      return replace(op, 0);
    if (Function* function = module.getFunction(threadOpName(op)))
      for (User* user : function->users())
        cast<CallInst>(user)->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, end)));
  };
  limit(ThreadOp::TidX, shape.x);
  limit(ThreadOp::TidY, shape.y);
  limit(ThreadOp::TidZ, shape.z);
  replace(ThreadOp::NWarpId, (shape.threads() + 31) / 32);
}

namespace {

// A loop that nothing leaves gets a way out that nobody takes, so that lanes which have not come
// into it have somewhere to go on.
void addExits(Function& function, BasicBlock* end) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 8> edges;
  FindFunctionBackedges(function, edges);
  for (auto [from, to] : edges) {
    if (is_contained(inverse_depth_first(end), from))
      continue;
    BasicBlock* latch = SplitEdge(const_cast<BasicBlock*>(from), const_cast<BasicBlock*>(to));
    Instruction* jump = latch->getTerminator();
    IRBuilder<>(jump).CreateCondBr(ConstantInt::getTrue(function.getContext()),
                                   jump->getSuccessor(0), end);
    jump->eraseFromParent();
    for (PHINode& phi : end->phis())
      phi.addIncoming(PoisonValue::get(phi.getType()), latch);
  }
}

} // namespace

void unifyReturns(Function& function) {
  SmallVector<Instruction*, 8> ends;
  SmallVector<CallInst*, 4> exits;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (threadOp(instruction) == ThreadOp::Exit)
        exits.push_back(cast<CallInst>(&instruction));
  for (CallInst* exit : exits) {
    changeToUnreachable(exit->getNextNode());
    exit->eraseFromParent();
  }
  removeUnreachableBlocks(function);
  for (BasicBlock& block : function)
    if (isa<ReturnInst>(block.getTerminator()) || isa<UnreachableInst>(block.getTerminator()))
      ends.push_back(block.getTerminator());
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "return", &function));
  Type* type = function.getReturnType();
  PHINode* result =
      type->isVoidTy() ? nullptr : builder.CreatePHI(type, static_cast<unsigned>(ends.size()));
  result ? builder.CreateRet(result) : builder.CreateRetVoid();
  for (Instruction* end : ends) {
    if (result)
      result->addIncoming(isa<ReturnInst>(end) ? end->getOperand(0) : PoisonValue::get(type),
                          end->getParent());
    BranchInst::Create(builder.GetInsertBlock(), end);
    end->eraseFromParent();
  }
  addExits(function, builder.GetInsertBlock());
}

namespace {

void guard(Function& kernel, ThreadOp condition) {
  BasicBlock* entry = &kernel.getEntryBlock();
  BasicBlock* done = nullptr;
  for (BasicBlock& block : kernel)
    if (isa<ReturnInst>(block.getTerminator()))
      done = &block;
  BasicBlock* guard = BasicBlock::Create(kernel.getContext(), "guard", &kernel, entry);
  IRBuilder<> builder(guard);
  FunctionCallee inside =
      kernel.getParent()->getOrInsertFunction(threadOpName(condition), builder.getInt1Ty());
  builder.CreateCondBr(builder.CreateCall(inside), entry, done);
  for (PHINode& phi : done->phis())
    phi.addIncoming(PoisonValue::get(phi.getType()), guard);
  // Allocas belong to the entry block.
  for (Instruction& instruction : make_early_inc_range(*entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(*guard, guard->begin());
}

} // namespace

void guardPartialGang(Function& kernel, const BlockShape& shape, unsigned width) {
  if (shape.threads() % width != 0)
    guard(kernel, ThreadOp::Inside);
}

void guardCall(Function& function) {
  guard(function, ThreadOp::Called);
}

namespace {

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

  // All that depends on the operands' types is asked before the first of them changes.
  SmallVector<Instruction*, 64> work;
  DenseSet<Instruction*> toNumber;
  for (Instruction& instruction : instructions(function)) {
    work.push_back(&instruction);
    if (isa<PtrToIntInst>(instruction) && isShared(instruction.getOperand(0)))
      toNumber.insert(&instruction);
    // One worker runs the whole block: nobody else sees its shared memory.
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

} // namespace

SharedLayout lowerSharedMemory(Module& module) {
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

} // namespace heddle::simt
