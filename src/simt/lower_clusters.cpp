#include "simt/lower_clusters.h"

#include "ir/kernel_abi.h"
#include "simt/thread_intrinsics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <array>
#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// The named barrier at which the threads of a block meet around a wait for their cluster. PTX has
// 16 of them, so no program can name this one.
constexpr std::uint32_t kClusterBarrier = 16;
// Blocks without side effects that are followed to find a return.
constexpr unsigned kMostEmptyBlocks = 8;

class ClusterLowering {
public:
  explicit ClusterLowering(Instruction& at) : builder_(&at), module_(*at.getModule()) {}

  Value* lower(CallInst& call, StringRef name) {
    if (name.consume_front("clusterid."))
      return builder_.CreateUDiv(value("heddle.ctaid.", name), size(name));
    if (name.consume_front("nclusterid."))
      return builder_.CreateUDiv(value("heddle.nctaid.", name), size(name));
    if (name.consume_front("cluster_ctaid."))
      return builder_.CreateURem(value("heddle.ctaid.", name), size(name));
    if (name == "cluster_ctarank")
      return rank();
    if (name == "cluster_nctarank")
      return blocks();
    if (name == "is_explicit_cluster")
      return builder_.CreateZExtOrTrunc(builder_.CreateICmpNE(blocks(), builder_.getInt32(1)),
                                        call.getType());
    if (name == "cluster.map") { // (i64 address, i32 rank): the same offset in the shared memory of
                                 // the block of that rank
      Value* apart = builder_.CreateSub(call.getArgOperand(1), rank());
      Value* distance =
          builder_.CreateMul(builder_.CreateSExt(apart, builder_.getInt64Ty()), stride());
      return builder_.CreateAdd(call.getArgOperand(0), distance);
    }
    // cluster.rank_of (i64 offset from the block's own shared memory): the rank of the block whose
    // shared memory that is in.
    Value* shift = builder_.CreateIntrinsic(Intrinsic::cttz, {builder_.getInt64Ty()},
                                            {stride(), builder_.getTrue()});
    Value* apart = builder_.CreateAShr(call.getArgOperand(0), shift);
    return builder_.CreateAdd(rank(), builder_.CreateTrunc(apart, builder_.getInt32Ty()));
  }

  void arrive() {
    FunctionCallee callee =
        module_.getOrInsertFunction(threadOpName(ThreadOp::ClusterArrive), builder_.getVoidTy());
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder_.CreateCall(callee);
  }

  // Counts a thread that returns as arrived: always, or only when `ifTrue` is true or `ifFalse` is
  // false.
  void exit(Value* ifTrue = nullptr, Value* ifFalse = nullptr) {
    Value* leaves = ifTrue && !ifFalse   ? ifTrue
                    : ifFalse && !ifTrue ? builder_.CreateNot(ifFalse)
                                         : builder_.getTrue();
    FunctionCallee callee = module_.getOrInsertFunction(
        threadOpName(ThreadOp::ClusterExit), builder_.getVoidTy(), builder_.getInt32Ty());
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder_.CreateCall(callee, {builder_.CreateZExt(leaves, builder_.getInt32Ty())});
  }

  // The threads of a block meet before and after the wait, so that the phase that the block has
  // arrived for stays as it is until all of them have read it.
  void wait(CallInst& call) {
    Value* cluster = state();
    Value* slot = phaseSlot(cluster);
    meet();
    Instruction* then = SplitBlockAndInsertIfThen(builder_.CreateIsNotNull(cluster), &call, false);
    builder_.SetInsertPoint(then);
    Value* phase = builder_.CreateAlignedLoad(builder_.getInt32Ty(), slot, Align(4), true);
    BasicBlock* before = then->getParent();
    BasicBlock* after = SplitBlock(before, then);
    BasicBlock* loop =
        BasicBlock::Create(call.getContext(), "cluster.wait", before->getParent(), after);
    before->getTerminator()->setSuccessor(0, loop);
    builder_.SetInsertPoint(loop);
    LoadInst* barrier = builder_.CreateAlignedLoad(builder_.getInt64Ty(), cluster, Align(8));
    barrier->setAtomic(AtomicOrdering::Acquire);
    Value* now = builder_.CreateTrunc(builder_.CreateLShr(barrier, 32), builder_.getInt32Ty());
    Value* done = builder_.CreateICmpNE(now, phase);
    builder_.CreateCondBr(done, after, loop);
    builder_.SetInsertPoint(&call);
    meet();
  }

private:
  Value* value(StringRef stem, StringRef axis) {
    return get((stem + axis).str(), builder_.getInt32Ty());
  }
  Value* size(StringRef axis) { return value("heddle.cluster_nctaid.", axis); }
  Value* stride() { return get(threadOpName(ThreadOp::ClusterStride), builder_.getInt64Ty()); }
  Value* state() { return get(threadOpName(ThreadOp::ClusterState), builder_.getPtrTy()); }
  Value* blocks() {
    return builder_.CreateMul(builder_.CreateMul(size("x"), size("y")), size("z"));
  }
  Value* rank() {
    auto place = [&](StringRef axis) {
      return builder_.CreateURem(value("heddle.ctaid.", axis), size(axis));
    };
    Value* upper = builder_.CreateAdd(builder_.CreateMul(place("z"), size("y")), place("y"));
    return builder_.CreateAdd(builder_.CreateMul(upper, size("x")), place("x"));
  }
  Value* phaseSlot(Value* cluster) {
    Value* phases = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), cluster,
                                                offsetof(heddle::ClusterState, phase));
    return builder_.CreateGEP(builder_.getInt32Ty(), phases,
                              builder_.CreateZExt(rank(), builder_.getInt64Ty()));
  }
  void meet() {
    FunctionCallee barrier =
        module_.getOrInsertFunction(threadOpName(ThreadOp::Barrier), builder_.getVoidTy(),
                                    builder_.getInt32Ty(), builder_.getInt32Ty());
    auto* declared = cast<Function>(barrier.getCallee());
    declared->addFnAttr(Attribute::Convergent);
    declared->setDoesNotThrow();
    builder_.CreateCall(barrier, {builder_.getInt32(kClusterBarrier), builder_.getInt32(0)});
  }
  Value* get(const std::string& name, Type* type) {
    FunctionCallee callee = module_.getOrInsertFunction(name, type);
    auto* declared = cast<Function>(callee.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->addFnAttr(Attribute::WillReturn);
    declared->addFnAttr(Attribute::Speculatable);
    return builder_.CreateCall(callee);
  }

  IRBuilder<> builder_;
  Module& module_;
};

