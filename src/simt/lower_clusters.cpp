#include "simt/lower_clusters.h"

#include "ir/kernel_abi.h"
#include "ir/thread_operations.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

// Blocks without side effects that are followed to find a return.
constexpr unsigned kMostEmptyBlocks = 8;

class ClusterLowering {
public:
  explicit ClusterLowering(Instruction& at) : builder_(&at) {}

  Value* lower(CallInst& call, ThreadOp op) {
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (op == alongAxis(ThreadOp::ClusterIdX, axis))
        return builder_.CreateUDiv(get(ThreadOp::CtaidX, axis), size(axis));
      if (op == alongAxis(ThreadOp::NClusterIdX, axis))
        return builder_.CreateUDiv(get(ThreadOp::NctaidX, axis), size(axis));
      if (op == alongAxis(ThreadOp::ClusterCtaidX, axis))
        return indexInCluster(axis);
    }
    if (op == ThreadOp::ClusterCtarank)
      return rank();
    if (op == ThreadOp::ClusterNctarank)
      return blocks();
    if (op == ThreadOp::IsExplicitCluster)
      return builder_.CreateZExt(builder_.CreateICmpNE(blocks(), builder_.getInt32(1)),
                                 call.getType());
    if (op ==
        ThreadOp::ClusterMap) { // the same offset in the shared memory of the block of that rank
      Value* apart = builder_.CreateSub(call.getArgOperand(1), rank());
      Value* distance =
          builder_.CreateMul(builder_.CreateSExt(apart, builder_.getInt64Ty()), stride());
      return builder_.CreateAdd(call.getArgOperand(0), distance);
    }
    // ClusterRankOf: the address is an offset from the block's own shared memory. The result is the
    // rank of the block whose shared memory that is in.
    Value* shift = builder_.CreateIntrinsic(Intrinsic::cttz, {builder_.getInt64Ty()},
                                            {stride(), builder_.getTrue()});
    Value* apart = builder_.CreateAShr(call.getArgOperand(0), shift);
    return builder_.CreateAdd(rank(), builder_.CreateTrunc(apart, builder_.getInt32Ty()));
  }

  void arrive() { callThreadOp(builder_, ThreadOp::ClusterArrive); }

  // Counts a thread that returns as arrived: always, or only when `ifTrue` is true or `ifFalse` is
  // false.
  void exit(Value* ifTrue = nullptr, Value* ifFalse = nullptr) {
    Value* leaves = ifTrue && !ifFalse   ? ifTrue
                    : ifFalse && !ifTrue ? builder_.CreateNot(ifFalse)
                                         : builder_.getTrue();
    callThreadOp(builder_, ThreadOp::ClusterExit,
                 builder_.CreateZExt(leaves, builder_.getInt32Ty()));
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
  Value* get(ThreadOp op, unsigned axis = 0) { return callThreadOp(builder_, alongAxis(op, axis)); }
  Value* size(unsigned axis) { return get(ThreadOp::ClusterNctaidX, axis); }
  Value* indexInCluster(unsigned axis) {
    return builder_.CreateURem(get(ThreadOp::CtaidX, axis), size(axis));
  }
  Value* stride() { return get(ThreadOp::ClusterStride); }
  Value* state() { return get(ThreadOp::ClusterState); }
  Value* blocks() { return builder_.CreateMul(builder_.CreateMul(size(0), size(1)), size(2)); }
  Value* rank() {
    Value* upper =
        builder_.CreateAdd(builder_.CreateMul(indexInCluster(2), size(1)), indexInCluster(1));
    return builder_.CreateAdd(builder_.CreateMul(upper, size(0)), indexInCluster(0));
  }
  Value* phaseSlot(Value* cluster) {
    Value* phases = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), cluster,
                                                offsetof(heddle::ClusterState, phase));
    return builder_.CreateGEP(builder_.getInt32Ty(), phases,
                              builder_.CreateZExt(rank(), builder_.getInt64Ty()));
  }
  void meet() {
    callThreadOp(builder_, ThreadOp::Barrier,
                 {builder_.getInt32(kClusterBarrier), builder_.getInt32(0)});
  }

  IRBuilder<> builder_;
};

// The questions about the cluster that become arithmetic.
constexpr ThreadOp kQuestions[] = {
    ThreadOp::ClusterIdX,     ThreadOp::ClusterIdY,      ThreadOp::ClusterIdZ,
    ThreadOp::NClusterIdX,    ThreadOp::NClusterIdY,     ThreadOp::NClusterIdZ,
    ThreadOp::ClusterCtaidX,  ThreadOp::ClusterCtaidY,   ThreadOp::ClusterCtaidZ,
    ThreadOp::ClusterCtarank, ThreadOp::ClusterNctarank, ThreadOp::IsExplicitCluster,
    ThreadOp::ClusterMap,     ThreadOp::ClusterRankOf,
};

template <typename Lower> void replaceCalls(Module& module, ThreadOp op, Lower lower) {
  Function* function = module.getFunction(threadOpName(op));
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
  if (module.getFunction(threadOpName(ThreadOp::ClusterBarrierArrive)))
    countExits(module);
  replaceCalls(module, ThreadOp::ClusterBarrierArrive,
               [](CallInst& call) { ClusterLowering(call).arrive(); });
  replaceCalls(module, ThreadOp::ClusterBarrierWait,
               [](CallInst& call) { ClusterLowering(call).wait(call); });
  for (ThreadOp op : kQuestions)
    replaceCalls(module, op, [&](CallInst& call) {
      call.replaceAllUsesWith(ClusterLowering(call).lower(call, op));
    });
}

} // namespace

PreservedAnalyses LowerClustersPass::run(Module& module, ModuleAnalysisManager&) {
  lowerClusters(module);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
