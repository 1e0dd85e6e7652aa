// Judges accesses to shared memory that the shadow says are near those of other threads
// (simt/check_shared_races.h). A race is: two threads access a byte, at least one of them writes,
// they are not both atomic, and nothing orders them. Two writes of the same value are no race, as
// compute-sanitizer has it.
//
// Barriers of the whole block begin a new epoch in the shadow, and this file sees only accesses of
// one epoch. Other barriers are followed by vector clocks: each thread counts those it has come to,
// and knows up to which count it is behind each other thread.

#include "exec/race_check.h"

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/race_clocks.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "trace/findings.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::exec {
namespace {

constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kGranuleBytes = 1u << kRaceGranuleBits;
struct Word {
  std::uint64_t bits;

  std::uint64_t epoch() const { return bits >> kRaceEpochShift; }
  std::uint32_t clock() const {
    return static_cast<std::uint32_t>(bits >> kRaceClockShift & kRaceClocks);
  }
  std::uint32_t thread() const {
    return static_cast<std::uint32_t>(bits >> kRaceThreadShift & kRaceThreads) - 1;
  }
  std::size_t site() const { return bits >> kRaceSiteShift & kRaceSites; }
  std::uint32_t bytes() const {
    return static_cast<std::uint32_t>(bits >> kRaceBytesShift & kRaceBytes);
  }
};

struct PastAccess {
  std::uint32_t thread, clock;
  std::uint32_t bytes; // which of the granule's
  const char* site;
  bool isAtomic;
  bool isOfSeveral; // other threads made it, too, and are not known
  // Counts the accesses of a block that have been judged; 0 for one that inline code has noted.
  std::uint64_t order = 0;
  // What a write puts into the granule, if that is known. Lanes of a gang are judged before the
  // first of them writes, so that memory does not tell whether two of them write the same.
  std::optional<std::uint32_t> written{};
};

// The accesses to four bytes in one epoch.
struct GranuleHistory {
  std::uint64_t epoch = 0;
  std::vector<PastAccess> writes, reads;

  static void add(std::vector<PastAccess>& accesses, const PastAccess& access) {
    const auto same = std::ranges::find_if(accesses, [&](const PastAccess& other) {
      return other.thread == access.thread && other.site == access.site;
    });
    if (same == accesses.end()) {
      accesses.push_back(access);
      return;
    }
    const std::uint64_t order = std::max(same->order, access.order);
    *same = access;
    same->order = order;
  }
};

// An asynchronous copy that its thread has not waited for.
struct PendingCopy {
  std::uint64_t group;
  std::uint64_t offset; // in shared memory
  PastAccess access;
};
struct ThreadCopies {
  std::uint64_t groups = 0; // that have been committed
  std::vector<PendingCopy> pending;
};

// What is known of the block that runs in a frame.
struct BlockHistory {
  std::uint64_t grid = 0;
  std::array<std::uint32_t, 3> block{};
  bool isChecked = false;
  std::unordered_map<std::uint64_t, GranuleHistory> granules;
  RaceClocks clocks;
  std::map<std::uint32_t, ThreadCopies> copies;                       // by thread
  std::unordered_map<std::uint64_t, std::vector<PastAccess>> pending; // by granule
  std::uint64_t copyEpoch = 0; // in which the shadow has the pending copies
  std::uint64_t judged = 0;    // accesses

