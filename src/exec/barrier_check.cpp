// Finds barriers that not all threads of a warp come to together, or that warps of a block come to
// at different places of the source, operations of warps that a thread passes by although their
// mask names it, and asynchronous barriers that are used without having been initialised or by more
// threads than they are for (simt/check_barriers.h).
//
// All threads of a warp have to come to the same barriers in the same order. The first thread of a
// warp that comes to its n-th barrier says which one it is, and the others are compared with it. A
// thread that has returned is compared only if it has passed by the barrier: it has been more often
// than the others at one of the places where a thread waits for those at the barrier.

#include "exec/barrier_check.h"

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/faults.h"
#include "exec/warp_meetings.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "ir/checker_notes.h"
#include "trace/findings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heddle::exec {
namespace {

constexpr std::uint32_t kWarpThreads = 32;

// How often a thread has been at each place of reconvergence since its last barrier.
using Visits = std::map<std::uint32_t, std::uint32_t>;

struct ThreadState {
  std::uint64_t barriers = 0;
  const char* site = nullptr;     // of the last barrier
  const char* warpSite = nullptr; // of the last operation of the warp that is followed
  bool hasReturned = false;
  Visits visits;
  const char* waitsAt = nullptr; // while it waits in a loop, or at a barrier beside such loops
  std::uint64_t awaited = 0;     // the address that the loop reads, if that is known
  std::optional<std::uint64_t> mbarrier; // the offset of the one that it has tested last
};

// A barrier as the first thread of the warp has come to it.
struct Meeting {
  const char* site = nullptr;
  std::uint32_t thread = 0, arrived = 0;
  std::span<const std::uint32_t> reconvergence;
  Visits visits;
  bool isOfBlock = false;
};

struct WarpState {
  std::map<std::uint64_t, Meeting> meetings; // by the number of the barrier
  std::uint64_t ofBlock = 0;                 // barriers of the whole block that the warp has met at
  bool isReported = false;
  WarpMeetings operations;
};

bool hasPassedBy(const Meeting& meeting, const Visits& visits) {
  return std::ranges::any_of(meeting.reconvergence, [&](std::uint32_t place) {
    const auto passed = visits.find(place);
    if (passed == visits.end())
      return false;
    const auto other = meeting.visits.find(place);
    return other == meeting.visits.end() || passed->second > other->second;
  });
}

class BlockBarriers {
public:
  bool isOf(const BlockContext& context) const {
    return grid_ == context.gridId && std::equal(block_.begin(), block_.end(), context.ctaid) &&
           !threads_.empty();
  }

  void begin(const BlockContext& context) {
    grid_ = context.gridId;
    std::copy_n(context.ctaid, 3, block_.begin());
    isChecked_ = checkedLaunch(context).isChecked;
    const std::size_t threads = std::size_t{context.ntid[0]} * context.ntid[1] * context.ntid[2];
    threads_.assign(threads, {});
    warps_.assign((threads + kWarpThreads - 1) / kWarpThreads, {});
    meetingsOfBlock_.clear();
    returned_ = 0;
    mbarriers_.clear();
  }

  void arrive(const BlockContext& context, std::uint32_t thread, const char* site,
              std::span<const std::uint32_t> reconvergence, bool isOfBlock) {
    ThreadState& state = threads_[thread];
    WarpState& warp = warpOf(thread);
    const std::uint64_t number = ++state.barriers;
    state.site = site;
    Meeting& meeting = warp.meetings[number];
    if (!meeting.site)
      meeting = {site, thread, 0, reconvergence, state.visits, isOfBlock};
    ++meeting.arrived;
    state.visits.clear();
    // Of two barriers, the one that threads can pass by is the wrong one, or else the later one.
    if (meeting.site != site) {
      const bool isFirstWrong = meeting.reconvergence.size() != reconvergence.size()
                                    ? meeting.reconvergence.size() > reconvergence.size()
                                    : isEarlier(site, meeting.site);
      report(context, thread, isFirstWrong ? meeting.site : site, "warp", warp);
    }
    for (const std::uint32_t other : lanesOf(thread))
      if (threads_[other].hasReturned && threads_[other].barriers + 1 == number &&
          hasPassedBy(meeting, threads_[other].visits))
        report(context, thread, site, "warp", warp);
    settle(context, thread, number);
  }

