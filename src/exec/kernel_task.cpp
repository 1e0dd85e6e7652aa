#include "exec/kernel_task.h"

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/child_grids.h"
#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/global_race_check.h"
#include "exec/grid_deadlock.h"
#include "exec/kernel_mode.h"
#include "exec/launch_timeout.h"
#include "exec/race_check.h"
#include "exec/resident_blocks.h"
#include "exec/resident_limit.h"
#include "exec/shared_writes.h"
#include "exec/stream_order.h"
#include "exec/task_order.h"
#include "exec/thread_fibers.h"
#include "ir/optimised_code.h"
#include "memory/machine_memory.h"
#include "memory/protection_keys.h"
#include "memory/reservation.h"
#include "trace/findings.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace heddle::exec {

namespace {

// A worker that finds all resident blocks waiting starts new clusters, twice as many each time, up
// to this number: a grid whose blocks need not be resident together does not get more of them
// started than necessary, and one whose blocks need it gets them all after a few rounds.
constexpr std::uint64_t kMostStartedPerRound = 256;

// After so many rounds in which no resident block has finished and all wait, they wait for blocks
// that are not resident. A lock that one of them holds is passed on within few rounds.
constexpr std::uint64_t kMostStalledRounds = 1000;

std::atomic<std::uint64_t> nextGridId{1};

// Returns how many bytes a grid may write such that the next grid still finds them in the cache.
// This is half of the cache, because grids read about as much as they write, and never more than 16
// MB: a large cache is shared with other programs, and it is slow. On a Xeon with a cache of 300
// MB, kernels that write 64 MB take half to two thirds of the time if they store around it.
std::uint64_t cachedGridBytes() {
  constexpr std::size_t kMostCachedBytes = 16 << 20;
  static const std::size_t cacheBytes = memory::lastLevelCacheBytes();
  return std::min(cacheBytes / 2, kMostCachedBytes);
}

// Makes the non-temporal stores of the blocks that have run visible before this thread tells others
// that the blocks are done. Only x86 needs this; other CPUs order such stores like any other store.
void orderStreamedStores() {
#ifdef __x86_64__
  _mm_sfence();
#endif
}

// This is a loop rather than a call of memset(), because it runs in kernel mode: where nothing is
// optimised, memset() is a function of the C library.
void clearFrameHeader(char* frame) {
  static_assert(sizeof(BlockFrameHeader) % sizeof(std::uint64_t) == 0);
  auto* words = reinterpret_cast<std::uint64_t*>(frame);
  for (std::size_t index = 0; index < sizeof(BlockFrameHeader) / sizeof(std::uint64_t); ++index)
    words[index] = 0;
}

// A cluster size that the kernel was compiled with replaces that of the launch.
LaunchDimensions withRequiredCluster(LaunchDimensions dimensions, const CompiledKernel& kernel) {
  if (kernel.requiredCluster[0])
    for (unsigned axis = 0; axis < 3; ++axis)
      dimensions.clusterDim[axis] = std::max(kernel.requiredCluster[axis], 1u);
  return dimensions;
}

bool needsResidentBlocks(const CompiledKernel& kernel, const LaunchDimensions& dimensions) {
  return kernel.yields || dimensions.blocksPerCluster() > 1;
}

// The items of the task are its blocks. Where blocks wait for each other, an item is instead one
// worker that takes part. For the tool portability one worker runs them all: it reports when
// every block waits, which cannot be known of a block that another worker is running. So does
// synccheck, which looks for deadlocks.
std::uint64_t itemCount(const CompiledKernel& kernel, const LaunchDimensions& dimensions) {
  if (!needsResidentBlocks(kernel, dimensions))
    return dimensions.blocks();
  return trace::checkSettings().portability || trace::checkSettings().synchronisation
             ? 1
             : std::min<std::uint64_t>(dimensions.blocks(), Engine::workersPerDevice());
}

std::uint32_t sharedBytesOf(const CompiledKernel& kernel, const LaunchDimensions& dimensions) {
  return dimensions.dynamicSharedBytes
             ? std::max(kernel.staticSharedBytes, kernel.dynamicSharedOffset) +
                   dimensions.dynamicSharedBytes
             : kernel.staticSharedBytes;
}

// What the checker needs behind the shared memory of a block.
std::size_t checkerBytes() {
  if (checksSharedWrites())
    return kSharedWrittenOffset + kSharedWrittenBytes;
  return globalRaceStampBytes() ? kRaceShadowBytes + globalRaceStampBytes() : raceShadowBytes();
}

// Whether the last block of a grid runs first, so that results that depend on the order differ.
bool reversesBlocks() {
  static const bool reverses = trace::checkSettings().reverseBlocks;
  return reverses;
}

// Reports blocks that a GPU would hold and that all wait for others, which it would begin when one
// of these has ended. `limit` is how many it holds; 0 where that has been reported.
void reportNotResident(const BlockContext& context, std::uint64_t limit, std::uint64_t blocks) {
  if (limit == 0 || !checkedLaunch(context).isChecked)
    return;
  trace::reportFinding(
      trace::Finding::Error,
      "Portability: Blocks wait for blocks that need not be there\n    at " +
          describePlace(context, AccessSite("")) + "\n    The first " + std::to_string(limit) +
          " of " + std::to_string(blocks) +
          " blocks wait. A GPU like this device holds no more at a time, and begins the next one"
          "\n    when one of them has ended" +
          trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
}

// Processor time of the calling thread. Wall time would include waiting for a core that another
// program uses, and would make quick code look slow enough to be worth optimising.
std::uint64_t threadNanoseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Counts the time until the end of the scope as time in which quick code ran. Optimised code is
// made once that is enough.
class RunTime {
public:
  explicit RunTime(const CompiledKernel& code)
      : optimised_(code.optimised), start_(optimised_ ? threadNanoseconds() : 0) {}
  RunTime(const RunTime&) = delete;
  RunTime& operator=(const RunTime&) = delete;
  ~RunTime() {
    if (optimised_)
      optimised_->noteRun(threadNanoseconds() - start_);
  }

private:
  OptimisedCode* const optimised_;
  const std::uint64_t start_;
};

} // namespace

KernelTask::KernelTask(ExecutionContext& execution, const CompiledKernel& kernel,
                       const LaunchDimensions& dimensions, std::size_t parameterBytes)
    : KernelTask(execution, kernel, parameterBytes, withRequiredCluster(dimensions, kernel)) {}

KernelTask::KernelTask(ExecutionContext& execution, const CompiledKernel& kernel,
                       std::size_t parameterBytes, const LaunchDimensions& dimensions)
    : Task(execution, Runner::Workers, itemCount(kernel, dimensions)), kernel_(kernel),
      dimensions_(dimensions), launch_{&execution, this, dimensions.blockDim},
      sharedBytes_(sharedBytesOf(kernel, dimensions)),
      gridId_(nextGridId.fetch_add(1, std::memory_order_relaxed)), parameterBytes_(parameterBytes),
      parameters_(allocateKernelMemory(std::max(parameterBytes, kLeastParameterBytes))) {
  installFaultHandlers();
  if (followsTaskOrder()) [[unlikely]]
    noteGrid(*this, gridId_);
  if (followsStreamOrder()) [[unlikely]]
    forgetStreamTask(*this);
  if (needsResidentBlocks(kernel, dimensions))
    residentBlocks_ = std::make_unique<ResidentBlocks>(dimensions, sharedBytes_ + checkerBytes(),
                                                       kernel.frameBytes);
}

KernelTask::~KernelTask() {
  delete children_.load(std::memory_order_acquire);
}

ChildGrids& KernelTask::children() {
  ChildGrids* children = children_.load(std::memory_order_acquire);
  if (!children) {
    auto created = std::make_unique<ChildGrids>(*this);
    if (children_.compare_exchange_strong(children, created.get(), std::memory_order_acq_rel))
      children = created.release();
  }
  return *children;
}

bool KernelTask::complete() {
  if (raceShadowBytes() != 0) [[unlikely]]
    reportRaces();
  if (globalRaceStampBytes() != 0) [[unlikely]]
    endGlobalRaces(gridId_);
  ChildGrids* children = children_.load(std::memory_order_acquire);
  if (!children)
    return true;
  if (isTailLaunch_) {
    // The parent runs the tail launches of this grid. So a long chain of tail launches holds one
    // grid in memory at a time, and not all of them.
    static_cast<KernelTask*>(parent())->children().prependTailLaunches(
        children->takeTailLaunches());
    return true;
  }
  const TaskRef next = children->nextTailLaunch();
  if (!next)
    return true;
  adopt(*next);
  if (auto* grid = dynamic_cast<KernelTask*>(next.get()))
    grid->isTailLaunch_ = true;
  Engine::instance().submit(*next);
  return false;
}

BlockContext KernelTask::makeContext(Worker& worker) const {
  BlockContext context{};
  context.params = parameters_.get();
  context.parameterBytes = static_cast<std::uint32_t>(parameterBytes_);
  std::copy(dimensions_.gridDim.begin(), dimensions_.gridDim.end(), context.nctaid);
  std::copy(dimensions_.blockDim.begin(), dimensions_.blockDim.end(), context.ntid);
  std::copy(dimensions_.clusterDim.begin(), dimensions_.clusterDim.end(), context.clusterDim);
  context.sharedBytes = sharedBytes_;
  context.dynamicSharedBytes = dimensions_.dynamicSharedBytes;
  context.workerIndex = worker.index();
  context.workerCount = worker.count();
  context.gridId = gridId_;
  context.launch = const_cast<Launch*>(&launch_);
  context.localLow = worker.stackLow();
  context.localHigh = worker.stackHigh();
  context.cachedGridBytes = cachedGridBytes();
  return context;
}

void KernelTask::setBlockIndex(BlockContext& context, std::uint64_t block) const {
  context.ctaid[0] = static_cast<std::uint32_t>(block % dimensions_.gridDim[0]);
  const std::uint64_t rest = block / dimensions_.gridDim[0];
  context.ctaid[1] = static_cast<std::uint32_t>(rest % dimensions_.gridDim[1]);
  context.ctaid[2] = static_cast<std::uint32_t>(rest / dimensions_.gridDim[1]);
}

void KernelTask::setBlockIndexInCluster(BlockContext& context, std::uint64_t cluster,
                                        std::uint32_t rank) const {
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::uint32_t clusterDim = dimensions_.clusterDim[axis];
    const std::uint32_t clusters = dimensions_.gridDim[axis] / clusterDim;
    context.ctaid[axis] =
        static_cast<std::uint32_t>(cluster % clusters) * clusterDim + rank % clusterDim;
    cluster /= clusters;
    rank /= clusterDim;
  }
}

