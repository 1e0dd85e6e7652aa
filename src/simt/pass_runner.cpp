#include "simt/pass_runner.h"

#include "simt/allow_null_pointers.h"
#include "simt/barrier_regions.h"
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
#include "simt/linearisation.h"
#include "simt/lower_clusters.h"
#include "simt/lower_shared_memory.h"
#include "simt/mark_host_addresses.h"
#include "simt/mark_misaligned_addresses.h"
#include "simt/merge_accesses.h"
#include "simt/merge_texture_fetches.h"
#include "simt/pass_adaptors.h"
#include "simt/pass_failure.h"
#include "simt/pass_vectors_in_memory.h"
#include "simt/pipeline.h"
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
#include "simt/waiting_loops.h"
#include "simt/widen_masks.h"

#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Keeps the first error that a pass reports to the context while it runs.
class FailureHandler : public DiagnosticHandler {
public:
  explicit FailureHandler(std::string& failure) : failure_(failure) {}
  bool handleDiagnostics(const DiagnosticInfo& info) override {
    if (info.getSeverity() != DS_Error)
      return false;
    if (!failure_.empty())
      return true;
    if (auto* unsupported = dyn_cast<DiagnosticInfoUnsupported>(&info)) {
      failure_ = unsupported->getMessage().str();
    } else {
      raw_string_ostream stream(failure_);
      DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }

private:
  std::string& failure_;
};

// `gang-functions(a,b)`: function passes on the kernel and the functions that its gangs call.
constexpr StringLiteral kGangFunctions = "gang-functions";

std::string pipelineText(ArrayRef<PassBuilder::PipelineElement> elements) {
  std::string text;
  for (const PassBuilder::PipelineElement& element : elements) {
    text += (text.empty() ? "" : ",") + element.Name.str();
    if (!element.InnerPipeline.empty())
      text += "(" + pipelineText(element.InnerPipeline) + ")";
  }
  return text;
}

bool parseFunctionPass(StringRef name, FunctionPassManager& passes, raw_ostream& stream) {
#define HEDDLE_FUNCTION_PASS(NAME, CREATE, DESCRIPTION)                                            \
  if (name == NAME) {                                                                              \
    passes.addPass(CREATE);                                                                        \
    return true;                                                                                   \
  }
#include "simt/passes.def"
  return false;
}

bool parseModulePass(StringRef name, ModulePassManager& passes, const std::string& symbol,
                     raw_ostream& stream) {
#define HEDDLE_MODULE_PASS(NAME, CREATE, DESCRIPTION)                                              \
  if (name == NAME) {                                                                              \
    passes.addPass(CREATE);                                                                        \
    return true;                                                                                   \
  }
#define HEDDLE_PIPELINE(NAME, CREATE, DESCRIPTION) HEDDLE_MODULE_PASS(NAME, CREATE, DESCRIPTION)
#include "simt/passes.def"
  FunctionPassManager functionPasses;
  if (!parseFunctionPass(name, functionPasses, stream))
    return false;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
  return true;
}

} // namespace

PassRunner::PassRunner(const VectorTarget& target, TargetMachine* machine)
    : times_(isDumped("times")),
      builder_(machine, PipelineTuningOptions(), std::nullopt, &callbacks_) {
  TimePassesIsEnabled |= isDumped("times");
  times_.registerCallbacks(callbacks_);
  callbacks_.registerShouldRunOptionalPassCallback(
      [this](StringRef, const Any&) { return failure_.empty(); });
#define HEDDLE_FUNCTION_ANALYSIS(NAME, CREATE) functions_.registerPass([&] { return CREATE; });
#include "simt/passes.def"
  builder_.registerModuleAnalyses(modules_);
  builder_.registerCGSCCAnalyses(graphs_);
  builder_.registerFunctionAnalyses(functions_);
  builder_.registerLoopAnalyses(loops_);
  builder_.crossRegisterProxies(loops_, functions_, graphs_, modules_);
}

void PassRunner::callBeforePasses(std::function<void()> callback) {
  callbacks_.registerBeforeNonSkippedPassCallback(
      [callback = std::move(callback)](StringRef, const Any&) { callback(); });
}

Error PassRunner::run(ModulePassManager passes, Module& module) {
  LLVMContext& context = module.getContext();
  std::unique_ptr<DiagnosticHandler> before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<FailureHandler>(failure_));
  passes.run(module, modules_);
  context.setDiagnosticHandler(std::move(before));
  loops_.clear();
  functions_.clear();
  graphs_.clear();
  modules_.clear();
  if (failure_.empty())
    return Error::success();
  return makeError(std::exchange(failure_, {}));
}

Expected<ModulePassManager> PassRunner::parse(StringRef text, const std::string& symbol,
                                              raw_ostream& stream) {
  using Elements = ArrayRef<PassBuilder::PipelineElement>;
  builder_.registerPipelineParsingCallback(
      [&](StringRef name, FunctionPassManager& passes, Elements) {
        return parseFunctionPass(name, passes, stream);
      });
  builder_.registerPipelineParsingCallback(
      [&](StringRef name, ModulePassManager& passes, Elements inner) {
        if (name != kGangFunctions)
          return parseModulePass(name, passes, symbol, stream);
        FunctionPassManager functionPasses;
        if (Error error = builder_.parsePassPipeline(functionPasses, pipelineText(inner))) {
          consumeError(std::move(error));
          return false;
        }
        passes.addPass(GangFunctionsAdaptor(std::move(functionPasses)));
        return true;
      });
  ModulePassManager passes;
  if (Error error = builder_.parsePassPipeline(passes, text))
    return std::move(error);
  return std::move(passes);
}

void listPasses(raw_ostream& stream) {
  auto list = [&](StringRef name, StringRef description) {
    stream << "  " << left_justify(name, 38) << description << "\n";
  };
#define HEDDLE_MODULE_PASS(NAME, CREATE, DESCRIPTION) list(NAME, DESCRIPTION);
#define HEDDLE_FUNCTION_PASS(NAME, CREATE, DESCRIPTION) list(NAME, DESCRIPTION);
#define HEDDLE_PIPELINE(NAME, CREATE, DESCRIPTION) list(NAME, DESCRIPTION);
#include "simt/passes.def"
  list("gang-functions(...)", "function passes on the kernel and the functions that gangs call");
}

} // namespace heddle::simt
