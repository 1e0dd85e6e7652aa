#include "simt/independent_threads.h"

#include "ir/thread_operations.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Does the operation ask only for the thread's own index, or whether the lane has a thread at all?
bool isOfThread(ThreadOp op) {
  return op == ThreadOp::TidX || op == ThreadOp::TidY || op == ThreadOp::TidZ ||
         op == ThreadOp::Inside;
}

} // namespace

bool threadsAreIndependent(const Function& kernel) {
  for (const Instruction& instruction : instructions(kernel)) {
    if (instruction.isAtomic() || instruction.isVolatile())
      return false;
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      continue;
    const ThreadOpInfo& info = threadOpInfo(*call);
    if (!isOfThread(info.op) && info.implementation.kind != ThreadOpImplementation::Kind::Field)
      return false;
  }
  return true;
}

} // namespace heddle::simt