bool KernelTask::run(std::uint64_t begin, std::uint64_t end, Worker* worker) {
  if (execution().faulted())
    return true;
  const memory::DeviceAccessScope access(execution().accessibleDevices());
  bool finished = true;
  if (residentBlocks_)
    finished = runResidentBlocks(*worker);
  else
    runBlocks(begin, end, *worker);
  orderStreamedStores();
  return finished;
}

const CompiledKernel& KernelTask::currentCode() const {
  const CompiledKernel& latest = latestCode(kernel_);
  if (&latest == &kernel_)
    return kernel_;
  // What depends on the code was computed for the code of the launch.
  const bool fits = !residentBlocks_ && !needsResidentBlocks(latest, dimensions_) &&
                    sharedBytesOf(latest, dimensions_) == sharedBytes_;
  return fits ? latest : kernel_;
}

bool KernelTask::runsQuickCode() const {
  return currentCode().optimised != nullptr;
}

// One block after the other, from `first` on. next() and what it calls run in kernel mode, so all
// that they touch lies in memory that kernels may access, as this object does.
struct KernelTask::Chunk : KernelCall {
  Chunk(const KernelTask& grid, const CompiledKernel& code, std::uint64_t begin, std::uint64_t end,
        Worker& worker)
      : KernelCall{next, code.run}, context(grid.makeContext(worker)), first(begin), block(begin),
        last(end) {
    context.shared = worker.sharedMemory(grid.sharedBytes_ + checkerBytes());
    context.frame = worker.frame(code.frameBytes);
    context.frameBytes = code.frameBytes;
    grid.setBlockIndex(context, reverses ? grid.dimensions_.blocks() - 1 - begin : begin);
    if (checksGlobalRaces) [[unlikely]]
      globalRaces = startGlobalRaces(grid.gridId_, grid.dimensions_, grid.name_);
  }
  static BlockContext* next(KernelCall& call, BlockStatus) {
    auto& self = static_cast<Chunk&>(call);
    if (self.block == self.last || self.interruptions.isInterrupted())
      return nullptr;
    if (self.block++ != self.first)
      self.stepBlockIndex();
    clearFrameHeader(self.context.frame);
    if (self.checksRaces) [[unlikely]]
      beginRaceShadow(self.context);
    if (self.checksWrites) [[unlikely]]
      forgetSharedWrites(self.context);
    if (self.checksGlobalRaces) [[unlikely]]
      beginGlobalRaces(self.context, self.globalRaces);
    return &self.context;
  }
  void stepBlockIndex() {
    if (reverses) [[unlikely]]
      return stepBlockIndexBack();
    if (++context.ctaid[0] < context.nctaid[0])
      return;
    context.ctaid[0] = 0;
    if (++context.ctaid[1] < context.nctaid[1])
      return;
    context.ctaid[1] = 0;
    ++context.ctaid[2];
  }