  void begin(const BlockContext& context) {
    grid = context.gridId;
    std::copy_n(context.ctaid, 3, block.begin());
    isChecked = checkedLaunch(context).isChecked;
    granules.clear();
    copies.clear();
    pending.clear();
    copyEpoch = 0;
    clocks = RaceClocks(context.ntid[0] * context.ntid[1] * context.ntid[2]);
  }
  bool isOf(const BlockContext& context) const {
    return grid == context.gridId && std::equal(block.begin(), block.end(), context.ctaid) &&
           clocks.threads() != 0;
  }
};

// By frame, which each block has for itself as long as it runs, whichever worker runs it.
BlockHistory& historyOf(const BlockContext& context) {
  static std::mutex mutex;
  static auto& histories = *new std::map<const void*, std::unique_ptr<BlockHistory>>;
  thread_local const void* lastFrame = nullptr;
  thread_local BlockHistory* last = nullptr;
  if (!last || lastFrame != context.frame) {
    const std::lock_guard lock(mutex);
    std::unique_ptr<BlockHistory>& entry = histories[context.frame];
    if (!entry)
      entry = std::make_unique<BlockHistory>();
    last = entry.get();
    lastFrame = context.frame;
  }
  if (!last->isOf(context))
    last->begin(context);
  return *last;
}

const char* title(std::string_view operation) {
  return operation == "read" ? "Read" : "Write";
}

std::string describeAccess(const BlockContext& context, const char* text) {
  if (!text)
    return "Access in another function";
  const AccessSite site(text);
  return title(site.operation) + std::string(" access at ") + describePlace(context, site);
}

// The races that have been found. Each pair of places is reported once: a race of a whole block is
// one mistake. As compute-sanitizer has it, a race between two places by threads of one warp is
// a warning.
class FoundRaces {
public:
  // `incoming` is what the access writes to the four bytes, if it is known.
  void add(const BlockContext& context, const PastAccess& before, const PastAccess& now,
           std::uint64_t granule, std::optional<std::uint32_t> incoming) {
    if (trace::checkSettings().raceHazards)
      reportHazards(context, before, now, granule, incoming);
    if (!trace::checkSettings().raceAnalysis)
      return;
    if (trace::checkSettings().warpRacesOnly && !mayBeMeant(before, now))
      return;
    const std::string one = describeAccess(context, before.site);
    const std::string other = describeAccess(context, now.site);
    const std::lock_guard lock(mutex_);
    Race& race = races_[std::minmax(one, other)];
    ++race.count;
    if (race.frames.empty())
      race.frames = trace::describe(checkedLaunch(context).hostFrames, "kernel launch time");
    const bool isWarning = mayBeMeant(before, now);
    if (!race.text.empty() && (isWarning || !race.isWarning))
      return;
    race.isWarning = isWarning;
    race.text = one + "\n    and " + other;
    race.threads = "\n    " + describeThread(context, before.thread) + "\n    and " +
                   describeThread(context, now.thread);
  }

  // Threads of a warp that access one address at different places often run in step. An atomic is
  // not meant to be one of them.
  static bool mayBeMeant(const PastAccess& before, const PastAccess& now) {
    const bool isOfOneWarp = before.thread / kWarpThreads == now.thread / kWarpThreads;
    return isOfOneWarp && before.site != now.site && !before.isAtomic && !now.isAtomic;
  }

