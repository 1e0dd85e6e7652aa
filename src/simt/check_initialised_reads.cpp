#include "simt/check_initialised_reads.h"

#include "ir/checker_abi.h"
#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

MDNode* unlikely(LLVMContext& context) {
  return MDBuilder(context).createUnlikelyBranchWeights();
}

// What stands in for an access at an address that the inlined code cannot handle.
void judge(IRBuilder<>& builder, CheckedAccesses& checks, const Access& access) {
  Value* const address = CheckedAccesses::address(builder, access);
  if (access.reads())
    checks.callEngine(builder, "heddle_check_initialised", {address, checks.site(builder, access)},
                      CheckedAccesses::Memory::Kernels);
  if (access.writes())
    checks.callEngine(builder, "heddle_mark_initialised",
                      {address, builder.getInt32(static_cast<std::uint32_t>(access.bytes))},
                      CheckedAccesses::Memory::Kernels);
}

// The shadow of an access in words that lanes can load and store: eight bytes, or all of it if that
// is less.
class Shadow {
public:
  Shadow(IRBuilder<>& builder, const Access& access)
      : wordBytes_(std::min<std::uint64_t>(access.bytes & -access.bytes, 8)),
        wordCount_(access.bytes / wordBytes_),
        type_(builder.getIntNTy(static_cast<unsigned>(wordBytes_) * 8)),
        pointer_(builder.CreateGEP(builder.getInt8Ty(), access.pointer,
                                   builder.getInt64(kInitialisedBytesDistance), "shadow")) {}

  // Whether a byte has not been written.
  Value* isUnwritten(IRBuilder<>& builder) const {
    Value* all = ones();
    for (std::uint64_t index = 0; index < wordCount_; ++index)
      all = builder.CreateAnd(all, ofChecker(builder.CreateAlignedLoad(
                                       type_, word(builder, index), Align(wordBytes_), "written")));
    return builder.CreateICmpNE(all, ones(), "unwritten");
  }

  void mark(IRBuilder<>& builder) const {
    for (std::uint64_t index = 0; index < wordCount_; ++index)
      ofChecker(builder.CreateAlignedStore(ones(), word(builder, index), Align(wordBytes_)));
  }

private:
  Constant* ones() const { return Constant::getAllOnesValue(type_); }
  Value* word(IRBuilder<>& builder, std::uint64_t index) const {
    return index == 0 ? pointer_ : builder.CreateConstGEP1_64(type_, pointer_, index);
  }

  std::uint64_t wordBytes_, wordCount_;
  IntegerType* type_;
  Value* pointer_;
};

void useShadow(Instruction* before, CheckedAccesses& checks, const Access& access) {
  IRBuilder<> builder(before);
  const Shadow shadow(builder, access);
  if (access.reads()) {
    Value* const isUnwritten = shadow.isUnwritten(builder);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isUnwritten);
    Instruction* const forGang =
        SplitBlockAndInsertIfThen(any, before, false, unlikely(builder.getContext()));
    IRBuilder<> report(SplitBlockAndInsertIfThen(isUnwritten, forGang, false));
    checks.callEngine(report, "heddle_check_initialised",
                      {CheckedAccesses::address(report, access), checks.site(report, access)},
                      CheckedAccesses::Memory::Kernels);
  }
  builder.SetInsertPoint(before);
  if (access.writes())
    shadow.mark(builder);
}

void insertCheck(CheckedAccesses& checks, const Access& access) {
  IRBuilder<> builder(access.instruction);
  Value* const any = callThreadOp(builder, ThreadOp::MaskAny, checks.isOutside(builder, access));
  Instruction *slow, *fast;
  SplitBlockAndInsertIfThenElse(any, access.instruction->getIterator(), &slow, &fast,
                                unlikely(builder.getContext()));
  builder.SetInsertPoint(slow);
  judge(builder, checks, access);
  useShadow(fast, checks, access);
}

bool insertChecks(Function& function) {
  CheckedAccesses checks(function);
  std::vector<Access> accesses;
  for (Instruction& instruction : instructions(function))
    if (const std::optional<Access> access = accessOf(instruction);
        access && !checks.isOfParameters(*access) && !checks.knownMemory(*access))
      accesses.push_back(*access);
  for (const Access& access : accesses)
    insertCheck(checks, access);
  return !accesses.empty();
}

} // namespace

PreservedAnalyses CheckInitialisedReadsPass::run(Module& module, ModuleAnalysisManager&) {
  bool isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration())
      isChanged |= insertChecks(function);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