  void stepBlockIndexBack() {
    if (context.ctaid[0]-- > 0)
      return;
    context.ctaid[0] = context.nctaid[0] - 1;
    if (context.ctaid[1]-- > 0)
      return;
    context.ctaid[1] = context.nctaid[1] - 1;
    --context.ctaid[2];
  }

  const bool reverses = reversesBlocks();
  Interruptions interruptions;
  BlockContext context;
  const std::uint64_t first;
  std::uint64_t block;
  const std::uint64_t last;
  const bool checksRaces = raceShadowBytes() != 0;
  const bool checksWrites = checksSharedWrites();
  const bool checksGlobalRaces = globalRaceStampBytes() != 0;
  GlobalRaceStart globalRaces;
};

void KernelTask::runBlocks(std::uint64_t begin, std::uint64_t end, Worker& worker) {
  // An interruption that was not for this grid ends the run too. Then the rest of the blocks
  // follow.
  while (begin < end) {
    const CompiledKernel& code = currentCode();
    auto& chunk = worker.makeCall<Chunk>(*this, code, begin, end, worker);
    if (execution().faulted() || Engine::instance().stopping())
      return;
    const RunTime time(code);
    FaultRecord record = worker.runKernel(chunk.context, chunk, purpose());
    if (chunk.checksGlobalRaces) [[unlikely]]
      noteGlobalRaceSites(chunk.context);
    if (record.fault != Fault::None)
      return raiseFault(record, code, chunk.context, worker);
    begin = chunk.block;
  }
  // What this worker would run meanwhile is quick code, which takes several times as long. When the
  // others have taken all blocks, the grid must not wait for this worker.
  if (kernel_.optimised)
    kernel_.optimised->leaveCoreToCompiler([this] {
      return itemsLeft() == 0 || execution().faulted() || Engine::instance().stopping();
    });
}