  // One report for each byte, as compute-sanitizer makes it: which access came first, and what the
  // memory has.
  static void reportHazards(const BlockContext& context, const PastAccess& before,
                            const PastAccess& now, std::uint64_t granule,
                            std::optional<std::uint32_t> incoming) {
    const bool isRead = isReading(now), wasRead = isReading(before);
    const auto line = [&](const PastAccess& access) {
      return std::string("\n    ") + (isReading(access) ? "Read" : "Write") + " Thread " +
             threadIndex(context, access.thread) + " at " +
             (access.site ? describePlace(context, AccessSite(access.site))
                          : std::string("another function"));
    };
    const bool isWarning = mayBeMeant(before, now);
    for (std::uint64_t byte = 0; byte < kGranuleBytes; ++byte) {
      if (!(before.bytes & now.bytes & 1u << byte))
        continue;
      const std::uint64_t offset = (granule << kRaceGranuleBits) + byte;
      const auto value = static_cast<unsigned char>(context.shared[offset]);
      const std::optional<std::uint32_t> written =
          !isRead && incoming ? std::optional(*incoming >> 8 * byte & 0xff) : std::nullopt;
      // Two writes of the same byte are no hazard.
      if (!wasRead && written == value)
        continue;
      trace::reportFinding(
          isWarning ? trace::Finding::Warning : trace::Finding::Error,
          std::string(isWarning ? "Warning" : "Error") + ": Potential " +
              (isRead    ? "RAW"
               : wasRead ? "WAR"
                         : "WAW") +
              " hazard detected at __shared__ " + trace::hexadecimal(offset) + " in block " +
              blockIndex(context) + " :" + line(before) + line(now) +
              "\n    Current Value : " + std::to_string(value) +
              (written ? ", Incoming Value : " + std::to_string(*written) : "") +
              trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
    }
  }
  static bool isReading(const PastAccess& access) {
    return access.site && AccessSite(access.site).operation == "read";
  }

  void report() {
    const std::lock_guard lock(mutex_);
    for (auto& [places, race] : races_) {
      if (race.isReported)
        continue;
      race.isReported = true;
      const bool isOfPortability = trace::checkSettings().warpRacesOnly;
      const char* const begin =
          isOfPortability  ? "Portability: Threads of a warp count on running in lockstep between "
          : race.isWarning ? "Warning: Race reported between "
                           : "Error: Race reported between ";
      trace::reportFinding(race.isWarning && !isOfPortability ? trace::Finding::Warning
                                                              : trace::Finding::Error,
                           begin + race.text + " [" + std::to_string(race.count) + " hazards]" +
                               race.threads + race.frames);
    }
  }

private:
  struct Race {
    bool isWarning = false, isReported = false;
    std::uint64_t count = 0;
    std::string text, threads, frames;
  };

  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Race> races_;
};

// The list is never destroyed, since kernels may run until the end of the process.
FoundRaces& foundRaces() {
  static auto& races = *new FoundRaces;
  return races;
}

// One access to four bytes, or to some of them.
class Judgement {
public:
  Judgement(const BlockContext& context, BlockHistory& block, std::uint64_t stamp,
            const PastAccess& now, const char* const* sites)
      : context_(context), block_(block), epoch_(Word{stamp}.epoch()), now_(now), sites_(sites) {}
  // What the access writes to the four bytes.
  void setIncoming(std::uint32_t value) { incoming_ = value; }

  // Adds an access that is known to be one of the granule's, without a judgement.
  void keep(std::uint64_t granule, RaceShadow::Words& words) {
    GranuleHistory& history = historyOf(granule, words);
    GranuleHistory::add(history.writes, now_);
    words.write = mark();
  }
  // What a word has so that all accesses come to the engine until the next epoch.
  std::uint64_t mark() const {
    return epoch_ << kRaceEpochShift | std::uint64_t{now_.thread + 1} << kRaceThreadShift |
           kRaceSeveral;
  }

  void judge(std::uint64_t granule, RaceShadow::Words& words, bool isRead, bool writesTheSame) {
    GranuleHistory& history = historyOf(granule, words);
    compareWithPending(granule);
    now_.order = ++block_.judged;
    now_.written = incoming_;
    // What an earlier write has put there counts, not what memory has by now: a third write of
    // the present value does not make up for a first one of another value.
    compareWith(history.writes, granule, [&](const PastAccess& before) {
      const bool areKnown = before.written && incoming_;
      return isRead || ((areKnown || !writesTheSame) && !hasReadSince(history, before));
    });
    if (!isRead)
      compareWith(history.reads, granule, [](const PastAccess&) { return true; });
    if (!isRead) {
      // A later access that is ordered after this write is also ordered after all that this write
      // is ordered after. So those need not be compared with it any more.
      forgetOrdered(history.writes);
      forgetOrdered(history.reads);
    }
    GranuleHistory::add(isRead ? history.reads : history.writes, now_);
    // From now on until the next epoch, all accesses to these bytes come here.
    (isRead ? words.read : words.write) = mark();
  }

private:
  GranuleHistory& historyOf(std::uint64_t granule, const RaceShadow::Words& words) {
    GranuleHistory& history = block_.granules[granule];
    if (history.epoch != epoch_) {
      history.writes.clear();
      history.reads.clear();
      history.epoch = epoch_;
    }
    take(history.writes, words.write, (words.write & kRaceSeveral) != 0, inMemory(granule));
    // Of several readers two are known, and so at least one that is not the thread itself.
    take(history.reads, words.read, false, std::nullopt);
    take(history.reads, words.readBefore, false, std::nullopt);
    return history;
  }

