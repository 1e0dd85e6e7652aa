#include "simt/fused_regions.h"

#include "simt/region_accesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::simt {
namespace {

// The steps of a group become one piece of straight code, which has at most so many instructions,
// since a longer one would not fit the CPU's cache of decoded instructions.
constexpr unsigned kLongestGroup = 2000;

// A gang in a region.
struct GangStep {
  unsigned region = 0;
  unsigned gang = 0;
  unsigned instructions = 0;
  std::size_t group = 0;
  bool isPlaced = false;
};

// Memory in pieces as large as a vector register, since gangs access whole ones mostly. Global
// memory is one piece.
using Piece = std::pair<int, std::int64_t>;
constexpr int kShared = 0, kFrame = 1, kGlobal = 2;

struct Accessor {
  std::size_t step = 0;
  bool isWriter = false;
};

class Fusion {
public:
  Fusion(const std::vector<std::vector<RegionAccesses>>& accesses, unsigned begin,
         const VectorTarget& target)
      : accesses_(accesses), begin_(begin), target_(target) {}

  // Of the regions whose accesses are given; nothing if they are better off alone.
  std::optional<FusedRegions> run() {
    for (unsigned i = 0; i < accesses_.size(); ++i)
      for (unsigned gang = 0; gang < accesses_[i].size(); ++gang)
        if (accesses_[i][gang].writes())
          addStep(begin_ + i, gang, accesses_[i][gang]);
    if (steps_.empty())
      return std::nullopt;
    join();
    placeSteps();
    if (!fitsRegisters())
      return std::nullopt;
    std::optional<FusedRegions> fused;
    do
      fused = alike();
    while (!fused && pairGroups());
    return fused;
  }

private:
  void addStep(unsigned region, unsigned gang, const RegionAccesses& accesses) {
    const std::size_t number = steps_.size();
    steps_.push_back({.region = region, .gang = gang, .instructions = accesses.instructions});
    const auto bytes = static_cast<std::int64_t>(target_.registerBits / 8);
    for (const RegionAccesses::Range& range : accesses.ranges)
      for (std::int64_t piece = range.begin / bytes; piece * bytes < range.end; ++piece)
        note({range.isFrame ? kFrame : kShared, piece}, number, range.isWritten);
    if (accesses.readsGlobal || accesses.writesGlobal)
      note({kGlobal, 0}, number, accesses.writesGlobal);
  }

  void note(const Piece& piece, std::size_t step, bool isWriter) {
    std::vector<Accessor>& accessors = pieces_[piece];
    if (accessors.empty() || accessors.back().step != step)
      accessors.push_back({step, isWriter});
    else
      accessors.back().isWriter |= isWriter;
  }

  // Calls `found` with each two steps that have to stay in order, the earlier one first. What gangs
  // write to global memory between two barriers has no order, as between gangs that are jammed.
  template <typename Found> void forEachPair(Found found) const {
    for (const auto& [piece, accessors] : pieces_)
      for (std::size_t later = 1; later < accessors.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
          const Accessor &first = accessors[earlier], &second = accessors[later];
          const bool isOrdered =
              piece.first != kGlobal || steps_[first.step].region != steps_[second.step].region;
          if (isOrdered && (first.isWriter || second.isWriter))
            found(first.step, second.step);
        }
  }

  // Finds the steps that each one comes behind, and with them the groups.
  void join() {
    before_.resize(steps_.size());
    for (std::size_t step = 0; step < steps_.size(); ++step)
      groups_.insert(step);
    forEachPair([&](std::size_t first, std::size_t second) {
      groups_.unionSets(first, second);
      before_[second].push_back(first);
    });
  }

  // Brings the steps of each group into an order in which those that access the same memory follow
  // each other as closely as they can.
  void placeSteps() {
    for (std::size_t step = steps_.size(); step-- > 0;) {
      auto [number, isNew] = numbers_.insert({groups_.getLeaderValue(step), numbers_.size()});
      steps_[step].group = number->second;
    }
    placed_.resize(numbers_.size());
    for (unsigned region = steps_.back().region + 1; region-- > begin_;)
      for (std::size_t step = 0; step < steps_.size(); ++step)
        if (steps_[step].region == region)
          place(step);
    llvm::sort(placed_, [&](ArrayRef<std::size_t> left, ArrayRef<std::size_t> right) {
      return steps_[left.front()].gang < steps_[right.front()].gang;
    });
  }

  void place(std::size_t step) {
    if (std::exchange(steps_[step].isPlaced, true))
      return;
    for (const std::size_t earlier : before_[step])
      place(earlier);
    placed_[steps_[step].group].push_back(step);
  }

