#include "simt/check_memory_accesses.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// An access of no more bytes at the address of one that has happened before needs no second check.
void dropRepeated(std::vector<Access>& accesses, const DominatorTree& dominators) {
  DenseMap<Value*, std::vector<Access>> byPointer;
  std::erase_if(accesses, [&](const Access& access) {
    std::vector<Access>& others = byPointer[access.pointer];
    const bool isRepeated = any_of(others, [&](const Access& other) {
      return other.bytes >= access.bytes &&
             dominators.dominates(other.instruction, access.instruction);
    });
    others.push_back(access);
    return isRepeated;
  });
}

// On shared memory, GPUs have no atomic instructions for floats and 8-byte integers except
// exchanges. Their compiler makes loops of the other operations, which begin with a read, so
// NVIDIA's tool reports a read.
Access::Operation operationOnGpus(const CheckedAccesses& checks, const Access& access) {
  const auto* const update = dyn_cast<AtomicRMWInst>(access.instruction);
  if (!update || update->getOperation() == AtomicRMWInst::Xchg)
    return access.operation;
  const Type& type = *update->getType();
  const bool isLoop = type.isFloatTy() || type.isDoubleTy() || type.isIntegerTy(64);
  const std::optional<KnownMemory> known = checks.knownMemory(access);
  const bool isOfShared = known && StringRef(known->space) == "shared";
  return isLoop && isOfShared ? Access::Operation::Read : access.operation;
}

void insertCheck(CheckedAccesses& checks, const Access& access) {
  IRBuilder<> builder(access.instruction);
  Value* const isOutside = checks.isOutside(builder, access);
  Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isOutside);
  MDNode* const unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  Instruction* const judge = SplitBlockAndInsertIfThen(any, access.instruction, false, unlikely);
  Instruction* const forLane = SplitBlockAndInsertIfThen(isOutside, judge, false);
  builder.SetInsertPoint(forLane);
  Access reported = access;
  reported.operation = operationOnGpus(checks, access);
  checks.callEngine(builder, "heddle_check_access",
                    {CheckedAccesses::address(builder, access), checks.site(builder, reported)});
  builder.SetInsertPoint(judge);
  checks.callEngine(builder, "heddle_end_checks", {});
}

void insertCheckOfFree(CheckedAccesses& checks, CallInst& call) {
  IRBuilder<> builder(&call);
  Value* const address = builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty());
  checks.callEngine(builder, "heddle_check_free", {address, checks.site(builder, call, "free")},
                    CheckedAccesses::Memory::Kernels);
  checks.callEngine(builder, "heddle_end_checks", {});
}

// Such a copy is a loop, whose accesses are checked, too; but NVIDIA's tool reports the whole copy,
// so that is checked first, and ends the launch if it is wrong.
void insertCheckOfBulk(CheckedAccesses& checks, CallInst& note) {
  IRBuilder<> builder(&note);
  const std::string text = std::string(bulkOperation(note)) + " 16 global";
  checks.callEngine(
      builder, "heddle_check_bulk_access",
      {note.getArgOperand(1), note.getArgOperand(2), checks.site(builder, note, text)});
  checks.callEngine(builder, "heddle_end_checks", {});
}

bool insertChecks(Function& function, const DominatorTree& dominators) {
  CheckedAccesses checks(function);
  std::vector<Access> accesses;
  std::vector<CallInst*> frees, bulks;
  for (Instruction& instruction : instructions(function)) {
    if (threadOp(instruction) == ThreadOp::Free)
      frees.push_back(cast<CallInst>(&instruction));
    if (bulkOperation(instruction))
      bulks.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst* call : frees)
    insertCheckOfFree(checks, *call);
  for (CallInst* note : bulks)
    insertCheckOfBulk(checks, *note);
  for (Instruction& instruction : instructions(function))
    if (const std::optional<Access> access = accessOf(instruction);
        access && !checks.isOfParameters(*access) && !checks.isCertainlyInside(*access))
      accesses.push_back(*access);
  // An access that repeats an earlier one needs no check of its own, unless free() may have taken
  // the memory back in between.
  if (frees.empty())
    dropRepeated(accesses, dominators);
  for (const Access& access : accesses)
    insertCheck(checks, access);
  return !accesses.empty() || !frees.empty() || !bulks.empty();
}

} // namespace

PreservedAnalyses CheckMemoryAccessesPass::run(Module& module, ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration())
      isChanged |= insertChecks(function, functions.getResult<DominatorTreeAnalysis>(function));
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