  // Nothing but a wait of its thread orders an asynchronous copy.
  void compareWithPending(std::uint64_t granule) const {
    if (const auto found = block_.pending.find(granule); found != block_.pending.end())
      for (const PastAccess& copy : found->second)
        if (copy.bytes & now_.bytes)
          foundRaces().add(context_, copy, now_, granule, incoming_);
  }

  // The four bytes as the last write left them.
  std::uint32_t inMemory(std::uint64_t granule) const {
    std::uint32_t value;
    std::memcpy(&value, context_.shared + (granule << kRaceGranuleBits), sizeof value);
    return value;
  }

  // An access that inline code has noted. What has no site was noted by this class.
  void take(std::vector<PastAccess>& accesses, std::uint64_t bits, bool isOfSeveral,
            std::optional<std::uint32_t> written) const {
    const Word word{bits};
    if (word.epoch() != epoch_ || word.bytes() == 0)
      return;
    GranuleHistory::add(accesses, {word.thread(), word.clock(), word.bytes(),
                                   sites_ && word.site() ? sites_[word.site()] : nullptr,
                                   (bits & kRaceAtomic) != 0, isOfSeveral, 0, written});
  }

  bool isOrdered(const PastAccess& before) const {
    return (before.thread == now_.thread && !before.isOfSeveral) ||
           block_.clocks.isBehind(now_.thread, epoch_, before.thread, before.clock);
  }

  bool writesTheSame(const PastAccess& before) const {
    if (!before.written || !incoming_)
      return false;
    std::uint32_t mask = 0;
    for (std::uint32_t index = 0; index < kGranuleBytes; ++index)
      if ((before.bytes & now_.bytes) >> index & 1)
        mask |= 0xffu << 8 * index;
    return ((*before.written ^ *incoming_) & mask) == 0;
  }

  template <typename Counts>
  void compareWith(const std::vector<PastAccess>& accesses, std::uint64_t granule,
                   Counts counts) const {
    for (const PastAccess& before : accesses)
      if ((before.bytes & now_.bytes) && !(before.isAtomic && now_.isAtomic) &&
          !isOrdered(before) && !writesTheSame(before) && counts(before))
        foundRaces().add(context_, before, now_, granule, incoming_);
  }

  // Whether the thread has read what `before` wrote. That read is in a race with it, and as
  // compute-sanitizer has it, the write that comes of the read is no second one.
  bool hasReadSince(const GranuleHistory& history, const PastAccess& before) const {
    const std::uint32_t shared = before.bytes & now_.bytes;
    return std::ranges::any_of(history.reads, [&](const PastAccess& read) {
      return read.thread == now_.thread && !read.isAtomic && read.order > before.order &&
             (read.bytes & shared) == shared;
    });
  }

  void forgetOrdered(std::vector<PastAccess>& accesses) const {
    std::erase_if(accesses, [&](const PastAccess& before) {
      return (before.bytes & ~now_.bytes) == 0 && isOrdered(before);
    });
  }

