// Judges accesses to global memory that the shadow says are near those of other threads
// (simt/check_global_races.h). A race is: two threads access a byte, at least one of them writes,
// neither is a read beside an atomic, and nothing orders them. A write of the value that is in
// memory already changes nothing and is no race, and neither is a volatile access: it is how
// programs wait for each other.

#include "exec/global_race_check.h"

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/earlier_writes.h"
#include "exec/global_race_order.h"
#include "exec/task_order.h"
#include "exec/worker.h"
#include "memory/protection_keys.h"
#include "memory/race_shadow.h"
#include "trace/findings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace heddle::exec {
namespace {

constexpr std::uint64_t kGranuleBytes = 4;
constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kAllBytes = 0xf;

struct Word {
  std::uint64_t bits;

  std::uint64_t run() const { return bits >> kGlobalRaceRunShift; }
  std::uint64_t epoch() const { return bits >> kGlobalRaceEpochShift & kGlobalRaceEpochs; }
  std::uint32_t thread() const {
    return static_cast<std::uint32_t>(bits >> kGlobalRaceThreadShift & kGlobalRaceThreadMask);
  }
  std::size_t site() const { return bits >> kGlobalRaceSiteShift & kGlobalRaceSites; }
  std::uint32_t bytes() const {
    return static_cast<std::uint32_t>(bits >> kGlobalRaceBytesShift & kAllBytes);
  }
  bool has(std::uint64_t flag) const { return (bits & flag) != 0; }
};

// Remembers what a report says about a grid, by the runs of its blocks.
struct Grid {
  std::uint64_t id, firstRun;
  LaunchDimensions dimensions;
  const char* name;                   // null for a copy or fill by the API
  const char* const* sites = nullptr; // null until a block of it has run to its end
};

class Runs {
public:
  GlobalRaceStart start(std::uint64_t gridId, const LaunchDimensions& dimensions,
                        const char* name) {
    const auto found = grids_.find(gridId);
    if (found != grids_.end())
      return startOf(found->second);
    const std::uint64_t blocks = dimensions.blocks();
    if (blocks > kGlobalRaceRuns - next_) {
      if (!std::exchange(isExhausted_, true))
        trace::reportFinding(trace::Finding::Note,
                             "The program runs more blocks than racecheck can number. Races on "
                             "global memory are not looked for from here on.");
      return {0, ~std::uint64_t{0}};
    }
    const std::uint64_t first = std::exchange(next_, next_ + blocks);
    const auto made = grids_.emplace(gridId, Grid{gridId, first, dimensions, name}).first;
    byRun_.emplace(first, gridId);
    return startOf(made->second);
  }

  void noteSites(std::uint64_t gridId, const char* const* sites) {
    if (const auto found = grids_.find(gridId); found != grids_.end())
      found->second.sites = sites;
  }
  const Grid* ofGrid(std::uint64_t gridId) const {
    const auto found = grids_.find(gridId);
    return found == grids_.end() ? nullptr : &found->second;
  }
  const Grid* ofRun(std::uint64_t run) const {
    auto behind = byRun_.upper_bound(run);
    const Grid* const grid = behind == byRun_.begin() ? nullptr : ofGrid((--behind)->second);
    return grid && run - grid->firstRun < grid->dimensions.blocks() ? grid : nullptr;
  }

  bool isEmpty() const { return grids_.empty(); }

  // The grid has ended. Calls `forget` with the grids that no other one can meet any more.
  template <typename Forget> void end(std::uint64_t gridId, Forget forget) {
    ended_.push_back(gridId);
    const bool isOrdered = unorderedGrids(gridId).empty();
    while (!ended_.empty() && (isOrdered || ended_.size() > kMostEnded)) {
      const std::uint64_t id = isOrdered ? ended_.back() : ended_.front();
      isOrdered ? ended_.pop_back() : ended_.pop_front();
      if (const Grid* const grid = ofGrid(id)) {
        forget(*grid);
        byRun_.erase(grid->firstRun);
        grids_.erase(id);
      }
      forgetUnorderedGrids(id);
      if (isOrdered)
        return;
    }
  }

private:
  // So many grids are remembered that have ended while others ran that nothing orders with them.
  static constexpr std::size_t kMostEnded = 256;

  GlobalRaceStart startOf(const Grid& grid) const {
    std::uint64_t first = grid.firstRun;
    for (const std::uint64_t id : unorderedGrids(grid.id))
      if (const Grid* const other = ofGrid(id))
        first = std::min(first, other->firstRun);
    return {grid.firstRun, first << kGlobalRaceRunShift};
  }

