#include "simt/choose_inlining.h"

#include "simt/called_functions.h"
#include "simt/function_attributes.h"
#include "simt/thread_functions.h"
#include "simt/vector_target.h"
#include "simt/waiting_loops.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"

#include <map>
#include <set>

using namespace llvm;

namespace heddle::simt {
namespace {

// A kernel with at most this many instructions, when everything is inlined, is worth the time to
// compile it without calls.
constexpr std::uint64_t kLargestKernel = 20000;
// A function with fewer instructions is always inlined: the arguments of a call go through memory,
// and the optimiser does not see across it.
constexpr std::uint64_t kSmallestCalled = 300;
// How many instructions a call counts as, for its arguments and its result.
constexpr std::uint64_t kCallSize = 8;
// A warp function that is called at least this often is called rather than inlined. It is long, and
// where it is called often there are more results than registers, so they go through memory anyway.
constexpr std::uint64_t kFewestWarpCalls = 4;

struct Limits {
  std::uint64_t largestKernel = kLargestKernel;
  std::uint64_t smallestCalled = kSmallestCalled;
  std::uint64_t leastCopies = 2;
};

class Inlining {
public:
  explicit Inlining(Module& module) {
    CallGraph graph(module);
    // A component comes after the components that it calls.
    for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
      for (CallGraphNode* node : *component)
        if (Function* function = node->getFunction(); function && !function->isDeclaration()) {
          if (component.hasCycle())
            recursive_.insert(function);
          order_.push_back(function);
          add(*function);
        }
  }

  // Chooses functions to be called, those first that save most, until the rest is small enough.
  void choose(Function& kernel, const Limits& limits) {
    measure(kernel);
    for (Function* function : order_)
      if (function->hasFnAttribute(kWarpFunction) &&
          nodes_[function].copies >= std::min(kFewestWarpCalls, 2 * limits.leastCopies) &&
          becomesPartOf(kernel, *function))
        called_.insert(function);
    for (;;) {
      measure(kernel);
      std::uint64_t total = nodes_[&kernel].size;
      for (const Function* function : called_)
        total += nodes_[function].size;
      if (total <= limits.largestKernel)
        return;
      Function* best = nullptr;
      std::uint64_t most = 0;
      for (Function* function : order_) {
        const Node& node = nodes_[function];
        if (function == &kernel || called_.contains(function) || !node.fits ||
            node.copies < limits.leastCopies || node.size < limits.smallestCalled)
          continue;
        std::uint64_t saved = (node.copies - 1) * node.size;
        if (!best || saved > most) {
          most = saved;
          best = function;
        }
      }
      if (!best)
        return;
      called_.insert(best);
    }
  }

  // A very large function that is used several times is not inlined even if gangs cannot call it;
  // then it is called lane by lane.
  bool isInlined(Function& function) const {
    const Node& node = nodes_.at(&function);
    return !called_.contains(&function) && !recursive_.contains(&function) &&
           (node.own < kLargestKernel || node.copies < 2);
  }
  bool isCalled(Function& function) const { return called_.contains(&function); }

private:
  struct Node {
    std::uint64_t own = 0;
    SmallVector<Function*, 8> callees; // one for each call
    bool fits = false;                 // gangs can call it, with all that would be inlined there
    std::uint64_t size = 0;            // with what is inlined
    std::uint64_t copies = 0;          // in the kernel and the called functions
  };

  // Are all calls of the function in the kernel, after inlining?
  bool becomesPartOf(Function& kernel, Function& function) const {
    return all_of(function.users(), [&](User* user) {
      auto* call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &function)
        return false;
      Function* caller = call->getFunction();
      return caller == &kernel || (isInlined(*caller) && becomesPartOf(kernel, *caller));
    });
  }

  void add(Function& function) {
    Node& node = nodes_[&function];
    node.own = function.getInstructionCount();
    node.fits = !recursive_.contains(&function) && canBeCalledByGangs(function);
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration())
        continue;
      node.fits &= recursive_.contains(callee) || nodes_[callee].fits;
      node.callees.push_back(callee);
    }
  }

  void measure(Function& kernel) {
    for (Function* function : order_) {
      Node& node = nodes_[function];
      node.size = node.own;
      for (Function* callee : node.callees)
        node.size += isInlined(*callee) ? nodes_[callee].size : kCallSize;
    }
    for (Function* function : order_)
      nodes_[function].copies = 0;
    nodes_[&kernel].copies = 1;
    for (Function* function : reverse(order_)) {
      Node& node = nodes_[function];
      if (called_.contains(function))
        node.copies = 1;
      for (Function* callee : node.callees)
        nodes_[callee].copies += node.copies;
    }
  }

  std::vector<Function*> order_; // callees first
  std::map<const Function*, Node> nodes_;
  std::set<const Function*> recursive_;
  std::set<const Function*> called_;
};

} // namespace

PreservedAnalyses ChooseInliningPass::run(Module& module, ModuleAnalysisManager&) {
  Function* kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  Inlining inlining(module);
  inlining.choose(*kernel, callWherePossible_ ? Limits{0, 0, 1} : Limits());
  for (Function& function : module) {
    if (function.isDeclaration() || &function == kernel)
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    if (inlining.isCalled(function))
      function.addFnAttr(kCalledByGangs);
    else if (inlining.isInlined(function))
      function.addFnAttr(Attribute::AlwaysInline);
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses InlineCalledFunctionsPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module)
    if (function.hasFnAttribute(kCalledByGangs) || function.hasFnAttribute(kWarpFunction)) {
      function.removeFnAttr(kCalledByGangs);
      function.addFnAttr(Attribute::AlwaysInline);
    }
  return PreservedAnalyses::none();
}

PreservedAnalyses InlineWaitingFunctionsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* kernel = findKernel(module);
  auto isCalled = [](const Function& function) { return function.hasFnAttribute(kCalledByGangs); };
  if (!kernel || none_of(module, isCalled))
    return PreservedAnalyses::all();
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  if (!functions.getResult<VectorTargetAnalysis>(*kernel).fibers &&
      !waitsInLoops(functions.getResult<LoopAnalysis>(*kernel)) && !functionsMeetOthers(module) &&
      !kernel->hasFnAttribute(kFunctionsMeet))
    return PreservedAnalyses::all();
  analyses.invalidate(module, InlineCalledFunctionsPass().run(module, analyses));
  cleanUp_.run(module, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