// The questions about the cluster that become arithmetic.
constexpr std::array<StringLiteral, 14> kQuestions = {
    "clusterid.x",     "clusterid.y",     "clusterid.z",      "nclusterid.x",
    "nclusterid.y",    "nclusterid.z",    "cluster_ctaid.x",  "cluster_ctaid.y",
    "cluster_ctaid.z", "cluster_ctarank", "cluster_nctarank", "is_explicit_cluster",
    "cluster.map",     "cluster.rank_of",
};

template <typename Lower> void replaceCalls(Module& module, StringRef name, Lower lower) {
  Function* function = module.getFunction(("heddle." + name).str());
  if (!function)
    return;
  SmallVector<CallInst*, 8> calls;
  for (User* user : function->users())
    if (auto* call = dyn_cast<CallInst>(user))
      calls.push_back(call);
  for (CallInst* call : calls) {
    lower(*call);
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

// Does a thread that comes to this block do nothing any more but return? Empty blocks are followed
// for a few steps.
bool onlyReturns(const BasicBlock* block) {
  for (unsigned steps = 0; block && steps < kMostEmptyBlocks;
       ++steps, block = block->getSingleSuccessor()) {
    if (any_of(*block,
               [](const Instruction& instruction) { return instruction.mayHaveSideEffects(); }))
      return false;
    if (isa<ReturnInst>(block->getTerminator()))
      return true;
  }
  return false;
}

// Counts threads that return as arrived at the cluster's barrier. A lane that leaves a loop to
// return gets there only when all lanes of its gang have left the loop, and these may be waiting
// for the cluster. So a lane that is about to return is counted at the branch that decides it.
void countExits(Module& module) {
  SmallVector<Instruction*, 8> ends;
  SmallVector<BranchInst*, 8> branches;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      bool isKernel = function.hasFnAttribute("heddle-kernel");
      if (threadOp(instruction) == ThreadOp::Exit || (isa<ReturnInst>(instruction) && isKernel))
        ends.push_back(&instruction);
      if (auto* branch = dyn_cast<BranchInst>(&instruction);
          branch && branch->isConditional() && isKernel &&
          (onlyReturns(branch->getSuccessor(0)) || onlyReturns(branch->getSuccessor(1))))
        branches.push_back(branch);
    }
  for (BranchInst* branch : branches) {
    ClusterLowering lowering(*branch);
    lowering.exit(onlyReturns(branch->getSuccessor(0)) ? branch->getCondition() : nullptr,
                  onlyReturns(branch->getSuccessor(1)) ? branch->getCondition() : nullptr);
  }
  for (Instruction* end : ends)
    ClusterLowering(*end).exit();
}

void lowerClusters(Module& module) {
  if (module.getFunction("heddle.cluster.arrive"))
    countExits(module);
  replaceCalls(module, "cluster.arrive", [](CallInst& call) { ClusterLowering(call).arrive(); });
  replaceCalls(module, "cluster.wait", [](CallInst& call) { ClusterLowering(call).wait(call); });
  for (StringLiteral name : kQuestions)
    replaceCalls(module, name, [&](CallInst& call) {
      call.replaceAllUsesWith(ClusterLowering(call).lower(call, name));
    });
}

} // namespace

PreservedAnalyses LowerClustersPass::run(Module& module, ModuleAnalysisManager&) {
  lowerClusters(module);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