  std::uint64_t next_ = 1;
  bool isExhausted_ = false;
  std::map<std::uint64_t, Grid> grids_;          // by their ids
  std::map<std::uint64_t, std::uint64_t> byRun_; // their ids by the first runs
  std::deque<std::uint64_t> ended_;
};

std::string describeThread(const Grid& grid, Word word, bool isThreadKnown) {
  if (!grid.name)
    return "by a call of the API";
  const auto triple = [](std::uint64_t index, const std::array<std::uint32_t, 3>& extent) {
    return "(" + std::to_string(index % extent[0]) + "," +
           std::to_string(index / extent[0] % extent[1]) + "," +
           std::to_string(index / extent[0] / extent[1]) + ")";
  };
  return (isThreadKnown ? "by thread " + triple(word.thread(), grid.dimensions.blockDim)
                        : std::string("by a thread")) +
         " in block " + triple(word.run() - grid.firstRun, grid.dimensions.gridDim);
}

std::string describeAccess(const Grid& grid, const char* text, bool isRead, bool isOwn) {
  if (!grid.name)
    return isRead ? "Read access by a copy" : "Write access by a copy or fill";
  if (!text)
    return isOwn ? "Access in another function" : "Access at " + shownName(grid.name);
  return (isRead ? "Read access at " : "Write access at ") +
         describePlace(grid.name, AccessSite(text));
}

// An access whose place is not known before a block of its grid has run to its end.
struct UnknownPlace {
  std::uint64_t gridId;
  std::size_t site;
  bool isRead;
};

// Each pair of places is reported once. The report waits for the end of a grid, because only then
// the number of hazards and both places are known.
struct Race {
  std::uint64_t count = 0;
  std::string one, other, rest;
  std::optional<UnknownPlace> unknown; // of `one`
  bool isReported = false;
};

struct State {
  std::mutex mutex;
  Runs runs;
  GlobalRaceOrder order;
  // Without a shadow there are no words, and the table is not used.
  EarlierWrites earlierWrites{
      memory::RaceShadow::active()
          ? static_cast<GlobalRaceEarlierWrite*>(memory::RaceShadow::active()->table())
          : nullptr};
  bool isAnyWriteForgotten = false;
  std::map<std::pair<std::string, std::string>, Race> races;

  // Returns the word of a read that also remembers the write before it, because later reads have to
  // be compared with that write.
  std::uint64_t combine(std::uint64_t read, std::uint64_t write) {
    const std::optional<std::uint64_t> both = earlierWrites.combine(read, write);
    if (!both && !std::exchange(isAnyWriteForgotten, true))
      trace::reportFinding(trace::Finding::Note,
                           "Blocks read what more other blocks have written than racecheck can "
                           "remember. Races between such a write and a second read of it may be "
                           "missing.");
    return both.value_or(read);
  }

  // Completes races that were found before the place of their earlier access was known.
  void findPlaces() {
    for (auto at = races.begin(); at != races.end();) {
      Race& race = at->second;
      const Grid* const grid = race.unknown ? runs.ofGrid(race.unknown->gridId) : nullptr;
      if (!grid)
        race.unknown.reset();
      if (!grid || !grid->sites) {
        ++at;
        continue;
      }
      race.one =
          describeAccess(*grid, grid->sites[race.unknown->site], race.unknown->isRead, false);
      race.unknown.reset();
      Race& known = races[std::minmax(race.one, race.other)];
      const std::uint64_t count = known.count + race.count;
      if (known.count == 0)
        known = std::move(race);
      known.count = count;
      at = races.erase(at);
    }
  }
};
// Never destroyed, since kernels may run until the end of the process.
State& state() {
  static auto& instance = *new State;
  return instance;
}

// Who makes an access: a grid, or a copy by the API.
struct Accessor {
  std::uint64_t floor; // words below are ordered before it
  const BlockContext* context;
  const trace::HostFrames* copyFrames; // where there is no context

  CheckedLaunch launch() const {
    return context ? checkedLaunch(*context) : CheckedLaunch{true, *copyFrames};
  }
};

// What is known of an access when the kernel is compiled. A copy has no site.
struct Kind {
  const char* site;
  const char* const* sites;
  std::uint32_t hidden;
  bool isRead, isVolatile;
};

// One access of a thread to four bytes, or to some of them.
class Judgement {
public:
  Judgement(const Accessor& accessor, const Kind& kind, std::uint64_t address, Word now)
      : accessor_(accessor), kind_(kind), address_(address), now_(now) {}