Worker::Purpose KernelTask::purpose() {
  std::uint64_t deadline = 0;
  if (const std::uint64_t timeout = launchTimeout(); timeout != 0) [[unlikely]] {
    const std::uint64_t fromNow = monotonicNanoseconds() + timeout;
    if (deadline_.compare_exchange_strong(deadline, fromNow, std::memory_order_relaxed))
      deadline = fromNow;
  }
  return {&execution(), deadline};
}

bool KernelTask::endIfOverdue(const BlockContext& context, Worker& worker) {
  const std::uint64_t deadline = purpose().deadline;
  if (deadline == 0 || monotonicNanoseconds() < deadline)
    return false;
  FaultRecord record{Fault::Timeout, kTimeoutDescription, nullptr, {}, {}};
  raiseFault(record, kernel_, context, worker);
  return true;
}

void KernelTask::endDeadlocked(const BlockContext& context, Worker& worker) {
  reportGridDeadlock(residentBlocks_->waitingContexts());
  FaultRecord record{Fault::LaunchFailed, "deadlock of all threads", nullptr, {}, {}};
  raiseFault(record, kernel_, context, worker);
}

void KernelTask::raiseFault(FaultRecord& record, const CompiledKernel& code,
                            const BlockContext& context, Worker& worker) {
  execution().raiseFault(record.fault, [&] {
    // Where all blocks of the grid wait, `context` is that of no block and has no frame.
    if (!record.thread && context.frame)
      record.thread = ThreadFibers::runningThread(context.frame);
    if (!record.thread)
      findFaultingThread(record, code, context, worker);
    reportFault(record, name_, code, context);
  });
}

