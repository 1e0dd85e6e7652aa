// Finds the barrier regions of a gang function: the code from one barrier, or from the start, to
// the next ones. A gang runs a region without meeting others, so the gangs of a block can run it
// one after the other. Yields and waits, where a gang lets the others go on, end a region as well.
//
// What lives across a barrier must outlive the region function: it is kept in the block's frame, or
// computed again behind the barrier where that is cheap.
//
//   define void @gang(ptr %context, i32 %gang) {        region 0: from the start
//     %x = load <8 x float>, ptr %p
//     call void @heddle.gang.barrier(i32 0, i32 0)      region 1: %x lives in the frame
//     store <8 x float> %x, ptr %q
//     ret void
//   }
//
// This is an analysis: it changes nothing. region_functions.h builds on it.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <set>
#include <vector>

namespace heddle::simt {

// Is it a call of this function of gang IR (gang_builder.h)?
bool isCallOf(const llvm::Instruction& instruction, const char* name);

struct BarrierRegions {
  // A call that ends regions. Region k + 1 begins behind boundary k, region 0 at the function's
  // start.
  struct Boundary {
    llvm::CallInst* call;
    bool isYield; // not a barrier: the gang may go on at once
    bool isWait;  // a yield of a gang that can only go on when another gang or block has acted
  };
  // A value of the gang that is used behind a boundary in front of which it is computed.
  struct LiveValue {
    llvm::Instruction* value;
    std::set<unsigned> boundaries;
    // The instructions that compute the value from the context and the gang's number, in order.
    // Empty where these would be too many; then the value is kept in the frame.
    llvm::SmallVector<llvm::Instruction*, 8> recomputation;
  };

  // The block dimensions are those noted on the function (function_attributes.h).
  BarrierRegions(llvm::Function& gang, const llvm::PostDominatorTree& postDominators);
  void print(llvm::raw_ostream& stream) const;

  std::vector<Boundary> boundaries; // in the order of the code, as are the values
  std::vector<LiveValue> liveValues;
  // Whether every barrier is barrier 0 for all threads of the block.
  bool onlyWholeBlockBarriers = true;
  // Whether the block may have to wait for another block.
  bool canSuspend = false;
  // Whether gangs may come to different barriers, so that each needs a state of its own.
  bool gangsCanDiverge = false;

private:
  void findBoundaries();
  void findLiveValues();

  llvm::Function* gang_;
};

class BarrierRegionsAnalysis : public llvm::AnalysisInfoMixin<BarrierRegionsAnalysis> {
public:
  using Result = BarrierRegions;
  Result run(llvm::Function& gang, llvm::FunctionAnalysisManager& analyses);

private:
  friend llvm::AnalysisInfoMixin<BarrierRegionsAnalysis>;
  static llvm::AnalysisKey Key;
};

// print<barrier-regions>: where the regions of a gang function begin, and what lives across
// barriers. Prints nothing for other functions.
class BarrierRegionsPrinterPass : public llvm::PassInfoMixin<BarrierRegionsPrinterPass> {
public:
  explicit BarrierRegionsPrinterPass(llvm::raw_ostream& stream) : stream_(stream) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream& stream_;
};

} // namespace heddle::simt