  // `word` is the place in the shadow that has the last access to these bytes.
  void judge(std::uint64_t& word, bool changesNothing) const {
    const EarlierWrites& earlierWrites = state().earlierWrites;
    const Word last = ifRecent(word);
    const bool standsForBoth = last.has(kGlobalRaceWritten), wasRead = last.has(kGlobalRaceRead);
    const Word read{standsForBoth ? earlierWrites.readOf(last.bits) : wasRead ? last.bits : 0};
    const Word write = ifRecent(standsForBoth ? earlierWrites.writeOf(last.bits)
                                : wasRead     ? 0
                                              : last.bits);
    if (!changesNothing) {
      compareWith(write, false, !standsForBoth || earlierWrites.knowsWriter(last.bits));
      if (!kind_.isRead)
        compareWith(read, true, true);
    }
    if (!kind_.isRead)
      word = now_.bits;
    else if (wasRead || !write.bits || !isOwn(write)) {
      const std::uint64_t reader = now_.bits | kGlobalRaceRead | earlierReaders(read);
      word = write.bits ? state().combine(reader, write.bits) : reader;
    }
  }

private:
  // Words below the floor are of accesses that are ordered before this one.
  Word ifRecent(std::uint64_t word) const { return {word >= accessor_.floor ? word : 0}; }

  // Whether the thread itself made the access, and has not come to a barrier of the block since.
  bool isOwn(Word last) const { return ((last.bits ^ now_.bits) >> kGlobalRaceThreadShift) == 0; }

  // Says whether there were readers before this one that still count, by the same rule as the
  // inline code of check_global_races.cpp.
  std::uint64_t earlierReaders(Word reader) const {
    if (!reader.bits)
      return 0;
    std::uint64_t flags = 0;
    if (reader.run() != now_.run() || reader.has(kGlobalRaceBlocks))
      flags |= kGlobalRaceBlocks;
    if (reader.run() == now_.run() && reader.epoch() == now_.epoch() &&
        (reader.thread() != now_.thread() || reader.has(kGlobalRaceThreads)))
      flags |= kGlobalRaceThreads;
    return flags;
  }

  // The places of another grid are in a table of its own.
  const char* siteOf(Word before) const {
    const Grid* const grid = state().runs.ofRun(before.run());
    const bool isOwn = grid == state().runs.ofRun(now_.run());
    const char* const* const sites = isOwn || !grid ? kind_.sites : grid->sites;
    return sites && before.site() ? sites[before.site()] : nullptr;
  }

  bool isOrdered(Word before) const {
    const Runs& runs = state().runs;
    const Grid* const own = runs.ofRun(now_.run());
    const Grid* const other = runs.ofRun(before.run());
    if (!own || !other || (other != own && !unorderedGrids(own->id).contains(other->id)))
      return true;
    if (before.run() == now_.run()) {
      const bool isOfWarp = before.thread() / kWarpThreads == now_.thread() / kWarpThreads;
      if (before.epoch() != now_.epoch() || now_.epoch() == kGlobalRaceEpochs ||
          before.thread() == now_.thread() || (kind_.hidden & kGlobalRaceHiddenInBlock) ||
          ((kind_.hidden & kGlobalRaceHiddenInWarp) && isOfWarp))
        return true;
    }
    return state().order.isOrdered(before.run(), before.epoch(), now_.run());
  }

  // Whether the other access is a write by a lane of the same warp, together with this one, which
  // is judged when both have happened.
  bool isOfSameInstruction(Word before, bool wasRead) const {
    return (kind_.hidden & kGlobalRaceBeforeWrites) && !wasRead && before.run() == now_.run() &&
           before.epoch() == now_.epoch() && before.site() == now_.site() &&
           before.thread() / kWarpThreads == now_.thread() / kWarpThreads;
  }

  // Of several readers only the last one is known, and that may be this thread itself.
  void compareWith(Word before, bool wasRead, bool isThreadKnown) const {
    if (!before.bits || !(before.bytes() & now_.bytes()) || isOfSameInstruction(before, wasRead))
      return;
    const char* const site = siteOf(before);
    if (mayBeMeant(before, site) || isOrdered(before))
      return;
    add(before, site, wasRead, isThreadKnown);
  }

