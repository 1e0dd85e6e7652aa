// Makes of a lane function (lane_functions.h) that adds products to sums in memory one that does so
// for several neighbouring lanes at once. A thread with a tile of 8 times 8 sums adds to 8
// neighbours in one instruction, which is half a register where registers have 16 elements. Two
// threads side by side have 16 neighbours, and four of them enough sums to hide the latency of a
// multiply-add.
//
//   %a = load float, ptr %row             ; the same in all lanes of the group
//   %b0 = load float, ptr %column         ; lane l: at %column + 32 * l
//   ...
//   %b7 = load float, ptr %column7
//   %sum0 = call float @llvm.fma.f32(float %a, float %b0, float %before0)
//   ...
//   =>
//   %a = load float, ptr %row
//   %as = splat of %a
//   %b = load <16 x float>, ptr %column
//   %sum = call <16 x float> @llvm.fma.v16f32(<16 x float> %as, <16 x float> %b, ...)
//
// Everything else in the function is computed once, as the group's first lane does. Each sum is
// computed in its order, so the results are the same bits.
#pragma once

#include "simt/uniformity_analysis.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace heddle::simt {

// An attribute of a function that gangs call lane by lane. It says how many lanes the function of
// the same name with kLaneGroupSuffix computes at once; that function gets the arguments of the
// first of these lanes.
inline constexpr const char* kLaneGroup = "heddle-lane-group";
inline constexpr const char* kLaneGroupSuffix = ".group";

// How several neighbouring lanes add to their sums together.
struct LaneGroup {
  unsigned lanes = 1;
  llvm::Argument* sums = nullptr; // the sums of a lane, one after the other
  std::int64_t bytesOfSums = 0;   // from those of one lane to those of the next
  // The sums of a lane, in their order, are divided into runs of this many sums. One instruction
  // adds to a run.
  llvm::SmallVector<unsigned, 16> runs;
};

// The distance from one lane's value to the next within each group, if it is the same everywhere.
std::optional<std::int64_t> strideInGroups(const Shape& shape, unsigned width, unsigned lanes);

// `pointers` has the shapes of the addresses that the function loads from, in gangs of `width`.
// Returns null where the lanes' work does not fit together.
llvm::Function* makeLaneGroup(llvm::Function& lane, const LaneGroup& group,
                              const llvm::DenseMap<const llvm::LoadInst*, Shape>& pointers,
                              unsigned width, llvm::FunctionAnalysisManager& analyses);

} // namespace heddle::simt