  const BlockContext& context_;
  BlockHistory& block_;
  const std::uint64_t epoch_;
  PastAccess now_;
  const char* const* sites_;
  std::optional<std::uint32_t> incoming_;
};

// Which of the four bytes that begin at `granule` an access is to.
std::uint32_t bytesIn(std::uint64_t granule, std::uint64_t offset, std::size_t bytes) {
  const std::uint64_t begin = granule << kRaceGranuleBits;
  std::uint32_t all = 0;
  for (std::uint32_t index = 0; index < kGranuleBytes; ++index)
    if (begin + index >= offset && begin + index < offset + bytes)
      all |= 1u << index;
  return all;
}

// Calls `take` with each granule of a copy, and which of its bytes are the copy's.
template <typename Take> void forGranules(const PendingCopy& copy, Take take) {
  const std::size_t bytes = AccessSite(copy.access.site).bytes;
  for (std::uint64_t granule = copy.offset >> kRaceGranuleBits;
       granule << kRaceGranuleBits < copy.offset + bytes; ++granule)
    take(granule, bytesIn(granule, copy.offset, bytes));
}

// A copy becomes an ordinary write, at the time when its thread has waited for it.
void completeCopy(const BlockContext& context, BlockHistory& history, const PendingCopy& copy) {
  const RaceShadow shadow(context);
  const std::uint64_t stamp = shadow.stamps[copy.access.thread];
  PastAccess now = copy.access;
  now.clock = Word{stamp}.clock();
  forGranules(copy, [&](std::uint64_t granule, std::uint32_t bytes) {
    now.bytes = bytes;
    std::erase_if(history.pending[granule], [&](const PastAccess& other) {
      return other.thread == now.thread && other.site == now.site;
    });
    Judgement(context, history, stamp, now, nullptr).keep(granule, shadow.words[granule]);
  });
}

// Marks the bytes of all pending copies in the shadow, so that accesses to them are judged.
void markPending(const BlockContext& context, BlockHistory& history, std::uint64_t epoch) {
  const RaceShadow shadow(context);
  history.copyEpoch = epoch;
  for (const auto& [thread, copies] : history.copies)
    for (const PendingCopy& copy : copies.pending)
      forGranules(copy, [&](std::uint64_t granule, std::uint32_t) {
        shadow.words[granule].write =
            epoch << kRaceEpochShift | std::uint64_t{thread + 1} << kRaceThreadShift | kRaceSeveral;
      });
}

} // namespace

void reportRaces() {
  foundRaces().report();
}

} // namespace heddle::exec

namespace {

using namespace heddle;
using namespace heddle::exec;

// Publishes the thread's clock to a meeting, and moves the clock on, so that later accesses of the
// thread are not taken for ones before the meeting.
template <typename Publish>
void publish(BlockContext& context, std::uint32_t thread, Publish publishTo) {
  const ServiceScope service;
  std::uint64_t& stamp = RaceShadow(context).stamps[thread];
  const Word word{stamp};
  publishTo(historyOf(context).clocks, RaceMoment{word.epoch(), word.clock()});
  if (word.clock() < kRaceClocks)
    stamp += std::uint64_t{1} << kRaceClockShift;
}

template <typename Learn> void learn(BlockContext& context, std::uint32_t thread, Learn learnFrom) {
  const ServiceScope service;
  learnFrom(historyOf(context).clocks, Word{RaceShadow(context).stamps[thread]}.epoch());
}

} // namespace

extern "C" {

void heddle_check_race(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                       std::uint64_t value, const char* siteText, const char* const* sites) {
  const ServiceScope service;
  const AccessSite site(siteText);
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context->shared);
  BlockHistory& history = historyOf(*context);
  if (!history.isChecked || site.bytes > context->sharedBytes ||
      offset > context->sharedBytes - site.bytes)
    return;
  const RaceShadow shadow(*context);
  const std::uint64_t stamp = shadow.stamps[thread];
  PastAccess now{thread,
                 Word{stamp}.clock(),
                 0,
                 siteText,
                 site.operation == "atomic" || site.space.ends_with("atomic"),
                 false};
  const bool isRead = site.operation == "read";
  const bool writesTheSame =
      site.operation == "write" &&
      std::memcmp(context->shared + offset, &value, std::min(site.bytes, sizeof value)) == 0;
  for (std::uint64_t granule = offset >> kRaceGranuleBits;
       granule << kRaceGranuleBits < offset + site.bytes; ++granule) {
    now.bytes = bytesIn(granule, offset, site.bytes);
    Judgement judgement(*context, history, stamp, now, sites);
    // Of what lanes write, eight bytes are known.
    const auto shift =
        static_cast<std::int64_t>(granule << kRaceGranuleBits) - static_cast<std::int64_t>(offset);
    if (site.operation == "write" && shift < static_cast<std::int64_t>(sizeof value))
      judgement.setIncoming(
          static_cast<std::uint32_t>(shift < 0 ? value << -8 * shift : value >> 8 * shift));
    judgement.judge(granule, shadow.words[granule], isRead, writesTheSame);
  }
}