bool KernelTask::runResidentBlocks(Worker& worker) {
  ResidentBlocks& blocks = *residentBlocks_;
  const BlockContext initialContext = makeContext(worker);
  // In each round the worker runs every waiting block once more, then starts new ones. When no
  // block finishes in a round, the next one starts twice as many.
  std::uint64_t blocksToResume = 0, clustersToStart = 1, batch = 1, stalledRounds = 0;
  const bool hasLimit = trace::checkSettings().portability;
  const auto isAtLimit = [&] {
    const std::uint64_t limit = hasLimit ? residentLimit(*this) : 0;
    return limit != 0 && blocks.residentCount() >= limit;
  };
  const bool looksForDeadlock = trace::checkSettings().synchronisation;
  GridDeadlock deadlock;
  bool anyFinished = true;
  while (!blocks.allFinished()) {
    if (execution().faulted() || Engine::instance().stopping())
      return true;
    std::unique_ptr<ResidentBlock> block;
    if (blocksToResume > 0) {
      --blocksToResume;
      block = blocks.takeWaiting();
    } else if (clustersToStart > 0) {
      --clustersToStart;
      if (!isAtLimit())
        block = startCluster(initialContext);
    } else {
      // The blocks may wait for another grid, perhaps for one that they have launched, and that
      // grid needs a worker.
      if (!anyFinished && Engine::instance().hasOtherReadyTask(*this))
        return false;
      if (endIfOverdue(initialContext, worker))
        return true;
      blocksToResume = blocks.waitingCount();
      const bool isStalled =
          !anyFinished && isAtLimit() && blocksToResume == blocks.residentCount();
      stalledRounds = isStalled ? stalledRounds + 1 : 0;
      if (stalledRounds > kMostStalledRounds)
        reportNotResident(initialContext, liftResidentLimit(*this), dimensions_.blocks());
      if (looksForDeadlock &&
          deadlock.isCertain(!anyFinished && blocks.allStarted() &&
                             blocksToResume == blocks.residentCount()) &&
          !mayBeReleasedFromOutside(blocks.waitingContexts())) {
        endDeadlocked(initialContext, worker);
        return true;
      }
      anyFinished = false;
      clustersToStart = batch = std::min(batch * 2, kMostStartedPerRound);
      if (blocksToResume > 0)
        yieldThread();
      continue;
    }
    if (!block)
      continue;
    // The block may have run on another worker before, whose local memory lies elsewhere.
    block->context->localLow = initialContext.localLow;
    block->context->localHigh = initialContext.localHigh;
    const Outcome outcome = runResidentBlock(std::move(block), worker, anyFinished);
    if (outcome == Outcome::Faulted)
      return true;
    if (anyFinished)
      batch = 1;
    if (outcome == Outcome::Finished)
      clustersToStart = std::max<std::uint64_t>(clustersToStart, 1);
  }
  return true;
}

