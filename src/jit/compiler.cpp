#include "jit/compiler.h"

#include "jit/background_threads.h"
#include "jit/block_scheduling.h"
#include "jit/checks.h"
#include "jit/host.h"
#include "jit/split_long_blocks.h"
#include "jit/tie_accumulators.h"
#include "memory/protection_keys.h"
#include "simt/dump.h"
#include "simt/function_attributes.h"
#include "simt/pass_runner.h"
#include "simt/pipeline.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <atomic>

using namespace llvm;

namespace heddle::jit {
namespace {

Status notSupported(const std::string& what) {
  Status status;
  status.failure = Failure::NotSupported;
  status.diagnostics.push_back({0, 0, what});
  return status;
}

// Memory accesses of one block beyond which passes that compare each with all others are left out.
constexpr auto kMostAccesses = 1000;

bool hasLongBlock(const Module& module) {
  return any_of(module, [](const Function& function) {
    return any_of(function, [](const BasicBlock& block) {
      return count_if(block, [](const Instruction& instruction) {
               return instruction.mayReadOrWriteMemory();
             }) > kMostAccesses;
    });
  });
}

// Lets the background's thread stop between the passes of code generation.
class WaitIfExiting : public FunctionPass {
public:
  WaitIfExiting() : FunctionPass(id_) {}
  bool runOnFunction(Function&) override {
    waitIfExiting();
    return false;
  }
  void getAnalysisUsage(AnalysisUsage& usage) const override { usage.setPreservesAll(); }

private:
  static char id_;
};

char WaitIfExiting::id_;

// Code generation without passes whose time is quadratic where it is not worth it.
class CodePasses : public legacy::PassManagerBase {
public:
  CodePasses(legacy::PassManager& passes, const Module& module, bool scalar) : passes_(passes) {
    const bool isLong = hasLongBlock(module);
    // Looks for work that mask registers could do, in long blocks for long.
    if (scalar || isLong)
      leaveOut("x86-domain-reassignment");
    // Compares each access of a block with all others.
    if (isLong)
      leftOut_.push_back(&MachineSchedulerID);
  }
  void add(Pass* pass) override {
    if (is_contained(leftOut_, pass->getPassID())) {
      delete pass;
      return;
    }
    if (pass->getPassID() == &RegisterCoalescerID)
      passes_.add(createTieAccumulatorsPass());
    const bool isOfFunction = pass->getPassKind() == PT_Function;
    passes_.add(pass);
    if (isOfFunction && isInBackground_)
      passes_.add(new WaitIfExiting);
  }

private:
  // By the pass's name on the command line of `llc`, for passes of one target whose identity no
  // header declares. Other targets do not register it.
  void leaveOut(StringRef argument) {
    if (const PassInfo* pass = PassRegistry::getPassRegistry()->getPassInfo(argument))
      leftOut_.push_back(pass->getTypeInfo());
  }