  void pass(const BlockContext& context, std::uint32_t thread, std::uint32_t place) {
    ++threads_[thread].visits[place];
    const auto missed = warpOf(thread).operations.pass(thread % kWarpThreads, place);
    if (missed)
      reportAbsent(context, *missed, thread);
  }

  // The thread comes to an operation of its warp.
  void meetWarp(std::uint32_t thread, std::uint32_t members, const char* site,
                std::span<const std::uint32_t> reconvergence) {
    threads_[thread].warpSite = site;
    warpOf(thread).operations.arrive(thread % kWarpThreads, members, site, reconvergence);
  }

  // Reports a deadlock inside of a warp: a thread waits in a warp operation for another thread,
  // which waits elsewhere and therefore never comes.
  void reportAbsent(const BlockContext& context, std::uint32_t waiting, std::uint32_t members,
                    std::uint32_t absent) {
    const char* const site = threads_[waiting].warpSite;
    reportAbsent(context, {site ? site : "barrier 0 warp", waiting % kWarpThreads, members},
                 absent);
  }

  void exit(const BlockContext& context, std::uint32_t thread) {
    ThreadState& state = threads_[thread];
    WarpState& warp = warpOf(thread);
    state.hasReturned = true;
    if (const auto next = warp.meetings.find(state.barriers + 1); next != warp.meetings.end()) {
      if (hasPassedBy(next->second, state.visits))
        report(context, next->second.thread, next->second.site, "warp", warp);
      settle(context, thread, state.barriers + 1);
    }
    if (++returned_ == threads_.size() && trace::checkSettings().strict)
      compareWarps(context);
  }

  // Where the threads of a block wait that will never go on, for the report about it.
  std::string describeWaiting(const BlockContext& context) const {
    std::map<const char*, std::vector<std::uint32_t>> places;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread)
      if (threads_[thread].site && !threads_[thread].hasReturned)
        places[threads_[thread].site].push_back(thread);
    std::string text;
    for (const auto& [site, threads] : places)
      text += "\n    " + std::to_string(threads.size()) + " threads wait at " +
              describePlace(context, AccessSite(site)) + ", the first one is that " +
              describeThread(context, threads.front()).substr(3);
    if (returned_ > 0)
      text += "\n    " + std::to_string(returned_) + " threads have returned";
    return text;
  }

  void wait(std::uint32_t thread, const char* site, std::uint64_t address) {
    threads_[thread].waitsAt = site;
    threads_[thread].awaited = address;
  }
  bool goOn(std::uint32_t thread) {
    threads_[thread].mbarrier.reset();
    return std::exchange(threads_[thread].waitsAt, nullptr) != nullptr;
  }