  // Two atomics are no race. Programs read plainly what others change by atomics, and find out by
  // an atomic of their own whether that has changed, as a loop around atomicCAS() does.
  bool mayBeMeant(Word before, const char* site) const {
    const bool wasAtomic = before.has(kGlobalRaceAtomic), isAtomic = now_.has(kGlobalRaceAtomic);
    if (!wasAtomic && !isAtomic)
      return false;
    const bool wasVolatile = wasAtomic && (!site || AccessSite(site).space.ends_with("volatile"));
    const bool isReadOfAtomic =
        (isAtomic && site && AccessSite(site).operation == "read") || (wasAtomic && kind_.isRead);
    return kind_.isVolatile || wasVolatile || (wasAtomic && isAtomic) || isReadOfAtomic;
  }

  void add(Word before, const char* site, bool wasRead, bool isThreadKnown) const {
    State& all = state();
    const Grid* const grid = all.runs.ofRun(before.run());
    const Grid* const own = all.runs.ofRun(now_.run());
    const CheckedLaunch launch = accessor_.launch();
    if (!grid || !own || !launch.isChecked)
      return;
    const std::string one = describeAccess(*grid, site, wasRead, grid == own);
    const std::string other = describeAccess(*own, kind_.site, kind_.isRead, true);
    const bool isUnknown = !site && grid != own && grid->name && before.site();
    const std::string key =
        isUnknown ? one + std::to_string(before.run()) + "," + std::to_string(before.site()) : one;
    Race& race = all.races[std::minmax(key, other)];
    if (++race.count > 1)
      return;
    race.one = one;
    race.other = other;
    if (isUnknown)
      race.unknown = {grid->id, before.site(), wasRead};
    race.rest = "\n    " + describeThread(*grid, before, isThreadKnown) + "\n    and " +
                describeThread(*own, now_, true) + "\n    on global memory at " +
                trace::hexadecimal(address_) + ", " +
                (before.run() == now_.run() ? "with no barrier of the block between the two"
                 : grid == own              ? "which nothing orders between blocks"
                 : grid->name && own->name
                     ? "which no stream, event or wait of the host orders between grids"
                     : "which no stream, event or wait of the host orders") +
                trace::describe(launch.hostFrames,
                                own->name ? "kernel launch time" : "the time of the copy");
  }

  const Accessor& accessor_;
  const Kind& kind_;
  const std::uint64_t address_;
  const Word now_;
};

// Returns a bit for each of the four bytes at `granule` that the access touches, because accesses
// to different bytes are no race.
std::uint64_t bytesIn(std::uint64_t granule, std::uint64_t address, std::size_t bytes) {
  std::uint64_t all = 0;
  for (std::uint64_t index = 0; index < kGranuleBytes; ++index)
    if (granule + index >= address && granule + index < address + bytes)
      all |= std::uint64_t{1} << index;
  return all;
}

// Judges the accesses of a copy to bytes that lie side by side. `from` has what it writes, or is
// null.
void judgeCopy(std::uint64_t id, const trace::HostFrames& frames, bool isRead, const char* begin,
               std::size_t bytes, const char* from) {
  memory::RaceShadow* const shadow = memory::RaceShadow::active();
  memory::allowAllKeys();
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  std::uint64_t* word = shadow ? shadow->find(address) : nullptr;
  if (!word)
    return;
  const std::lock_guard lock(state().mutex);
  const GlobalRaceStart start = state().runs.start(id, LaunchDimensions{}, nullptr);
  const Accessor accessor{start.floor, nullptr, &frames};
  const Kind kind{nullptr, nullptr, 0, isRead, false};
  for (std::uint64_t granule = address / kGranuleBytes * kGranuleBytes; granule < address + bytes;
       granule += kGranuleBytes, ++word) {
    const std::uint64_t covered = bytesIn(granule, address, bytes);
    const bool changesNothing = from && covered == kAllBytes &&
                                std::memcmp(reinterpret_cast<const void*>(granule),
                                            from + (granule - address), kGranuleBytes) == 0;
    Judgement(accessor, kind, granule,
              Word{start.firstRun << kGlobalRaceRunShift | covered << kGlobalRaceBytesShift})
        .judge(*word, changesNothing);
  }
}

// Whether another thread of the block has noted its access over that of the thread with this stamp.
bool isLost(Word last, Word stamp) {
  return last.run() == stamp.run() && last.epoch() == stamp.epoch() &&
         last.thread() != stamp.thread();
}

// Copies have the upper half of the ids, since kernels can ask for the number of their grid.
std::atomic<std::uint64_t> nextCopyId{std::uint64_t{1} << 63};

} // namespace

