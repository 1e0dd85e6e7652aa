#include "simt/pipeline.h"

#include "simt/allow_null_pointers.h"
#include "simt/build_block_function.h"
#include "simt/build_fiber_block_function.h"
#include "simt/build_gang_functions.h"
#include "simt/called_functions.h"
#include "simt/canonicalise_control_flow.h"
#include "simt/check_barriers.h"
#include "simt/check_global_races.h"
#include "simt/check_indirect_calls.h"
#include "simt/check_initialised_reads.h"
#include "simt/check_members.h"
#include "simt/check_memory_accesses.h"
#include "simt/check_shared_races.h"
#include "simt/check_waits.h"
#include "simt/choose_inlining.h"
#include "simt/copy_clamped_code.h"
#include "simt/copy_guarded_regions.h"
#include "simt/drop_thread_ir.h"
#include "simt/dump.h"
#include "simt/execution_form.h"
#include "simt/expand_atomic_updates.h"
#include "simt/export_thread_functions.h"
#include "simt/fold_ballots.h"
#include "simt/fold_shuffles.h"
#include "simt/forward_shared_memory.h"
#include "simt/guard_lanes.h"
#include "simt/index_lanes_in_memory.h"
#include "simt/insert_broadcast_yields.h"
#include "simt/insert_steps.h"
#include "simt/insert_yields.h"
#include "simt/lower_clusters.h"
#include "simt/lower_shared_memory.h"
#include "simt/mark_host_addresses.h"
#include "simt/mark_misaligned_addresses.h"
#include "simt/merge_accesses.h"
#include "simt/merge_texture_fetches.h"
#include "simt/pass_adaptors.h"
#include "simt/pass_failure.h"
#include "simt/pass_vectors_in_memory.h"
#include "simt/prefetch_next_blocks.h"
#include "simt/prefetch_scattered_stores.h"
#include "simt/promote_variables.h"
#include "simt/recover_local_addresses.h"
#include "simt/remove_dead_stores.h"
#include "simt/roll_updates.h"
#include "simt/scalarise_aggregates.h"
#include "simt/scalarise_strided_lanes.h"
#include "simt/separate_accumulators.h"
#include "simt/separate_lanes.h"
#include "simt/separate_runs.h"
#include "simt/separate_updates.h"
#include "simt/share_addresses.h"
#include "simt/specialise_block_dim.h"
#include "simt/stream_stores.h"
#include "simt/strip_mine_vectors.h"
#include "simt/take_lanes_from_words.h"
#include "simt/thread_functions.h"
#include "simt/turn_block.h"
#include "simt/unify_returns.h"
#include "simt/unroll_barrier_loops.h"
#include "simt/unroll_small_loops.h"
#include "simt/use_estimates.h"
#include "simt/use_thread_numbers.h"
#include "simt/widen_masks.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Level 2 of LLVM's full unrolling, which is that of -O2.
constexpr int kUnrollLevel = 2;

void addFunctionPasses(ModulePassManager& passes, FunctionPassManager functionPasses) {
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
}

template <typename... Passes>
void addLoopPasses(FunctionPassManager& passes, bool useMemorySSA, Passes&&... loopPasses) {
  LoopPassManager loops;
  (loops.addPass(std::forward<Passes>(loopPasses)), ...);
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), useMemorySSA));
}

// LLVM's clean-up of thread IR: what is easy to see while the code is still one thread's. Code with
// checks keeps its loops, because the checks of an access are many times as long as the access:
// unrolled, they would take long to compile, and save little beside what the checks cost. Quick
// code is cleaned up once before its loops and once behind them: for the radix sort of CUB the
// passes in between took a twentieth of the time to compile it, and made it no faster (2026-11).
FunctionPassManager threadFunctionCleanUp(const Checks& checks, bool quickCode) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(RecoverLocalAddressesPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SCCPPass());
  if (!quickCode)
    passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(SimplifyCFGPass());
  if (!quickCode)
    passes.addPass(InstCombinePass());
  addLoopPasses(passes, true, LoopRotatePass(false), LICMPass(LICMOptions()));
  passes.addPass(SimplifyCFGPass());
  if (!quickCode)
    passes.addPass(InstCombinePass());
  addLoopPasses(passes, false, IndVarSimplifyPass(false),
                LoopFullUnrollPass(kUnrollLevel, checks.any()));
  if (!checks.any())
    passes.addPass(UnrollBarrierLoopsPass());
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(MergeTextureFetchesPass());
  return passes;
}

