// Finds races on shared memory: two threads access a byte, at least one of them writes, they are
// not both atomic, and no barrier of the block or of the warp stands between
// (simt/check_shared_races.h). For each byte the last write and the last two reads are remembered,
// with how many barriers their threads had passed. Two writes of the same value are no race, as
// compute-sanitizer has it.

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "trace/findings.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heddle::BlockContext;
using heddle::exec::AccessSite;
using heddle::exec::checkedLaunch;
using heddle::exec::describeThread;
using heddle::exec::ServiceScope;

constexpr std::uint32_t kNoThread = ~std::uint32_t{0};
constexpr std::uint32_t kWarpThreads = 32;

struct Barriers {
  std::uint32_t ofBlock = 0, ofWarp = 0;
  bool operator==(const Barriers&) const = default;
};

struct PastAccess {
  std::uint32_t thread = kNoThread;
  Barriers barriers;
  const char* site = nullptr;
  std::uint8_t value = 0;
  bool isAtomic = false;
};

struct ByteHistory {
  PastAccess write;
  std::array<PastAccess, 2> reads;
};

// What is known of the block that runs in a frame.
struct BlockHistory {
  std::uint64_t grid = 0;
  std::array<std::uint32_t, 3> block{};
  std::vector<ByteHistory> bytes;
  std::vector<Barriers> barriers; // that each thread has passed

  void begin(const BlockContext& context) {
    grid = context.gridId;
    std::copy_n(context.ctaid, 3, block.begin());
    bytes.assign(context.sharedBytes, {});
    barriers.assign(std::size_t{context.ntid[0]} * context.ntid[1] * context.ntid[2], {});
  }
  bool isOf(const BlockContext& context) const {
    return grid == context.gridId && std::equal(block.begin(), block.end(), context.ctaid) &&
           bytes.size() == context.sharedBytes && !barriers.empty();
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

bool areOrdered(const PastAccess& before, const PastAccess& now) {
  if (before.thread == kNoThread || before.thread == now.thread ||
      before.barriers.ofBlock != now.barriers.ofBlock)
    return true;
  return before.thread / kWarpThreads == now.thread / kWarpThreads &&
         before.barriers.ofWarp != now.barriers.ofWarp;
}

const char* title(std::string_view operation) {
  return operation == "read" ? "Read" : "Write";
}

// Each pair of places is reported once: a race of a whole block is one mistake.
void report(const BlockContext& context, const PastAccess& before, const PastAccess& now) {
  static std::mutex mutex;
  static auto& reported = *new std::set<std::pair<std::string, std::string>>;
  const AccessSite first(before.site), second(now.site);
  const std::string one =
      title(first.operation) + std::string(" access at ") + describePlace(context, first);
  const std::string other =
      title(second.operation) + std::string(" access at ") + describePlace(context, second);
  const std::lock_guard lock(mutex);
  if (!reported.insert(std::minmax(one, other)).second)
    return;
  heddle::trace::reportFinding(
      heddle::trace::Finding::Error,
      "Error: Race reported between " + one + "\n    and " + other + "\n    " +
          describeThread(context, before.thread) + "\n    and " +
          describeThread(context, now.thread) +
          heddle::trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
}

// Whether two accesses of which one is a write, and which no barrier orders, are a race.
bool isRace(const PastAccess& before, const PastAccess& now) {
  return !areOrdered(before, now) && !(before.isAtomic && now.isAtomic);
}

void noteRead(const BlockContext& context, ByteHistory& history, const PastAccess& now) {
  if (isRace(history.write, now))
    report(context, history.write, now);
  if (history.reads[0].thread != now.thread)
    history.reads[1] = history.reads[0];
  history.reads[0] = now;
}

void noteWrite(const BlockContext& context, ByteHistory& history, const PastAccess& now) {
  for (const PastAccess& read : history.reads)
    if (isRace(read, now))
      report(context, read, now);
  if (isRace(history.write, now) && history.write.value != now.value)
    report(context, history.write, now);
  history.write = now;
}

} // namespace

extern "C" {

void heddle_check_race(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                       std::uint64_t value, const char* siteText) {
  const ServiceScope service;
  const AccessSite site(siteText);
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context->shared);
  if (!checkedLaunch(*context).isChecked || site.bytes > context->sharedBytes ||
      offset > context->sharedBytes - site.bytes)
    return;
  BlockHistory& history = historyOf(*context);
  PastAccess now{thread, history.barriers[thread], siteText, 0, site.operation == "atomic"};
  for (std::size_t i = 0; i < site.bytes; ++i) {
    now.value = static_cast<std::uint8_t>(value >> (i % sizeof value * 8));
    if (site.operation == "read")
      noteRead(*context, history.bytes[offset + i], now);
    else
      noteWrite(*context, history.bytes[offset + i], now);
  }
}

void heddle_note_barrier(BlockContext* context, std::uint32_t thread, std::uint32_t isOfWarp) {
  const ServiceScope service;
  Barriers& passed = historyOf(*context).barriers[thread];
  ++(isOfWarp ? passed.ofWarp : passed.ofBlock);
}

} // extern "C"