  // Lists who waits in the loops and at the barriers of a kernel that has both.
  std::vector<WaitingThreads> waitingThreads(const BlockContext& context) const {
    std::map<std::pair<const char*, std::optional<std::uint64_t>>, WaitingThreads> places;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread)
      if (const char* const site = threads_[thread].waitsAt) {
        WaitingThreads& place = places[{site, threads_[thread].mbarrier}];
        if (place.count++ == 0)
          place = {site, thread, 1, describeMbarrier(context, threads_[thread].mbarrier), {}};
        if (threads_[thread].awaited)
          place.awaited.insert(threads_[thread].awaited);
      }
    std::vector<WaitingThreads> all;
    for (const auto& [key, place] : places)
      all.push_back(place);
    std::ranges::sort(all, {}, &WaitingThreads::first);
    return all;
  }

  // Returns whether the kernel can go on.
  bool useMbarrier(const BlockContext& context, std::uint32_t thread, std::uint64_t address,
                   CheckerNote note, MbarrierUse use, const char* site) {
    const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context.shared);
    // Those of other blocks of a cluster are not followed.
    if (offset >= context.sharedBytes)
      return true;
    if (note == CheckerNote::MbarrierInit) {
      mbarriers_[offset] = {};
      return true;
    }
    if (note == CheckerNote::MbarrierInval) {
      mbarriers_.erase(offset);
      return true;
    }
    const auto found = mbarriers_.find(offset);
    if (found != mbarriers_.end() && found->second.expected == 0)
      found->second.expected =
          *reinterpret_cast<const volatile std::uint64_t*>(address) >> kMbarrierCountBits &
          ((1u << kMbarrierCountBits) - 1);
    if (found == mbarriers_.end())
      reportAt(context, thread, site, "Missing init");
    else if (use == MbarrierUse::Test) {
      found->second.arrivals.clear();
      threads_[thread].mbarrier = offset;
    } else
      return arriveAtMbarrier(context, thread, found->second, address,
                              use == MbarrierUse::ArrivalOfWarps, site);
    return true;
  }