  // What the steps of a group hand on to each other must find registers.
  bool fitsRegisters() const {
    std::vector<unsigned> registers(placed_.size());
    for (const auto& [piece, accessors] : pieces_)
      if (piece.first != kGlobal)
        ++registers[steps_[accessors.front().step].group];
    return all_of(registers, [&](unsigned count) { return count <= target_.registers; });
  }

  bool isShort(ArrayRef<std::size_t> group) const {
    unsigned instructions = 0;
    for (const std::size_t step : group)
      instructions += steps_[step].instructions;
    return instructions <= kLongestGroup;
  }

  // Makes one group of each two that follow each other. False if one remains.
  bool pairGroups() {
    if (placed_.size() % 2 != 0)
      return false;
    for (std::size_t pair = 0; pair < placed_.size() / 2; ++pair) {
      std::vector<std::size_t> joined = std::move(placed_[2 * pair]);
      append_range(joined, placed_[2 * pair + 1]);
      placed_[pair] = std::move(joined);
    }
    placed_.resize(placed_.size() / 2);
    return true;
  }

  // All groups as one, with gangs a constant distance apart. Nothing if they are not alike, or
  // long.
  std::optional<FusedRegions> alike() const {
    if (!isShort(placed_.front()))
      return std::nullopt;
    FusedRegions fused;
    fused.begin = begin_;
    fused.end = begin_ + static_cast<unsigned>(accesses_.size());
    fused.groups = static_cast<unsigned>(placed_.size());
    fused.result = accesses_.back().front().result;
    for (std::size_t i = 0; i < placed_.front().size(); ++i) {
      const GangStep& first = steps_[placed_.front()[i]];
      FusedRegions::Step step{.region = first.region, .firstGang = first.gang};
      for (std::size_t group = 1; group < placed_.size(); ++group) {
        if (placed_[group].size() != placed_.front().size())
          return std::nullopt;
        const GangStep& same = steps_[placed_[group][i]];
        if (group == 1)
          step.distance = same.gang - first.gang;
        if (same.region != first.region || same.gang != first.gang + group * step.distance)
          return std::nullopt;
      }
      fused.steps.push_back(step);
    }
    return fused;
  }

  const std::vector<std::vector<RegionAccesses>>& accesses_; // by region from begin_ on, by gang
  const unsigned begin_;
  const VectorTarget& target_;
  std::vector<GangStep> steps_; // by region, then by gang
  MapVector<Piece, std::vector<Accessor>> pieces_;
  std::vector<SmallVector<std::size_t, 4>> before_; // by step
  EquivalenceClasses<std::size_t> groups_;
  DenseMap<std::size_t, std::size_t> numbers_;   // of groups, by their leaders
  std::vector<std::vector<std::size_t>> placed_; // by group, the steps in their order
};

bool hasLoop(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 4> backEdges;
  FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

// Of all gangs; empty if that of one is not known, or if gangs go on at different places.
std::vector<RegionAccesses> accessesOfGangs(Function& region, unsigned gangs) {
  std::vector<RegionAccesses> all;
  if (hasLoop(region))
    return all;
  for (unsigned gang = 0; gang < gangs; ++gang) {
    std::optional<RegionAccesses> accesses = accessesOfGang(region, gang);
    if (!accesses || (gang > 0 && accesses->result != all.front().result))
      return {};
    all.push_back(std::move(*accesses));
  }
  return all;
}

// Whether gangs come from one of the regions to another one that is not the next.
bool isEnteredFromAfar(ArrayRef<Function*> regions, unsigned entered) {
  for (unsigned region = 0; region < regions.size(); ++region)
    for (const BasicBlock& block : *regions[region])
      if (auto* end = dyn_cast<ReturnInst>(block.getTerminator()); end && region + 1 != entered) {
        auto* result = dyn_cast<ConstantInt>(end->getReturnValue());
        if (!result || result->getZExtValue() == entered)
          return true;
      }
  return false;
}

} // namespace

FusedRegions fuseRegions(ArrayRef<Function*> regions, unsigned begin, unsigned gangs,
                         const VectorTarget& target) {
  FusedRegions best{.begin = begin, .end = begin + 1};
  std::vector<std::vector<RegionAccesses>> accesses = {accessesOfGangs(*regions[begin], gangs)};
  for (unsigned region = begin + 1; region < regions.size(); ++region) {
    if (accesses.back().empty() || accesses.back().front().result != region ||
        isEnteredFromAfar(regions, region))
      break;
    accesses.push_back(accessesOfGangs(*regions[region], gangs));
    if (accesses.back().empty())
      break;
    std::optional<FusedRegions> fused = Fusion(accesses, begin, target).run();
    if (!fused)
      break;
    best = std::move(*fused);
  }
  return best;
}

} // namespace heddle::simt
