#include "simt/build_fiber_block_function.h"

#include "ir/kernel_abi.h"
#include "simt/execution_form.h"
#include "simt/gang_builder.h"
#include "simt/pass_failure.h"
#include "simt/thread_functions.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// The kernel as a function of the context and the thread's number.
Expected<Function*> buildThread(Function& kernel, const std::string& name) {
  Module& module = *kernel.getParent();
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  Type* i32 = Type::getInt32Ty(context);
  Function* thread =
      Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, i32}, false),
                       GlobalValue::InternalLinkage, name + ".kernel.thread", module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", thread));
  Value* parameters = loadContextField(builder, thread->getArg(0), offsetof(BlockContext, params),
                                       pointer, "params");
  ValueToValueMapTy map;
  map[kernel.getArg(0)] = parameters;
  SmallVector<ReturnInst*, 4> returns;
  BasicBlock* entry = &thread->getEntryBlock();
  CloneFunctionInto(thread, &kernel, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  thread->setDSOLocal(true);
  thread->setAttributes({});
  thread->addFnAttr(Attribute::NoUnwind);
  builder.SetInsertPoint(entry);
  auto* first = cast<BasicBlock>(map[&kernel.getEntryBlock()]);
  builder.CreateBr(first);
  MergeBlockIntoPredecessor(first);
  if (Error error = lowerThreadFunction(*thread, kernel, true))
    return std::move(error);
  return thread;
}

void buildBlock(Function& kernel, Function& thread, const std::string& name) {
  Module& module = *kernel.getParent();
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  Type* i32 = Type::getInt32Ty(context);
  Function* block = Function::Create(FunctionType::get(i32, {pointer}, false),
                                     GlobalValue::ExternalLinkage, name, module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", block));
  FunctionCallee run = module.getOrInsertFunction("heddle_run_threads", i32, pointer, pointer, i32);
  builder.CreateRet(builder.CreateCall(
      run, {block->getArg(0), &thread, builder.getInt32(blockDim(kernel).threads())}));
  copyBlockAttributes(kernel.getAttributes().getFnAttrs(), *block);
  setNumberAttribute(*block, kFrameBytes, sizeof(BlockFrameHeader));
  block->addFnAttr(kYields);
}

} // namespace

PreservedAnalyses BuildFiberBlockFunctionPass::run(Module& module, ModuleAnalysisManager&) {
  Function* kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  if (Expected<Function*> thread = buildThread(*kernel, name_))
    buildBlock(*kernel, **thread, name_);
  else
    reportFailure(*kernel, thread.takeError());
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
