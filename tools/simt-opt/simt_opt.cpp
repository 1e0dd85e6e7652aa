// Runs passes of src/simt, and LLVM's, on a file of thread IR, and prints what comes out:
//
//   simt-opt --passes='specialise-block-dim,canonicalise-control-flow,print<shapes>'
//            --block=256x1x1 --width=16 kernel.ll
//
// `simt-opt --help` lists the passes. The options say what earlier passes of the pipeline would
// have noted on the functions (simt/function_attributes.h), and what the CPU has.
#include "simt/execution_form.h"
#include "simt/function_attributes.h"
#include "simt/pass_runner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace heddle::simt;

namespace {

cl::OptionCategory category("simt-opt");
cl::opt<std::string> input(cl::Positional, cl::init("-"), cl::desc("FILE"), cl::cat(category));
cl::opt<std::string> output("o", cl::init("-"), cl::desc("where the IR goes"), cl::cat(category));
cl::opt<bool> disableOutput("disable-output", cl::desc("no IR, only what passes print"),
                            cl::cat(category));
cl::opt<bool> asText("S", cl::desc("as text, which it always is"), cl::cat(category));
cl::opt<std::string> passes("passes", cl::desc("passes to run, separated by commas"),
                            cl::cat(category));
cl::opt<std::string> block("block", cl::desc("threads of a block, as 256, 16x16 or 8x8x4"),
                           cl::cat(category));
cl::opt<unsigned> width("width", cl::init(0), cl::desc("lanes of a gang"), cl::cat(category));
cl::opt<std::string> kernelName("kernel", cl::desc("the function to take as kernel"),
                                cl::cat(category));
cl::opt<std::string> symbol("symbol", cl::init("block"), cl::desc("the name of the block function"),
                            cl::cat(category));
cl::opt<unsigned> registerBits("register-bits", cl::init(512), cl::desc("of a vector register"),
                               cl::cat(category));
cl::opt<unsigned> registers("registers", cl::init(32), cl::desc("vector registers in all"),
                            cl::cat(category));
cl::opt<bool> maskedMemory("masked-memory", cl::desc("masked loads and stores in hardware"),
                           cl::cat(category));
cl::opt<bool> gather("gather", cl::desc("gather and scatter in hardware"), cl::cat(category));
cl::opt<bool> estimates("estimates", cl::desc("estimates of reciprocals and roots to 14 bits"),
                        cl::cat(category));
cl::opt<std::string> cpu("cpu", cl::desc("a CPU whose costs LLVM's passes go by"),
                         cl::cat(category));
cl::opt<std::string> triple("triple", cl::init(sys::getProcessTriple()),
                            cl::desc("architecture and system of --cpu"), cl::cat(category));
cl::opt<bool> fibers("fibers", cl::desc("run each thread by itself"), cl::cat(category));
cl::opt<bool> stripMined("strip-mined", cl::desc("loops over strips of a gang's lanes"),
                         cl::cat(category));

int fail(const Twine& message) {
  errs() << "simt-opt: " << message << "\n";
  return 1;
}

// Makes the named function the module's kernel, and leaves out other functions that would be
// kernels.
bool chooseKernel(Module& module) {
  if (kernelName.empty())
    return true;
  Function* kernel = module.getFunction(kernelName);
  if (!kernel || kernel->isDeclaration())
    return false;
  for (Function& function : module)
    if (!function.isDeclaration() && !function.hasInternalLinkage() && &function != kernel)
      function.deleteBody();
  kernel->setAttributes({});
  kernel->addFnAttr(kKernel);
  return true;
}

bool noteOptions(Module& module) {
  std::optional<BlockDim> dim = parseBlockDim(block.empty() ? "1" : block.getValue());
  if (!dim)
    return false;
  for (Function& function : module) {
    if (function.isDeclaration())
      continue;
    if (!block.empty())
      setBlockDim(function, *dim);
    if (width)
      setExecutionForm(function,
                       {width == 1u ? ExecutionForm::Kind::OneLane : ExecutionForm::Kind::Gang,
                        width, "asked for"});
  }
  return true;
}

// Makes the module one for the CPU that the options name, so that its code can be looked at on
// another machine: `llc` compiles what simt-opt has printed.
std::unique_ptr<TargetMachine> makeMachine(Module& module) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  std::string error;
  const Target* target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, cpu, "", TargetOptions(), Reloc::PIC_));
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  return machine;
}

// What code generation needs to know of the CPU.
void noteMachine(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", cpu);
      function.addFnAttr("prefer-vector-width", utostr(registerBits));
      function.addFnAttr("min-legal-vector-width", utostr(registerBits));
    }
}

int runPasses(Module& module) {
  VectorTarget target;
  target.registerBits = registerBits;
  target.registers = registers;
  target.maskedMemory = maskedMemory;
  target.gather = target.scatter = gather;
  target.estimates = estimates;
  target.fibers = fibers;
  target.stripMined = stripMined;
  std::unique_ptr<TargetMachine> machine;
  if (!cpu.empty() && !(machine = makeMachine(module)))
    return fail("no target " + triple);
  PassRunner runner(target, machine.get());
  Expected<ModulePassManager> parsed = runner.parse(passes, symbol, outs());
  if (!parsed)
    return fail(toString(parsed.takeError()));
  if (Error error = runner.run(std::move(*parsed), module))
    return fail(toString(std::move(error)));
  if (machine)
    noteMachine(module);
  return verifyModule(module, &errs()) ? fail("the passes have left invalid IR") : 0;
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(category);
  static cl::extrahelp passList([] {
    static std::string text = "\nPASSES:\n";
    raw_string_ostream stream(text);
    listPasses(stream);
    return text.c_str();
  }());
  cl::ParseCommandLineOptions(argc, argv, "Heddle's SIMT passes on a file of thread IR\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  if (!chooseKernel(*module))
    return fail("no function " + kernelName + " in " + input);
  if (!noteOptions(*module))
    return fail("--block=" + block + " is not a block");
  if (int status = runPasses(*module))
    return status;
  if (disableOutput)
    return 0;
  std::error_code error;
  ToolOutputFile file(output, error, sys::fs::OF_Text);
  if (error)
    return fail(output + ": " + error.message());
  module->print(file.os(), nullptr);
  file.keep();
  return 0;
}