private:
  struct Mbarrier {
    struct Arrivals {
      bool phase = false;           // of the last one
      unsigned count = 0;           // since the last test
      const char* second = nullptr; // where the second one is
    };
    // The lanes of a warp that have arrived by one instruction, as far as they have come here.
    struct WarpArrivals {
      std::uint64_t round = 0; // how often its threads have been at the place
      std::uint64_t lanes = 0;
    };
    std::map<std::uint32_t, Arrivals> arrivals; // of threads
    std::map<std::pair<std::uint32_t, const char*>, WarpArrivals> ofWarps;
    std::map<std::pair<std::uint32_t, const char*>, std::uint64_t> rounds; // of threads
    std::uint64_t expected = 0; // arrivals of a phase, as the first user has found it; 0: unknown
    bool isReported = false;
  };

  // A thread that arrives again after the phase of its last arrival, while nobody has waited for
  // the barrier in between, does not know whether the others have arrived. Its second arrival is
  // the one before which it should have waited.
  bool arriveAtMbarrier(const BlockContext& context, std::uint32_t thread, Mbarrier& barrier,
                        std::uint64_t address, bool isOfWholeWarp, const char* site) {
    const std::uint64_t word = *reinterpret_cast<const volatile std::uint64_t*>(address);
    if (isOfWholeWarp && overflows(barrier, thread, site)) {
      reportAt(context, thread, site, "Barrier overflow");
      return false;
    }
    const bool phase = static_cast<std::int64_t>(word) < 0;
    Mbarrier::Arrivals& own = barrier.arrivals[thread];
    if (++own.count == 2)
      own.second = site;
    if (own.count > 1 && own.phase != phase && !barrier.isReported) {
      barrier.isReported = true;
      reportAt(context, thread, own.second, "Missing wait");
    }
    own.phase = phase;
    return true;
  }

  // Returns whether more lanes of a warp have arrived by one instruction than a phase expects. They
  // arrive together, so that the phase cannot end between two of them.
  static bool overflows(Mbarrier& barrier, std::uint32_t thread, const char* site) {
    const std::uint64_t round = ++barrier.rounds[{thread, site}];
    Mbarrier::WarpArrivals& warp = barrier.ofWarps[{thread / kWarpThreads, site}];
    if (warp.round != round)
      warp = {round, 0};
    return ++warp.lanes > barrier.expected && barrier.expected != 0;
  }

  static std::string describeMbarrier(const BlockContext& context,
                                      const std::optional<std::uint64_t>& offset) {
    if (!offset)
      return "";
    const auto word = *reinterpret_cast<const volatile std::uint64_t*>(context.shared + *offset);
    constexpr std::uint64_t kCount = (1u << kMbarrierCountBits) - 1;
    return "for the mbarrier at __shared__ " + trace::hexadecimal(*offset) + ", which lacks " +
           std::to_string(word & kCount) + " of " +
           std::to_string(word >> kMbarrierCountBits & kCount) + " arrivals";
  }

  WarpState& warpOf(std::uint32_t thread) { return warps_[thread / kWarpThreads]; }

  std::vector<std::uint32_t> lanesOf(std::uint32_t thread) const {
    std::vector<std::uint32_t> lanes;
    const std::uint32_t begin = thread / kWarpThreads * kWarpThreads;
    for (std::uint32_t i = begin; i < begin + kWarpThreads && i < threads_.size(); ++i)
      lanes.push_back(i);
    return lanes;
  }

  // Compares places by their lines in the source, because the compiler may copy a barrier.
  static bool isEarlier(const char* one, const char* other) { return lineOf(one) < lineOf(other); }
  static std::uint64_t lineOf(const char* site) {
    const std::string_view locations = AccessSite(site).locations;
    const std::string_view first = locations.substr(0, locations.find('\n'));
    const std::size_t colon = first.rfind(':');
    return colon == std::string_view::npos
               ? 0
               : std::strtoull(std::string(first.substr(colon + 1)).c_str(), nullptr, 10);
  }

  // When all threads of a warp have come to a barrier or returned, the warp as a whole is compared
  // with the other warps, and the barrier is forgotten.
  void settle(const BlockContext& context, std::uint32_t thread, std::uint64_t number) {
    WarpState& warp = warpOf(thread);
    const auto entry = warp.meetings.find(number);
    const auto lanes = lanesOf(thread);
    const auto isAbsent = [&](std::uint32_t lane) {
      return threads_[lane].hasReturned && threads_[lane].barriers < number;
    };
    const auto absent = static_cast<std::size_t>(std::ranges::count_if(lanes, isAbsent));
    if (entry->second.arrived + absent < lanes.size())
      return;
    const Meeting meeting = entry->second;
    warp.meetings.erase(entry);
    if (!meeting.isOfBlock || warp.isReported)
      return;
    const auto [first, isFirst] = meetingsOfBlock_.try_emplace(++warp.ofBlock, meeting);
    if (!isFirst && first->second.site != meeting.site)
      report(context, meeting.thread, std::min(meeting.site, first->second.site, isEarlier),
             "block", warp);
  }

  // Reports a warp all of whose threads have passed by a barrier that other warps have met at. A
  // GPU counts those that are there when the others have returned, so NVIDIA's tool says nothing.
  void compareWarps(const BlockContext& context) {
    for (std::uint32_t thread = 0; thread < threads_.size(); thread += kWarpThreads) {
      WarpState& warp = warpOf(thread);
      const auto missed = meetingsOfBlock_.find(warp.ofBlock + 1);
      if (missed != meetingsOfBlock_.end() && hasPassedBy(missed->second, threads_[thread].visits))
        report(context, thread, missed->second.site, "block", warp);
    }
  }

  void reportAbsent(const BlockContext& context, const WarpMeetings::Missed& missed,
                    std::uint32_t absent) {
    const std::uint32_t waiting = absent / kWarpThreads * kWarpThreads + missed.lane;
    report(context, waiting, missed.site, "warp", warpOf(absent),
           "\n    Mask " + trace::hexadecimal(missed.members) + " names thread " +
               threadIndex(context, absent) + ", which does not come");
  }

  // Once for each warp: what its threads do afterwards follows from the first mistake.
  void report(const BlockContext& context, std::uint32_t thread, const char* site, const char* what,
              WarpState& warp, const std::string& reason = "") {
    if (!warp.isReported)
      reportAt(context, thread, site, std::string("Divergent thread(s) in ") + what, reason);
    warp.isReported = true;
  }

  void reportAt(const BlockContext& context, std::uint32_t thread, const char* site,
                const std::string& what, const std::string& reason = "") const {
    if (isChecked_)
      trace::reportFinding(
          trace::Finding::Error,
          "Barrier error detected. " + what + "\n" + describePlaces(context, AccessSite(site)) +
              "    " + describeThread(context, thread) + reason +
              trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
  }

  std::uint64_t grid_ = 0;
  std::array<std::uint32_t, 3> block_{};
  bool isChecked_ = false;
  std::vector<ThreadState> threads_;
  std::vector<WarpState> warps_;
  // The n-th barrier of all threads, as the first warp has met at it.
  std::map<std::uint64_t, Meeting> meetingsOfBlock_;
  std::size_t returned_ = 0;                    // threads
  std::map<std::uint64_t, Mbarrier> mbarriers_; // by offset, those that are initialised
};

