#include "simt/share_addresses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// How many addresses of a block each further one is compared with. Blocks with more accesses than
// that, which are those of unrolled code, have constant addresses mostly.
constexpr std::size_t kMostLeaders = 32;

class Sharing {
public:
  explicit Sharing(ScalarEvolution& evolution) : evolution_(evolution) {}

  bool run(BasicBlock& block) {
    leaders_.clear();
    bool changed = false;
    for (Instruction& instruction : make_early_inc_range(block))
      if (auto* address = dyn_cast<GetElementPtrInst>(&instruction);
          address && !address->getType()->isVectorTy() && isAccessed(*address))
        changed |= share(*address);
    return changed;
  }

private:
  static bool isAccessed(const GetElementPtrInst& address) {
    return any_of(address.users(),
                  [&](const User* user) { return getLoadStorePointerOperand(user) == &address; });
  }

  bool share(GetElementPtrInst& address) {
    const SCEV* const place = evolution_.getSCEV(&address);
    for (const auto& [leader, leaderPlace] : leaders_) {
      if (evolution_.getPointerBase(place) != evolution_.getPointerBase(leaderPlace))
        continue;
      const auto* distance = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(place, leaderPlace));
      if (!distance)
        continue;
      if (address.getPointerOperand() == leader && address.hasAllConstantIndices())
        return false;
      Value* const shared = IRBuilder<>(&address).CreatePtrAdd(
          leader, ConstantInt::get(address.getContext(), distance->getAPInt()));
      shared->takeName(&address);
      evolution_.forgetValue(&address);
      address.replaceAllUsesWith(shared);
      address.eraseFromParent();
      return true;
    }
    if (leaders_.size() < kMostLeaders)
      leaders_.emplace_back(&address, place);
    return false;
  }

  ScalarEvolution& evolution_;
  SmallVector<std::pair<GetElementPtrInst*, const SCEV*>, kMostLeaders> leaders_;
};

} // namespace

PreservedAnalyses ShareAddressesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  Sharing sharing(analyses.getResult<ScalarEvolutionAnalysis>(function));
  bool changed = false;
  for (const Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      for (BasicBlock* block : loop->blocks())
        changed |= sharing.run(*block);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
