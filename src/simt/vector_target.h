// What the passes need to know of the CPU. Like LLVM's TargetIRAnalysis, an analysis that is
// registered with its answer, so that passes ask the pass manager for it.
#pragma once

#include "llvm/IR/PassManager.h"

#include <algorithm>

namespace heddle::simt {

// The bytes of a cache line on nearly all CPUs.
inline constexpr unsigned kCacheLineBytes = 64;

struct VectorTarget {
  unsigned registerBits = 128;
  unsigned registers = 16;   // vector registers in all
  bool maskedMemory = false; // masked loads and stores in hardware
  bool gather = false;
  bool scatter = false;
  bool estimates = false;  // of reciprocals and roots, to 14 bits, as AVX-512 has them
  unsigned gangWidth = 0;  // lanes of a gang, whatever the block; 0: the execution form decides
  bool fibers = false;     // each thread by itself, also where gangs would do
  bool stripMined = false; // gangs run in loops over strips of their lanes (strip_mine_vectors.h)

  // Vectors of fewer strips stay as they are: a loop over two strips saves no code.
  static constexpr unsigned kFewestStrips = 4;
  // The addresses of more lanes fit into no register, and what computes, loads or stores them keeps
  // LLVM from its fast selection of instructions. With strips of 16 lanes, a product of CUTLASS for
  // tensor cores took a fifth longer to compile on x86-64, and with whole warps, which is what four
  // strips of 16 lanes leave of them, three quarters longer (2026-11).
  static constexpr unsigned kMostLanesOfStrip = 8;
  unsigned stripLanes() const { return std::clamp(registerBits / 32, 1u, kMostLanesOfStrip); }
  bool isStripMined(unsigned lanes) const {
    return stripMined && lanes >= kFewestStrips * stripLanes();
  }
};

class VectorTargetAnalysis : public llvm::AnalysisInfoMixin<VectorTargetAnalysis> {
public:
  struct Result : VectorTarget {
    bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&,
                    llvm::FunctionAnalysisManager::Invalidator&) {
      return false;
    }
  };

  explicit VectorTargetAnalysis(const VectorTarget& target) : target_{target} {}
  Result run(llvm::Function&, llvm::FunctionAnalysisManager&) { return {target_}; }

private:
  friend llvm::AnalysisInfoMixin<VectorTargetAnalysis>;
  inline static llvm::AnalysisKey Key;
  VectorTarget target_;
};

} // namespace heddle::simt
