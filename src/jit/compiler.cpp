#include "jit/compiler.h"

#include "jit/block_scheduling.h"
#include "jit/host.h"
#include "jit/inlining.h"
#include "simt/clusters.h"
#include "simt/lockstep.h"
#include "simt/specialise.h"
#include "simt/waiting_loops.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
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
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <cstdlib>

using namespace llvm;

namespace heddle::jit {
namespace {

// HEDDLE_DUMP=thread,block prints the IR at those points, for people who work on Heddle; with
// `times`, what each of LLVM's passes takes.
bool wanted(const char* what) {
  const char* all = std::getenv("HEDDLE_DUMP");
  return all && StringRef(all).contains(what);
}

void dump(const char* stage, Module& module) {
  if (wanted(stage)) {
    errs() << "; ---- " << stage << "\n";
    module.print(errs(), nullptr);
  }
}

class Optimiser {
public:
  explicit Optimiser(TargetMachine& machine)
      : times_(wanted("times")), builder_(&machine, tuning(), {}, &callbacks_) {
    TimePassesIsEnabled |= wanted("times");
    times_.registerCallbacks(callbacks_);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(graphs_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, graphs_, modules_);
  }

  // Before src/simt: what is easy to see while the code is still one thread's.
  void threadIr(Module& module, Function& kernel) {
    ModulePassManager passes;
    passes.addPass(AlwaysInlinerPass());
    FunctionPassManager function;
    function.addPass(SROAPass(SROAOptions::ModifyCFG));
    function.addPass(EarlyCSEPass(true));
    function.addPass(SimplifyCFGPass());
    function.addPass(InstCombinePass());
    function.addPass(SCCPPass());
    function.addPass(CorrelatedValuePropagationPass());
    function.addPass(SimplifyCFGPass());
    function.addPass(InstCombinePass());
    LoopPassManager loop;
    loop.addPass(LoopRotatePass(false));
    loop.addPass(LICMPass(LICMOptions()));
    function.addPass(createFunctionToLoopPassAdaptor(std::move(loop), true));
    function.addPass(SimplifyCFGPass());
    function.addPass(InstCombinePass());
    LoopPassManager induction;
    induction.addPass(IndVarSimplifyPass(false));
    induction.addPass(LoopFullUnrollPass(2));
    function.addPass(createFunctionToLoopPassAdaptor(std::move(induction)));
    function.addPass(SROAPass(SROAOptions::PreserveCFG));
    function.addPass(GVNPass());
    function.addPass(InstCombinePass());
    passes.addPass(createModuleToFunctionPassAdaptor(std::move(function)));
    passes.addPass(GlobalDCEPass());
    run(std::move(passes), module);

    // A store that its own thread does not need may be for the next lane.
    FunctionPassManager last;
    if (!simt::readsOtherLanesStores(kernel))
      last.addPass(DSEPass());
    last.addPass(ADCEPass());
    last.addPass(SimplifyCFGPass());
    ModulePassManager end;
    end.addPass(createModuleToFunctionPassAdaptor(std::move(last)));
    run(std::move(end), module);
  }

  void inlineMarked(Module& module) {
    ModulePassManager passes;
    passes.addPass(AlwaysInlinerPass());
    run(std::move(passes), module);
  }

  void blockFunction(Module& module, bool quick = false) {
    ModulePassManager passes;
    passes.addPass(AlwaysInlinerPass());
    passes.addPass(GlobalDCEPass());
    FunctionPassManager function;
    function.addPass(SROAPass(SROAOptions::ModifyCFG));
    function.addPass(EarlyCSEPass(true));
    function.addPass(SimplifyCFGPass());
    if (quick) {
      passes.addPass(createModuleToFunctionPassAdaptor(std::move(function)));
      return run(std::move(passes), module);
    }
    function.addPass(InstCombinePass());
    LoopPassManager loop;
    loop.addPass(LICMPass(LICMOptions()));
    function.addPass(createFunctionToLoopPassAdaptor(std::move(loop), true));
    function.addPass(GVNPass());
    function.addPass(BDCEPass());
    function.addPass(InstCombinePass());
    function.addPass(DSEPass());
    LoopPassManager again;
    again.addPass(LICMPass(LICMOptions()));
    function.addPass(createFunctionToLoopPassAdaptor(std::move(again), true));
    function.addPass(ADCEPass());
    function.addPass(SimplifyCFGPass());
    passes.addPass(createModuleToFunctionPassAdaptor(std::move(function)));
    run(std::move(passes), module);
  }

private:
  static PipelineTuningOptions tuning() {
    PipelineTuningOptions options;
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    return options;
  }
  void run(ModulePassManager passes, Module& module) {
    // A kernel that uses a null pointer has a fault to report, not code to leave out.
    for (Function& function : module)
      if (!function.isDeclaration())
        function.addFnAttr(Attribute::NullPointerIsValid);
    passes.run(module, modules_);
    modules_.clear();
    functions_.clear();
    loops_.clear();
    graphs_.clear();
  }