// From the kernel's thread IR to what build-gang-functions takes. The functions that gangs call go
// the same way, each one after its callers.
FunctionPassManager gangPreparation() {
  FunctionPassManager passes;
  passes.addPass(UnifyReturnsPass());
  passes.addPass(GuardPartialGangPass());
  passes.addPass(GuardCalledLanesPass());
  passes.addPass(ScalariseAggregatesPass());
  passes.addPass(UseThreadNumbersPass());
  passes.addPass(CanonicaliseControlFlowPass());
  passes.addPass(TurnBlockPass());
  passes.addPass(WidenGangPass());
  passes.addPass(SeparateLanesPass());
  passes.addPass(SeparateAccumulatorsPass());
  passes.addPass(SeparateUpdatesPass());
  passes.addPass(SeparateRunsPass());
  passes.addPass(CopyClampedCodePass());
  passes.addPass(MergeAccessesPass());
  passes.addPass(CopyGuardedRegionsPass());
  passes.addPass(CanonicaliseControlFlowPass());
  passes.addPass(InsertYieldsPass());
  passes.addPass(RecordArgumentStridesPass());
  return passes;
}

FunctionPassManager gangCleanUp() {
  FunctionPassManager passes;
  passes.addPass(InstSimplifyPass());
  passes.addPass(EarlyCSEPass(true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(ADCEPass());
  passes.addPass(ScalariseStridedLanesPass());
  return passes;
}

// The marks of addresses that must fault, and what the tools of the checker ask for. Checks come
// when addresses are final and while the code is still that of one thread, so that they are
// vectorised with it.
void addChecks(ModulePassManager& passes, const Checks& checks) {
  if (checks.hostAddresses)
    passes.addPass(createModuleToFunctionPassAdaptor(MarkHostAddressesPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(MarkMisalignedAddressesPass()));
  // Marked addresses are computed beside those that nobody uses any more, in loops with counters of
  // their own, which passes that count instructions and registers would take for work.
  passes.addPass(createModuleToFunctionPassAdaptor(ADCEPass()));
  if (checks.memoryAccesses)
    passes.addPass(CheckMemoryAccessesPass());
  if (checks.initialisedReads || checks.initialisedBlock)
    passes.addPass(CheckInitialisedReadsPass(checks.initialisedReads, checks.initialisedBlock));
  if (checks.members) {
    passes.addPass(CheckBarriersPass());
    passes.addPass(CheckMembersPass());
    passes.addPass(createModuleToFunctionPassAdaptor(CheckWaitsPass()));
  }
  if (checks.sharedRaces)
    passes.addPass(CheckSharedRacesPass());
  if (checks.globalRaces)
    passes.addPass(CheckGlobalRacesPass());
  if (checks.any())
    passes.addPass(DropNotesPass());
  if (checks.any() && !checks.keepDebugLocations)
    passes.addPass(ModuleCallbackPass([](Module& module) { StripDebugInfo(module); }));
}

// For every form but fibers: threads are lanes of gangs.
ModulePassManager gangPipeline(const std::string& symbol, const Checks& checks) {
  using OnFailure = BuildGangFunctionsPass::OnFailure;
  const std::string gang = symbol + ".gang";
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(InsertBroadcastYieldsPass()));
  passes.addPass(LowerSharedMemoryPass());
  addChecks(passes, checks);
  passes.addPass(AddThreadFunctionsPass(false));
  passes.addPass(GangFunctionsAdaptor(gangPreparation()));
  // One thread at a time takes every form of code: where the gangs that were chosen cannot be
  // built, this note on the kernel makes the second pass build gangs of one lane.
  passes.addPass(BuildGangFunctionsPass(gang, OnFailure::FallBackToOneLane));
  passes.addPass(BuildGangFunctionsPass(gang, OnFailure::Report));
  addExecutionFormDump(passes);
  passes.addPass(KernelGangAdaptor(gangCleanUp()));
  passes.addPass(createModuleToFunctionPassAdaptor(ExpandAtomicUpdatesPass()));
  passes.addPass(BuildBlockFunctionPass(symbol));
  passes.addPass(DropThreadIrPass());
  return passes;
}

// Each thread runs on a stack of its own.
ModulePassManager fiberPipeline(const std::string& symbol, const Checks& checks) {
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(InsertStepsPass()));
  passes.addPass(LowerSharedMemoryPass());
  addChecks(passes, checks);
  passes.addPass(createModuleToFunctionPassAdaptor(InsertWaitsPass()));
  passes.addPass(AddThreadFunctionsPass(true));
  passes.addPass(BuildFiberBlockFunctionPass(symbol));
  addExecutionFormDump(passes);
  passes.addPass(DropThreadIrPass());
  passes.addPass(createModuleToFunctionPassAdaptor(ExpandAtomicUpdatesPass()));
  return passes;
}

} // namespace

ModulePassManager threadIrCleanUp(const Checks& checks, bool quickCode) {
  ModulePassManager passes;
  passes.addPass(AllowNullPointersPass());
  passes.addPass(AlwaysInlinerPass());
  addFunctionPasses(passes, threadFunctionCleanUp(checks, quickCode));
  passes.addPass(GlobalDCEPass());
  passes.addPass(RemoveDeadStoresPass());
  FunctionPassManager last;
  last.addPass(ADCEPass());
  last.addPass(SimplifyCFGPass());
  addFunctionPasses(passes, std::move(last));
  return passes;
}