CopyRaces::CopyRaces(const Task& task)
    : id_(nextCopyId.fetch_add(1, std::memory_order_relaxed)), hostFrames_(trace::hostFrames()) {
  noteGrid(task, id_);
}

void CopyRaces::write(const char* to, std::size_t bytes, const char* from) const {
  judgeCopy(id_, hostFrames_, false, to, bytes, from);
}

void CopyRaces::read(const char* from, std::size_t bytes) const {
  judgeCopy(id_, hostFrames_, true, from, bytes, nullptr);
}

GlobalRaceStart startGlobalRaces(std::uint64_t gridId, const LaunchDimensions& dimensions,
                                 const char* name) {
  const std::lock_guard lock(state().mutex);
  return state().runs.start(gridId, dimensions, name);
}

void noteGlobalRaceSites(const BlockContext& context) {
  const auto* const sites = reinterpret_cast<const char* const*>(globalRaceStamps(context)[-2]);
  const std::lock_guard lock(state().mutex);
  if (sites)
    state().runs.noteSites(context.gridId, sites);
}

void endGlobalRaces(std::uint64_t gridId) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.findPlaces();
  for (auto& [places, race] : all.races)
    if (!race.unknown && !std::exchange(race.isReported, true))
      trace::reportFinding(trace::Finding::Error,
                           "Error: Race reported between " + race.one + "\n    and " + race.other +
                               " [" + std::to_string(race.count) + " hazards]" + race.rest);
  all.runs.end(
      gridId, [&](const Grid& grid) { all.order.forget(grid.firstRun, grid.dimensions.blocks()); });
  // When no grid is left that a later one could meet, no word of the shadow is compared any more,
  // so the table can begin anew.
  if (all.runs.isEmpty() && memory::RaceShadow::active()) {
    memory::allowAllKeys();
    all.earlierWrites.clear();
  }
}

} // namespace heddle::exec

using namespace heddle;
using namespace heddle::exec;

extern "C" {

void heddle_check_global_race(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                              std::uint64_t value, const char* siteText, const char* const* sites,
                              std::uint32_t flags) {
  const ServiceScope service;
  memory::RaceShadow* const shadow = memory::RaceShadow::active();
  if (!shadow)
    return;
  const AccessSite site(siteText);
  const bool changesNothing = site.operation == "write" && site.space == "global" &&
                              std::memcmp(reinterpret_cast<const void*>(address), &value,
                                          std::min(site.bytes, sizeof value)) == 0;
  const std::uint64_t stamp = globalRaceStamps(*context)[thread];
  const std::uint64_t ofSite = std::uint64_t{flags >> kGlobalRaceSiteNumberShift}
                                   << kGlobalRaceSiteShift |
                               (site.space == "global" ? 0 : kGlobalRaceAtomic);
  const Accessor accessor{globalRaceStamps(*context)[-1], context, nullptr};
  const Kind kind{siteText, sites, flags, site.operation == "read",
                  site.space.ends_with("volatile")};
  const std::lock_guard lock(state().mutex);
  for (std::uint64_t granule = address / kGranuleBytes * kGranuleBytes;
       granule < address + site.bytes; granule += kGranuleBytes)
    if (std::uint64_t* const word = shadow->find(granule)) {
      const std::uint64_t bytes = bytesIn(granule, address, site.bytes) << kGlobalRaceBytesShift;
      if ((flags & kGlobalRaceBehindWrites) && !isLost(Word{*word}, Word{stamp}))
        continue;
      Judgement(accessor, kind, granule, Word{stamp | ofSite | bytes}).judge(*word, changesNothing);
    }
}

void heddle_global_race_release(BlockContext* context, std::uint32_t thread,
                                std::uint64_t address) {
  const ServiceScope service;
  const Word stamp{globalRaceStamps(*context)[thread]};
  const std::lock_guard lock(state().mutex);
  state().order.release(stamp.run(), stamp.epoch(), address);
}

void heddle_global_race_acquire(BlockContext* context, std::uint32_t thread,
                                std::uint64_t address) {
  const ServiceScope service;
  const Word stamp{globalRaceStamps(*context)[thread]};
  const std::lock_guard lock(state().mutex);
  state().order.acquire(stamp.run(), address);
}

} // extern "C"