std::atomic<std::uint64_t> waitsEnded{0};

// By frame, which each block has for itself as long as it runs, whichever worker runs it.
BlockBarriers& barriersOf(const BlockContext& context) {
  static std::mutex mutex;
  static auto& blocks = *new std::map<const void*, std::unique_ptr<BlockBarriers>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<BlockBarriers>& entry = blocks[context.frame];
  if (!entry)
    entry = std::make_unique<BlockBarriers>();
  if (!entry->isOf(context))
    entry->begin(context);
  return *entry;
}

} // namespace

std::string describeWaitingThreads(const BlockContext& context) {
  return barriersOf(context).describeWaiting(context);
}

std::vector<WaitingThreads> waitingThreads(const BlockContext& context) {
  return barriersOf(context).waitingThreads(context);
}

void reportAbsentThread(const BlockContext& context, std::uint32_t waiting, std::uint32_t members,
                        std::uint32_t absent) {
  barriersOf(context).reportAbsent(context, waiting, members, absent);
}

std::uint64_t endedWaits() {
  return waitsEnded.load(std::memory_order_relaxed);
}

} // namespace heddle::exec

using heddle::BlockContext;
using heddle::exec::barriersOf;
using heddle::exec::ServiceScope;

extern "C" {

void heddle_sync_barrier(BlockContext* context, std::uint32_t thread, const char* site,
                         const std::uint32_t* reconvergence, std::uint32_t isOfBlock) {
  const ServiceScope service;
  barriersOf(*context).arrive(*context, thread, site, {reconvergence + 1, reconvergence[0]},
                              isOfBlock != 0);
}

void heddle_sync_warp(BlockContext* context, std::uint32_t thread, std::uint32_t members,
                      const char* site, const std::uint32_t* reconvergence) {
  const ServiceScope service;
  barriersOf(*context).meetWarp(thread, members, site, {reconvergence + 1, reconvergence[0]});
}

void heddle_sync_passed(BlockContext* context, std::uint32_t thread, std::uint32_t reconvergence) {
  const ServiceScope service;
  barriersOf(*context).pass(*context, thread, reconvergence);
}

void heddle_sync_exit(BlockContext* context, std::uint32_t thread) {
  const ServiceScope service;
  barriersOf(*context).exit(*context, thread);
}

void heddle_sync_wait(BlockContext* context, std::uint32_t thread, const char* site,
                      std::uint64_t address) {
  const ServiceScope service;
  barriersOf(*context).wait(thread, site, address);
}

void heddle_sync_went_on(BlockContext* context, std::uint32_t thread) {
  const ServiceScope service;
  if (barriersOf(*context).goOn(thread))
    heddle::exec::waitsEnded.fetch_add(1, std::memory_order_relaxed);
}

void heddle_sync_mbarrier(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                          std::uint32_t note, std::uint32_t use, const char* site) {
  const auto canGoOn = [&] {
    const ServiceScope service;
    return barriersOf(*context).useMbarrier(*context, thread, address,
                                            static_cast<heddle::CheckerNote>(note),
                                            static_cast<heddle::MbarrierUse>(use), site);
  };
  // Threads that wait for the phase that was completed too early would do so for ever.
  if (!canGoOn())
    heddle::exec::Worker::inKernel()->abandonKernel(
        {heddle::exec::Fault::LaunchFailed, "overflow of an mbarrier", nullptr, {}, {}});
}

} // extern "C"
