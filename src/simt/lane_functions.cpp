#include "simt/lane_functions.h"

#include "simt/thread_functions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Steps from an input of a part to what it is computed from. Addresses are a few additions and
// shifts away from the index of the thread.
constexpr unsigned kDeepestRecomputation = 6;

bool isArithmetic(const Instruction& instruction) {
  return isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction) &&
         !instruction.getType()->isFPOrFPVectorTy();
}

// What the kernel calls. It has no body: gangs call the function with the suffix of thread
// functions in its place.
Function* declarePart(const LanePart& part, const SetVector<Value*>& inputs, const Twine& name) {
  Function& caller = *part.before->getParent();
  SmallVector<Type*, 8> types;
  for (Value* input : inputs)
    types.push_back(input->getType());
  Type* result = part.result ? part.result->getType() : Type::getVoidTy(caller.getContext());
  auto* declared = Function::Create(FunctionType::get(result, types, false),
                                    GlobalValue::ExternalLinkage, name, caller.getParent());
  if (!part.stores)
    declared->setOnlyReadsMemory();
  declared->setDoesNotThrow();
  return declared;
}

// Puts the call where the part was.
void callPart(const LanePart& part, const SetVector<Value*>& inputs, Function* declared) {
  auto* place =
      BasicBlock::Create(declared->getContext(), "separate", part.after->getParent(), part.after);
  IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(part.before->getTerminator()->getDebugLoc());
  Value* result = builder.CreateCall(declared, inputs.getArrayRef());
  builder.CreateBr(part.after);
  part.before->getTerminator()->replaceSuccessorWith(part.blocks.front(), place);
  for (PHINode& phi : part.after->phis()) {
    const int index = phi.getBasicBlockIndex(part.last);
    phi.setIncomingBlock(index, place);
    if (part.result && phi.getIncomingValue(index) == part.result)
      phi.setIncomingValue(index, result);
  }
}

// The part itself, in a function behind the two arguments that each thread function has.
Function* definePart(const LanePart& part, const SetVector<Value*>& inputs,
                     const Function& declared) {
  LLVMContext& context = declared.getContext();
  SmallVector<Type*, 8> types = {PointerType::getUnqual(context), Type::getInt32Ty(context)};
  types.append(declared.getFunctionType()->param_begin(), declared.getFunctionType()->param_end());
  auto* type = FunctionType::get(declared.getReturnType(), types, false);
  auto* function =
      Function::Create(type, GlobalValue::InternalLinkage,
                       declared.getName() + kThreadFunctionSuffix, part.after->getModule());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::AlwaysInline);
  auto* entry = BasicBlock::Create(context, "entry", function);
  IRBuilder<>(entry).CreateBr(part.blocks.front());
  for (BasicBlock* block : part.blocks) {
    block->removeFromParent();
    block->insertInto(function);
  }
  auto* done = BasicBlock::Create(context, "done", function);
  part.last->getTerminator()->replaceSuccessorWith(part.after, done);
  ReturnInst::Create(context, part.result, done);
  part.blocks.front()->replacePhiUsesWith(part.before, entry);
  for (const auto& [index, input] : enumerate(inputs))
    input->replaceUsesWithIf(function->getArg(static_cast<unsigned>(index) + 2), [&](Use& use) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      return user && user->getFunction() == function;
    });
  return function;
}

} // namespace

bool isIndependentOfLanes(const Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return isa<IntrinsicInst>(call) && call->doesNotAccessMemory();
  return !instruction.mayReadOrWriteMemory();
}

SetVector<Value*> inputsOf(const LanePart& part) {
  const SmallPtrSet<BasicBlock*, 4> blocks(part.blocks.begin(), part.blocks.end());
  SetVector<Value*> inputs;
  for (BasicBlock* block : part.blocks)
    for (Instruction& instruction : *block)
      for (Value* operand : instruction.operands()) {
        auto* defined = dyn_cast<Instruction>(operand);
        if (isa<Argument>(operand) || (defined && !blocks.contains(defined->getParent())))
          inputs.insert(operand);
      }
  return inputs;
}

void recomputeInputs(const LanePart& part) {
  // Each round copies what computes the inputs of the round before.
  for (unsigned depth = 0; depth < kDeepestRecomputation; ++depth) {
    bool changed = false;
    for (Value* input : inputsOf(part)) {
      auto* original = dyn_cast<Instruction>(input);
      if (!original || !isArithmetic(*original))
        continue;
      Instruction* copy = original->clone();
      copy->insertInto(part.blocks.front(), part.blocks.front()->begin());
      original->replaceUsesWithIf(copy, [&](Use& use) {
        auto* user = dyn_cast<Instruction>(use.getUser());
        return user && is_contained(part.blocks, user->getParent());
      });
      changed = true;
    }
    if (!changed)
      return;
  }
}

bool arePassable(const SetVector<Value*>& inputs) {
  return all_of(
      inputs, [](const Value* input) { return VectorType::isValidElementType(input->getType()); });
}

Function* moveToLaneFunction(const LanePart& part, const Twine& name) {
  const SetVector<Value*> inputs = inputsOf(part);
  Function* declared = declarePart(part, inputs, name);
  callPart(part, inputs, declared);
  return definePart(part, inputs, *declared);
}

} // namespace heddle::simt
