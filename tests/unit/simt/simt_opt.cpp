// Runs the SIMT passes on a file of thread IR and prints what comes out, for FileCheck tests:
//   simt-opt --stage=shapes|copies|waits|block --block=X,Y,Z --width=W [--masked-memory] FILE
#include "simt/block_function.h"
#include "simt/gang_builder.h"
#include "simt/region_copies.h"
#include "simt/shapes.h"
#include "simt/simt.h"
#include "simt/specialise.h"
#include "simt/waiting_loops.h"
#include "simt/yields.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace heddle::simt;

static cl::opt<std::string> file(cl::Positional, cl::Required);
static cl::opt<std::string> stage("stage", cl::init("block"));
static cl::list<unsigned> block("block", cl::CommaSeparated);
static cl::opt<unsigned> width("width", cl::init(8));
static cl::opt<bool> maskedMemory("masked-memory");
static cl::opt<std::string>
    kernelName("kernel", cl::desc("the function to take as kernel, if none is marked"));

static void printShapes(Function& kernel, const BlockShape& shape) {
  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  Shapes shapes(kernel, shape, width, postDominators, loops);
  for (BasicBlock& block : kernel) {
    outs() << block.getName() << ":" << (shapes.isDivergentBranch(&block) ? " divergent" : "")
           << (shapes.isDivergentJoin(&block) ? " join" : "") << "\n";
    for (Instruction& instruction : block) {
      if (instruction.getName().empty())
        continue;
      Shape value = shapes.of(&instruction);
      outs() << "  " << instruction.getName() << " "
             << (value.isUniform() ? "uniform"
                 : value.isAffine()
                     ? "affine " + std::to_string(value.stride) + (value.assumed ? " assumed" : "")
                     : "varying")
             << "\n";
    }
  }
  for (Loop* loop : loops.getLoopsInPreorder())
    outs() << "loop " << loop->getHeader()->getName()
           << (shapes.isDivergentLoop(loop) ? " divergent" : " uniform") << "\n";
}

int main(int argc, char** argv) {
  cl::ParseCommandLineOptions(argc, argv);
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(file, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  BlockShape shape;
  if (block.size() > 0)
    shape.x = block[0];
  if (block.size() > 1)
    shape.y = block[1];
  if (block.size() > 2)
    shape.z = block[2];
  Function* kernel = nullptr;
  if (Function* named = module->getFunction(kernelName)) {
    for (Function& function : *module)
      if (!function.isDeclaration() && !function.hasInternalLinkage() && &function != named)
        function.deleteBody();
    named->setAttributes({});
    named->addFnAttr("heddle-kernel");
  }
  for (Function& function : *module)
    if (function.hasFnAttribute("heddle-kernel"))
      kernel = &function;
  if (!kernel) {
    errs() << "no kernel in " << file << "\n";
    return 1;
  }
  VectorTarget target;
  target.registerBits = width * 32;
  target.maskedMemory = maskedMemory;
  specialiseBlockShape(*module, shape);
  if (stage == "shapes") {
    printShapes(*kernel, shape);
    return 0;
  }
  if (stage == "copies") {
    copyGuardedRegions(*kernel, shape, width, target);
    kernel->print(outs());
    return verifyFunction(*kernel, &errs());
  }
  if (stage == "waits") {
    outs() << "; " << (waitsInLoops(*kernel) ? "waits" : "does not wait") << ", for "
           << (waitsForOtherLanes(*kernel, shape) ? "other lanes" : "no lanes") << "\n";
    insertYields(*kernel, shape, width);
    kernel->print(outs());
    return verifyFunction(*kernel, &errs());
  }
  BlockCode code;
  std::string error = buildBlockFunction(*kernel, shape, target, "block", code);
  if (!error.empty()) {
    errs() << error << "\n";
    return 1;
  }
  outs() << "; gang width " << code.gangWidth << ", frame " << code.frameBytes << ", shared "
         << code.staticSharedBytes << "\n";
  module->print(outs(), nullptr);
  return verifyModule(*module, &errs());
}