void heddle_race_warp_arrive(BlockContext* context, std::uint32_t thread, std::uint32_t members) {
  publish(*context, thread,
          [&](RaceClocks& clocks, RaceMoment now) { clocks.arriveAtWarp(thread, members, now); });
}

void heddle_race_warp_leave(BlockContext* context, std::uint32_t thread, std::uint32_t members) {
  learn(*context, thread,
        [&](RaceClocks& clocks, std::uint64_t epoch) { clocks.leaveWarp(thread, members, epoch); });
}

void heddle_race_barrier_arrive(BlockContext* context, std::uint32_t thread, std::uint32_t barrier,
                                std::uint32_t threads) {
  publish(*context, thread, [&](RaceClocks& clocks, RaceMoment now) {
    clocks.arriveAtBarrier(thread, barrier, threads, now);
  });
}

void heddle_race_barrier_leave(BlockContext* context, std::uint32_t thread, std::uint32_t barrier) {
  learn(*context, thread, [&](RaceClocks& clocks, std::uint64_t epoch) {
    clocks.leaveBarrier(thread, barrier, epoch);
  });
}

void heddle_race_release(BlockContext* context, std::uint32_t thread, std::uint64_t address) {
  publish(*context, thread,
          [&](RaceClocks& clocks, RaceMoment now) { clocks.release(thread, address, now); });
}

void heddle_race_acquire(BlockContext* context, std::uint32_t thread, std::uint64_t address) {
  learn(*context, thread,
        [&](RaceClocks& clocks, std::uint64_t epoch) { clocks.acquire(thread, address, epoch); });
}

void heddle_race_copy(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                      const char* site, const char* const* sites) {
  const ServiceScope service;
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context->shared);
  const std::size_t bytes = AccessSite(site).bytes;
  BlockHistory& history = historyOf(*context);
  if (!history.isChecked || bytes > context->sharedBytes || offset > context->sharedBytes - bytes)
    return;
  const RaceShadow shadow(*context);
  const std::uint64_t stamp = shadow.stamps[thread];
  ThreadCopies& copies = history.copies[thread];
  PastAccess now{thread, Word{stamp}.clock(), 0, site, false, false};
  copies.pending.push_back({copies.groups, offset, now});
  forGranules(copies.pending.back(), [&](std::uint64_t granule, std::uint32_t covered) {
    now.bytes = covered;
    Judgement(*context, history, stamp, now, sites).keep(granule, shadow.words[granule]);
    history.pending[granule].push_back(now);
  });
}

void heddle_race_copy_commit(BlockContext* context, std::uint32_t thread) {
  const ServiceScope service;
  ++historyOf(*context).copies[thread].groups;
}

void heddle_race_copy_wait(BlockContext* context, std::uint32_t thread, std::uint32_t groups,
                           std::uint32_t all) {
  const ServiceScope service;
  BlockHistory& history = historyOf(*context);
  ThreadCopies& copies = history.copies[thread];
  std::erase_if(copies.pending, [&](const PendingCopy& copy) {
    const bool isComplete = all || copy.group + groups < copies.groups;
    if (isComplete)
      completeCopy(*context, history, copy);
    return isComplete;
  });
}

void heddle_race_copy_epoch(BlockContext* context, std::uint32_t thread) {
  const ServiceScope service;
  BlockHistory& history = historyOf(*context);
  // The first thread behind the barrier does it for all.
  const std::uint64_t epoch = Word{RaceShadow(*context).stamps[thread]}.epoch();
  if (history.copyEpoch < epoch)
    markPending(*context, history, epoch);
}

} // extern "C"