  legacy::PassManager& passes_;
  const bool isInBackground_ = isBackgroundThread();
  SmallVector<AnalysisID, 2> leftOut_;
};

// Whether the instruction is one of the CPU's own on registers of more than this many bits. LLVM
// cannot split it.
bool isWiderInstruction(const Instruction& instruction, unsigned bits) {
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getCalledFunction()->isTargetIntrinsic() &&
         any_of(call->operands(), [&](const Value* operand) {
           return operand->getType()->getPrimitiveSizeInBits() > bits;
         });
}

// In bits. Wide registers are used where the code asks for them, not where the CPU's name suggests.
unsigned registerWidth(Module& module) {
  constexpr unsigned kQuickClockBits = 256;
  const bool isShort = host().wideRegistersSlowClock &&
                       simt::findFunction(module, simt::kScalarWork) &&
                       none_of(module, [](const Function& function) {
                         return any_of(instructions(function), [](const Instruction& instruction) {
                           return isWiderInstruction(instruction, kQuickClockBits);
                         });
                       });
  return isShort ? kQuickClockBits : host().vectors.registerBits;
}

Status emitObject(Module& module, TargetMachine& machine, bool scalar,
                  std::unique_ptr<MemoryBuffer>& object) {
  const std::string width = std::to_string(registerWidth(module));
  for (Function& function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("prefer-vector-width", width);
      function.addFnAttr("min-legal-vector-width", width);
      function.addFnAttr("target-cpu", host().cpu);
      function.addFnAttr("target-features", host().features);
      function.addFnAttr("frame-pointer", "non-leaf");
      // A large frame touches each of its pages in turn, so that it does not skip the guard page
      // below a stack.
      function.addFnAttr("probe-stack", "inline-asm");
      function.addFnAttr(kSchedulesLongBlocks);
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
  if (simt::isDumped("times"))
    reportAndResetTimings();
  object = std::make_unique<SmallVectorMemoryBuffer>(std::move(bytes), "heddle", false);
  return {};
}

// Makes the module one for this machine.
std::unique_ptr<TargetMachine> prepare(Module& module, bool quickCode) {
  std::unique_ptr<TargetMachine> machine = makeTargetMachine(quickCode);
  module.setTargetTriple(host().triple);
  module.setDataLayout(machine->createDataLayout());
  return machine;
}

KernelChecks kernelChecks;
std::atomic<bool> testsAddresses{false}; // threads that assemble PTX set it before each program

} // namespace

void enableChecks(const KernelChecks& checks) {
  kernelChecks = checks;
}

void enableAddressTests() {
  testsAddresses = memory::wantedWall() == memory::Wall::Addresses;
}

const KernelChecks& enabledChecks() {
  return kernelChecks;
}

simt::Checks chosenChecks() {
  simt::Checks checks;
  checks.memoryAccesses = kernelChecks.memoryAccesses;
  checks.initialisedReads = kernelChecks.initialisedReads;
  checks.initialisedBlock = kernelChecks.initialisedBlock;
  checks.members = kernelChecks.members;
  checks.sharedRaces = kernelChecks.sharedRaces;
  checks.globalRaces = kernelChecks.globalRaces;
  // The tools of the checker look at addresses themselves, and want the true ones.
  checks.hostAddresses = testsAddresses && !checks.any();
  return checks;
}

Status compileKernel(std::unique_ptr<Module> module, const std::string& kernel,
                     const simt::BlockDim& blockDim, const simt::VectorTarget& vectors,
                     const std::string& symbol, simt::BlockCode& code,
                     std::unique_ptr<MemoryBuffer>& object, const CodeOptions& options,
                     SourceLocations* locations) {
  std::unique_ptr<TargetMachine> machine = prepare(*module, options.quickCode);
  Function* function = module->getFunction(kernel);
  if (!function)
    return notSupported("kernel " + kernel + " has no body");
  for (Function& other : *module)
    if (other.hasFnAttribute(simt::kKernel) && &other != function)
      other.removeFnAttr(simt::kKernel);
  simt::PipelineOptions pipeline;
  pipeline.blockDim = blockDim;
  pipeline.symbol = symbol;
  pipeline.callFunctions = options.callFunctions;
  pipeline.quickCode = options.quickCode;
  pipeline.checks = options.checks;
  if (locations)
    pipeline.onThreadIr = [&](Module& threadIr) { *locations = numberSourceLocations(threadIr); };
  simt::VectorTarget target = vectors;
  target.stripMined = options.stripMined;
  simt::PassRunner runner(target, machine.get());
  runner.callBeforePasses(waitIfExiting);
  if (Error error = runner.run(simt::kernelPipeline(pipeline), *module))
    return notSupported(kernel + ": " + toString(std::move(error)));
  Expected<simt::BlockCode> built = simt::blockCode(*module, symbol);
  if (!built)
    return notSupported(kernel + ": " + toString(built.takeError()));
  code = *built;
  if (locations)
    keepSourceLocations(*module, options.lineTables ? locations : nullptr);
  simt::dumpModule("block", *module);
  if (options.quickCode)
    splitLongBlocks(*module);
  return emitObject(*module, *machine, code.gangWidth == 1, object);
}

Status compileFunctions(std::unique_ptr<Module> module, const CodeOptions& options, bool meetOthers,
                        std::unique_ptr<MemoryBuffer>& object) {
  std::unique_ptr<TargetMachine> machine = prepare(*module, false);
  simt::PassRunner runner(host().vectors, machine.get());
  if (Error error = runner.run(simt::functionPipeline(options.checks, meetOthers), *module))
    return notSupported(toString(std::move(error)));
  simt::dumpModule("functions", *module);
  return emitObject(*module, *machine, true, object);
}

} // namespace heddle::jit