// Starts the next cluster. Returns its first block and adds the others to those that wait.
std::unique_ptr<ResidentBlock> KernelTask::startCluster(const BlockContext& context) {
  ResidentBlocks& blocks = *residentBlocks_;
  std::uint64_t cluster;
  std::vector<std::unique_ptr<ResidentBlock>> started = blocks.startCluster(cluster);
  for (std::uint32_t rank = 0; rank < started.size(); ++rank) {
    ResidentBlock& block = *started[rank];
    *block.context = context;
    block.context->shared = block.shared;
    block.context->frame = block.frame;
    block.context->frameBytes = kernel_.frameBytes;
    block.context->cluster = blocks.blocksPerCluster() > 1 ? block.memory->cluster : nullptr;
    block.context->sharedStride = blocks.sharedStride();
    clearFrameHeader(block.frame);
    setBlockIndexInCluster(*block.context, cluster, rank);
    if (raceShadowBytes() != 0) [[unlikely]]
      beginRaceShadow(*block.context);
    if (checksSharedWrites()) [[unlikely]]
      forgetSharedWrites(*block.context);
    if (globalRaceStampBytes() != 0) [[unlikely]]
      beginGlobalRaces(*block.context, startGlobalRaces(gridId_, dimensions_, name_));
    if (rank > 0)
      blocks.addWaiting(std::move(started[rank]));
  }
  return started.empty() ? nullptr : std::move(started[0]);
}

// Runs a resident block, and then others of the grid in its memory for as long as each runs to its
// end: a worker that goes back to the driver between two blocks takes half a microsecond for it,
// which for a block of a scan is a tenth of its time.
struct KernelTask::ResidentCall : KernelCall {
  ResidentCall(const KernelTask& ofGrid, BlockContext& block, bool startsOthers)
      : KernelCall{memory::wallIsUp() ? next<HostMode> : next<SameMode>, ofGrid.kernel_.run},
        grid(ofGrid), context(block), mayStartOthers(startsOthers) {}

  // Stands for HostMode where kernels have the rights of the host.
  struct SameMode {};

  template <typename Mode> static BlockContext* next(KernelCall& call, BlockStatus status) {
    auto& self = static_cast<ResidentCall&>(call);
    if (self.hasBegun) {
      self.status = status;
      if (status != BlockStatus::Done || !self.mayStartOthers)
        return nullptr;
    }
    if (self.interruptions.isInterrupted())
      return nullptr;
    if (self.hasBegun && !startNext<Mode>(self))
      return nullptr;
    self.hasBegun = true;
    return &self.context;
  }
  template <typename Mode> [[gnu::noinline]] static bool startNext(ResidentCall& self) {
    [[maybe_unused]] const Mode mode;
    std::uint64_t block;
    if (!self.grid.residentBlocks_->startInPlace(block))
      return false;
    self.anyFinished = true;
    clearFrameHeader(self.context.frame);
    self.grid.setBlockIndex(self.context, block);
    return true;
  }

  const KernelTask& grid;
  BlockContext& context;
  const bool mayStartOthers;
  Interruptions interruptions;
  bool hasBegun = false;
  BlockStatus status = BlockStatus::Yielded; // of the block that was last in the memory
  bool anyFinished = false;                  // whether blocks before that one have
};

bool KernelTask::startsBlocksInPlace() const {
  // The checkers prepare each block's memory, and report what they have found when it has run.
  const bool isChecked = raceShadowBytes() != 0 || globalRaceStampBytes() != 0 ||
                         checksSharedWrites() || trace::checkSettings().portability ||
                         trace::checkSettings().synchronisation;
  return residentBlocks_->blocksPerCluster() == 1 && !isChecked;
}

KernelTask::Outcome KernelTask::runResidentBlock(std::unique_ptr<ResidentBlock> block,
                                                 Worker& worker, bool& anyFinished) {
  BlockContext& context = *block->context;
  auto& call = worker.makeCall<ResidentCall>(*this, context, startsBlocksInPlace());
  const RunTime time(kernel_);
  FaultRecord record = worker.runKernel(context, call, purpose());
  if (globalRaceStampBytes() != 0) [[unlikely]]
    noteGlobalRaceSites(context);
  if (record.fault != Fault::None) {
    raiseFault(record, kernel_, context, worker);
    ThreadFibers::discard(block->frame);
    return Outcome::Faulted;
  }
  anyFinished |= call.anyFinished;
  if (call.status == BlockStatus::Done) {
    residentBlocks_->finish(std::move(block));
    anyFinished = true;
    return Outcome::Finished;
  }
  residentBlocks_->addWaiting(std::move(block));
  return Outcome::Waiting;
}

} // namespace heddle::exec
