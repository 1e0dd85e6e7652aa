// Runs passes on a module: LLVM's pass builder and analysis managers, with the passes and analyses
// of passes.def in them.
#pragma once

#include "simt/vector_target.h"

#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace heddle::simt {

class PassRunner {
public:
  // Without a machine, LLVM's passes know nothing of costs.
  explicit PassRunner(const VectorTarget& target, llvm::TargetMachine* machine = nullptr);
  PassRunner(const PassRunner&) = delete;

  // Calls `callback` before each pass, while LLVM holds no lock.
  void callBeforePasses(std::function<void()> callback);

  // The first failure that a pass has reported (pass_failure.h); no pass runs after it.
  llvm::Error run(llvm::ModulePassManager passes, llvm::Module& module);

  // Passes by name, ours and LLVM's, as `opt --passes` takes them. `symbol` is the name of the
  // block function that they build, and printers print to `stream`.
  llvm::Expected<llvm::ModulePassManager> parse(llvm::StringRef text, const std::string& symbol,
                                                llvm::raw_ostream& stream);

private:
  std::string failure_;
  llvm::PassInstrumentationCallbacks callbacks_;
  llvm::TimePassesHandler times_;
  llvm::PassBuilder builder_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager graphs_;
  llvm::ModuleAnalysisManager modules_;
};

// The passes of passes.def, one a line with its description.
void listPasses(llvm::raw_ostream& stream);

} // namespace heddle::simt
