// In which form the threads of a kernel run, and why. The decision is made here, once, before
// thread IR is taken apart, and noted on the functions; the passes that follow take it as given.
//
//   gang of W lanes      one instruction stream for W threads under a mask
//   gang of a warp       the same with W = 32, for lanes that exchange values or run in step
//   one lane at a time   a gang of one lane: lanes that wait for each other cannot run in step, and
//                        lanes that walk through memory of their own need not
//   fibers               each thread on a stack of its own, for everything else
//
// Some things become known later, and change the decision at one place each: WidenGangPass makes
// gangs wider when the kernel's loops can be analysed, separate-lanes chooses one lane where that
// is quicker, and build-gang-functions falls back to one lane for code that has no form under masks
// (pipeline.cpp).
#pragma once

#include "simt/function_attributes.h"
#include "simt/vector_target.h"

#include <string>

namespace heddle::simt {

inline constexpr unsigned kWarpSize = 32;

struct ExecutionForm {
  enum class Kind {
    Gang,
    Lockstep, // a gang as wide as a warp, because lanes read what others have just stored
    Warp,     // a gang as wide as a warp, because lanes meet in warp operations
    OneLane,
    Fibers,
  };
  Kind kind = Kind::OneLane;
  unsigned width = 1; // lanes of a gang
  std::string reason;

  // Lanes that meet in warp operations cannot run one at a time.
  bool canFallBackToOneLane() const { return kind == Kind::Gang || kind == Kind::Lockstep; }
};

// The form that is noted on the function.
ExecutionForm executionForm(const llvm::Function& function);
unsigned gangWidth(const llvm::Function& function);
void setExecutionForm(llvm::Function& function, const ExecutionForm& form);
// Notes the form on all functions of the module that have a body.
void setExecutionForm(llvm::Module& module, const ExecutionForm& form);

// Returns, for example, "kernel saxpy, block 256x1x1: gang of 16 lanes (one register of 32-bit
// values)".
std::string describeExecutionForm(const llvm::Function& kernel);

// Decides for the module's kernel. Needs thread IR in which shared memory still has its address
// space. Brings a kernel with loops that wait for other threads into canonical control flow.
class ChooseExecutionFormPass : public llvm::PassInfoMixin<ChooseExecutionFormPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// Widens the gangs of a kernel that streams through memory (memory_streams.h) to several registers,
// and those of a kernel without barriers that holds few values at once (live_vectors.h) to two.
// Needs canonical control flow. Leaves functions other than kernels, and other forms, as they are.
class WidenGangPass : public llvm::PassInfoMixin<WidenGangPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// print<execution-form>
class ExecutionFormPrinterPass : public llvm::PassInfoMixin<ExecutionFormPrinterPass> {
public:
  explicit ExecutionFormPrinterPass(llvm::raw_ostream& stream) : stream_(stream) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream& stream_;
};

} // namespace heddle::simt
