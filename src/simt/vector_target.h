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

  // Vectors of fewer strips stay as they are: a loop over two strips saves no code. A warp does not
  // where two registers hold one. Vectors of two registers keep LLVM from its fast selection of
  // instructions, and each instruction on them is split anew: with them, quick code for the scan of
  // CUB took twice as long to make (2026-11).
  static constexpr unsigned kFewestStrips = 4;
  static constexpr unsigned kWarpLanes = 32;
  unsigned stripLanes() const { return std::max(registerBits / 32, 1u); }
  bool isStripMined(unsigned lanes) const {
    return stripMined && lanes > stripLanes() &&
           lanes >= std::min(kFewestStrips * stripLanes(), kWarpLanes);
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