  PassInstrumentationCallbacks callbacks_;
  TimePassesHandler times_;
  PassBuilder builder_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager graphs_;
  ModuleAnalysisManager modules_;
};

Status notSupported(const std::string& what) {
  Status status;
  status.failure = Failure::NotSupported;
  status.diagnostics.push_back({0, 0, what});
  return status;
}

// Code generation without passes whose time is quadratic where it is not worth it.
class CodePasses : public legacy::PassManagerBase {
public:
  CodePasses(legacy::PassManager& passes, const Module& module, bool scalar) : passes_(passes) {
    // One looks for work that mask registers could do, in long blocks for long, the other compares
    // each access of a block with all others.
    if (scalar)
      without_.push_back("X86 Domain Reassignment Pass");
    for (const Function& function : module)
      for (const BasicBlock& block : function)
        if (count_if(block, [](const Instruction& instruction) {
              return instruction.mayReadOrWriteMemory();
            }) > kMostAccesses) {
          without_.push_back("Machine Instruction Scheduler");
          without_.push_back("X86 Domain Reassignment Pass");
          return;
        }
  }
  void add(Pass* pass) override {
    if (is_contained(without_, pass->getPassName()))
      delete pass;
    else
      passes_.add(pass);
  }

private:
  static constexpr auto kMostAccesses = 1000;

  legacy::PassManager& passes_;
  SmallVector<StringRef, 2> without_;
};

Status emitObject(Module& module, TargetMachine& machine, bool scalar,
                  std::unique_ptr<MemoryBuffer>& object) {
  // Wide registers are used where the code asks for them, not where the CPU's name suggests.
  std::string width = std::to_string(host().vectors.registerBits);
  for (Function& function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("prefer-vector-width", width);
      function.addFnAttr("min-legal-vector-width", width);
      function.addFnAttr("target-cpu", host().cpu);
      function.addFnAttr("target-features", host().features);
      function.addFnAttr("frame-pointer", "non-leaf");
      function.addFnAttr(kScheduled);
    }
  // Code generation trusts its input; a mistake of ours must not end the user's process.
  std::string message;
  raw_string_ostream messages(message);
  if (verifyModule(module, &messages))
    return notSupported("invalid IR: " + message);
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  CodePasses chosen(passes, module, scalar);
  if (machine.addPassesToEmitFile(chosen, stream, nullptr, CodeGenFileType::ObjectFile))
    return notSupported("object files for " + host().triple);
  passes.run(module);
  if (wanted("times"))
    reportAndResetTimings();
  object = std::make_unique<SmallVectorMemoryBuffer>(std::move(bytes), "heddle", false);
  return {};
}

} // namespace

Status compileKernel(std::unique_ptr<Module> module, const std::string& kernel,
                     const simt::BlockShape& shape, const simt::VectorTarget& vectors,
                     const std::string& symbol, simt::BlockCode& code,
                     std::unique_ptr<MemoryBuffer>& object, const CodeOptions& options,
                     Places* places) {
  std::unique_ptr<TargetMachine> machine = makeTargetMachine(options.quickCode);
  module->setTargetTriple(host().triple);
  module->setDataLayout(machine->createDataLayout());
  Function* function = module->getFunction(kernel);
  if (!function)
    return notSupported("kernel " + kernel + " has no body");
  for (Function& other : *module)
    if (other.hasFnAttribute("heddle-kernel") && &other != function)
      other.removeFnAttr("heddle-kernel");
  Optimiser optimiser(*machine);
  simt::lowerClusters(*module);
  simt::specialiseBlockShape(*module, shape);
  bool calls = markForInlining(*module, *function, options.callFunctions);
  optimiser.threadIr(*module, *function);
  // Lanes that wait for each other are understood when all that they do is seen; only gangs make
  // such calls.
  if (calls &&
      (vectors.fibers || simt::waitsInLoops(*function) || simt::functionsMeetOthers(*module) ||
       function->hasFnAttribute(simt::kFunctionsMeet))) {
    inlineAll(*module);
    optimiser.threadIr(*module, *function);
  }
  if (places)
    *places = numberPlaces(*module);
  dump("thread", *module);
  std::string error = simt::buildBlockFunction(*function, shape, vectors, symbol, code);
  if (!error.empty())
    return notSupported(kernel + ": " + error);
  dump("gang", *module);
  optimiser.blockFunction(*module, options.quickCode);
  if (places)
    keepPlaces(*module);
  dump("block", *module);
  return emitObject(*module, *machine, code.gangWidth == 1, object);
}

Status compileFunctions(std::unique_ptr<Module> module, std::unique_ptr<MemoryBuffer>& object) {
  std::unique_ptr<TargetMachine> machine = makeTargetMachine();
  module->setTargetTriple(host().triple);
  module->setDataLayout(machine->createDataLayout());
  Optimiser optimiser(*machine);
  simt::lowerClusters(*module);
  inlineAll(*module);
  optimiser.inlineMarked(*module);
  std::string error = simt::buildThreadFunctions(*module);
  if (!error.empty())
    return notSupported(error);
  optimiser.blockFunction(*module);
  dump("functions", *module);
  return emitObject(*module, *machine, true, object);
}

} // namespace heddle::jit