ModulePassManager threadToBlockPipeline(const std::string& symbol, const Checks& checks) {
  ModulePassManager passes;
  passes.addPass(ChooseExecutionFormPass());
  passes.addPass(ExecutionFormAdaptor(gangPipeline(symbol, checks), fiberPipeline(symbol, checks)));
  return passes;
}

ModulePassManager blockFunctionCleanUp(bool quickCode) {
  ModulePassManager passes;
  passes.addPass(AllowNullPointersPass());
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(GlobalDCEPass());
  FunctionPassManager function;
  if (quickCode)
    function.addPass(PromoteVariablesPass());
  else
    function.addPass(SROAPass(SROAOptions::ModifyCFG));
  function.addPass(EarlyCSEPass(true));
  function.addPass(SimplifyCFGPass());
  if (quickCode) {
    function.addPass(ADCEPass());
  } else {
    function.addPass(CorrelatedValuePropagationPass());
    function.addPass(SimplifyCFGPass());
    function.addPass(InstCombinePass());
    addLoopPasses(function, true, LICMPass(LICMOptions()));
    function.addPass(ShareAddressesPass());
    function.addPass(GVNPass());
    function.addPass(ForwardSharedMemoryPass());
    function.addPass(FoldShufflesPass());
    function.addPass(EarlyCSEPass());
    function.addPass(BDCEPass());
    function.addPass(InstCombinePass());
    function.addPass(DSEPass());
    addLoopPasses(function, true, LICMPass(LICMOptions()));
    function.addPass(ADCEPass());
    function.addPass(SimplifyCFGPass());
    function.addPass(PrefetchNextBlocksPass());
    function.addPass(PrefetchScatteredStoresPass());
    function.addPass(UnrollSmallLoopsPass());
    function.addPass(StreamStoresPass());
  }
  addFunctionPasses(passes, std::move(function));
  return passes;
}

ModulePassManager kernelPipeline(const PipelineOptions& options) {
  ModulePassManager passes;
  passes.addPass(LowerClustersPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LowerSharedConversionsPass()));
  passes.addPass(SpecialiseBlockDimPass(options.blockDim));
  passes.addPass(ChooseInliningPass(options.callFunctions));
  passes.addPass(threadIrCleanUp(options.checks, options.quickCode));
  passes.addPass(InlineWaitingFunctionsPass(threadIrCleanUp(options.checks, options.quickCode)));
  // The tools of the checker report each ballot of the source.
  if (!options.checks.any())
    passes.addPass(createModuleToFunctionPassAdaptor(FoldBallotsPass()));
  if (options.onThreadIr)
    passes.addPass(ModuleCallbackPass(options.onThreadIr));
  addModuleDump(passes, "thread");
  Checks checks = options.checks;
  checks.keepDebugLocations = static_cast<bool>(options.onThreadIr);
  passes.addPass(threadToBlockPipeline(options.symbol, checks));
  addModuleDump(passes, "gang");
  passes.addPass(blockFunctionCleanUp(options.quickCode));
  passes.addPass(createModuleToFunctionPassAdaptor(UseEstimatesPass()));
  if (!options.quickCode) {
    passes.addPass(createModuleToFunctionPassAdaptor(WidenMasksPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(IndexLanesInMemoryPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(RollUpdatesPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(TakeLanesFromWordsPass()));
  }
  passes.addPass(createModuleToFunctionPassAdaptor(CheckIndirectCallsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(StripMineVectorsPass()));
  passes.addPass(PassVectorsInMemoryPass());
  return passes;
}

ModulePassManager functionPipeline(const Checks& checks, bool meetOthers) {
  ModulePassManager passes;
  passes.addPass(LowerClustersPass());
  passes.addPass(InlineCalledFunctionsPass());
  passes.addPass(AllowNullPointersPass());
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(createModuleToFunctionPassAdaptor(InsertStepsPass()));
  passes.addPass(LowerSharedMemoryPass());
  addChecks(passes, checks);
  if (meetOthers)
    passes.addPass(createModuleToFunctionPassAdaptor(InsertWaitsPass()));
  // Whoever calls these functions sees to it that they run in fibers if they need to.
  passes.addPass(AddThreadFunctionsPass(true));
  passes.addPass(ExportThreadFunctionsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(ExpandAtomicUpdatesPass()));
  passes.addPass(blockFunctionCleanUp(false));
  passes.addPass(createModuleToFunctionPassAdaptor(UseEstimatesPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(CheckIndirectCallsPass()));
  return passes;
}

Expected<BlockCode> blockCode(const Module& module, const std::string& symbol) {
  Function* block = module.getFunction(symbol);
  if (!block)
    return makeError("no block function " + symbol);
  BlockCode code;
  code.function = block;
  code.gangWidth = gangWidth(*block);
  code.frameBytes = numberAttribute(*block, kFrameBytes);
  code.staticSharedBytes = numberAttribute(*block, kStaticSharedBytes);
  code.dynamicSharedOffset = numberAttribute(*block, kDynamicSharedOffset);
  code.yields = block->hasFnAttribute(kYields);
  return code;
}

} // namespace heddle::simt
