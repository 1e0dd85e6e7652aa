#include "exec/kernel_task.h"

#include "exec/child_grids.h"
#include "exec/domain.h"
#include "exec/engine.h"
#include "exec/thread_fibers.h"
#include "memory/device_keys.h"
#include "memory/reservation.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

namespace heddle::exec {

namespace {

std::atomic<std::uint64_t> nextGridId{1};

GridShape withCluster(GridShape shape, const CompiledKernel& kernel) {
  if (kernel.requiredCluster[0])
    for (unsigned axis = 0; axis < 3; ++axis)
      shape.cluster[axis] = std::max(kernel.requiredCluster[axis], 1u);
  return shape;
}

bool needsResidents(const CompiledKernel& kernel, const GridShape& shape) {
  return kernel.yields || shape.clusterBlocks() > 1;
}

std::uint64_t participants(const CompiledKernel& kernel, const GridShape& shape) {
  return needsResidents(kernel, shape)
             ? std::min<std::uint64_t>(shape.blocks(), Engine::workerCount())
             : shape.blocks();
}

std::uint32_t sharedBytesOf(const CompiledKernel& kernel, const GridShape& shape) {
  return shape.dynamicSharedBytes ? std::max(kernel.staticSharedBytes, kernel.dynamicSharedOffset) +
                                        shape.dynamicSharedBytes
                                  : kernel.staticSharedBytes;
}

} // namespace

// The blocks of a kernel that waits for other blocks. Each runs in memory of its own, and one that
// yields is put aside until the workers come round to it again. Blocks are begun in ascending
// order, and more of them only when those begun cannot go on.
struct KernelTask::Residents {
  // More than any GPU holds at once.
  static constexpr std::uint64_t kMost = 8192;

  // Of one block, or of all blocks of a cluster.
  struct Memory {
    Memory(std::uint32_t blocks, std::size_t frameBytes, std::size_t sharedStride,
           std::uint32_t threads)
        : reservation(memory::roundUp(blocks * (frameBytes + sharedStride), memory::pageSize()),
                      memory::pageSize()),
          arrivals(blocks > 1 ? blocks * threads : 0) {
      cluster.arrivals = arrivals.data();
    }

    memory::Reservation reservation;
    ClusterState cluster{};
    std::vector<std::uint32_t> arrivals;
  };

  struct Block {
    std::shared_ptr<Memory> memory;
    char* frame;
    char* shared;
    BlockContext context{};
  };
  using Blocks = std::vector<std::unique_ptr<Block>>;

  ~Residents() {
    // Blocks that a fault elsewhere has left waiting.
    for (const std::unique_ptr<Block>& block : waiting)
      ThreadFibers::discard(block->frame);
  }

  Residents(const GridShape& shape, std::size_t sharedBytes, std::size_t frame)
      : clusterBlocks(shape.clusterBlocks()),
        blockThreads(shape.block[0] * shape.block[1] * shape.block[2]),
        count(shape.blocks() / clusterBlocks),
        sharedStride(clusterBlocks > 1 ? std::bit_ceil(std::max(sharedBytes, kSharedAlignment))
                                       : memory::roundUp(sharedBytes, kSharedAlignment)),
        frameBytes(memory::roundUp(frame, 1024)), left(shape.blocks()) {}

  // Memory for the blocks of the next cluster; none when no more may begin now.
  Blocks begin(std::uint64_t& index) {
    std::lock_guard lock(mutex);
    Blocks blocks;
    if (next == count || next * clusterBlocks - (count * clusterBlocks - left) >= kMost)
      return blocks;
    index = next++;
    if (!idle.empty()) {
      blocks.push_back(std::move(idle.back()));
      idle.pop_back();
      return blocks;
    }
    auto memory = std::make_shared<Memory>(clusterBlocks, frameBytes, sharedStride, blockThreads);
    char* const end = memory->reservation.data() + memory->reservation.size();
    for (std::uint32_t rank = 0; rank < clusterBlocks; ++rank) {
      auto block = std::make_unique<Block>();
      block->memory = memory;
      block->frame = memory->reservation.data() + rank * frameBytes;
      // At the end, so that what reaches past it meets the guard.
      block->shared = end - (clusterBlocks - rank) * sharedStride;
      blocks.push_back(std::move(block));
    }
    return blocks;
  }
  std::unique_ptr<Block> takeWaiting() {
    std::lock_guard lock(mutex);
    if (waiting.empty())
      return nullptr;
    std::unique_ptr<Block> block = std::move(waiting.front());
    waiting.pop_front();
    return block;
  }
  void putWaiting(std::unique_ptr<Block> block) {
    std::lock_guard lock(mutex);
    waiting.push_back(std::move(block));
  }
  void finish(std::unique_ptr<Block> block) {
    std::lock_guard lock(mutex);
    if (clusterBlocks == 1)
      idle.push_back(std::move(block));
    left.fetch_sub(1, std::memory_order_release);
  }
  std::uint64_t waitingCount() {
    std::lock_guard lock(mutex);
    return waiting.size();
  }

  const std::uint32_t clusterBlocks, blockThreads;
  const std::uint64_t count; // of clusters
  const std::size_t sharedStride, frameBytes;
  std::atomic<std::uint64_t> left;
  std::mutex mutex;
  std::uint64_t next = 0;
  std::deque<std::unique_ptr<Block>> waiting;
  Blocks idle;
};

KernelTask::KernelTask(Domain& domain, const CompiledKernel& kernel, const GridShape& asked,
                       std::size_t parameterBytes)
    : KernelTask(domain, kernel, parameterBytes, withCluster(asked, kernel)) {}

KernelTask::KernelTask(Domain& domain, const CompiledKernel& kernel, std::size_t parameterBytes,
                       const GridShape& shape)
    : Task(domain, Runner::Workers, participants(kernel, shape)), kernel_(kernel), shape_(shape),
      launch_{&domain, this, shape.block}, sharedBytes_(sharedBytesOf(kernel, shape)),
      gridId_(nextGridId.fetch_add(1, std::memory_order_relaxed)) {
  installFaultHandlers();
  if (parameterBytes > sizeof parameters_)
    largeParameters_ =
        std::make_unique<Line[]>(memory::roundUp(parameterBytes, sizeof(Line)) / sizeof(Line));
  if (needsResidents(kernel, shape))
    residents_ = std::make_unique<Residents>(shape, sharedBytes_, kernel.frameBytes);
}

KernelTask::~KernelTask() {
  delete children_.load(std::memory_order_acquire);
}

ChildGrids& KernelTask::children() {
  ChildGrids* children = children_.load(std::memory_order_acquire);
  if (!children) {
    auto made = std::make_unique<ChildGrids>(*this);
    if (children_.compare_exchange_strong(children, made.get(), std::memory_order_acq_rel))
      children = made.release();
  }
  return *children;
}

bool KernelTask::complete() {
  ChildGrids* children = children_.load(std::memory_order_acquire);
  if (!children)
    return true;
  if (atTail_) {
    // Its parent goes on with what it has left, so that a chain of such grids needs no more memory
    // than one of them.
    static_cast<KernelTask*>(parent())->children().prependTail(children->takeTail());
    return true;
  }
  const TaskRef next = children->nextOfTail();
  if (!next)
    return true;
  adopt(*next);
  if (auto* grid = dynamic_cast<KernelTask*>(next.get()))
    grid->atTail_ = true;
  Engine::instance().submit(*next);
  return false;
}

BlockContext KernelTask::contextFor(Worker& worker) const {
  BlockContext context{};
  context.params = largeParameters_ ? largeParameters_.get() : parameters_;
  std::copy(shape_.grid.begin(), shape_.grid.end(), context.nctaid);
  std::copy(shape_.block.begin(), shape_.block.end(), context.ntid);
  std::copy(shape_.cluster.begin(), shape_.cluster.end(), context.clusterDim);
  context.sharedBytes = sharedBytes_;
  context.dynamicSharedBytes = shape_.dynamicSharedBytes;
  context.workerIndex = worker.index();
  context.workerCount = worker.count();
  context.gridId = gridId_;
  context.launch = const_cast<Launch*>(&launch_);
  context.localLow = worker.stackLow();
  context.localHigh = worker.stackHigh();
  return context;
}

void KernelTask::setBlock(BlockContext& context, std::uint64_t index) const {
  context.ctaid[0] = static_cast<std::uint32_t>(index % shape_.grid[0]);
  const std::uint64_t rest = index / shape_.grid[0];
  context.ctaid[1] = static_cast<std::uint32_t>(rest % shape_.grid[1]);
  context.ctaid[2] = static_cast<std::uint32_t>(rest / shape_.grid[1]);
}

void KernelTask::setBlockOfCluster(BlockContext& context, std::uint64_t cluster,
                                   std::uint32_t rank) const {
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::uint32_t clusters = shape_.grid[axis] / shape_.cluster[axis];
    context.ctaid[axis] = static_cast<std::uint32_t>(cluster % clusters) * shape_.cluster[axis] +
                          rank % shape_.cluster[axis];
    cluster /= clusters;
    rank /= shape_.cluster[axis];
  }
}

bool KernelTask::run(std::uint64_t begin, std::uint64_t end, Worker* worker) {
  if (domain().faulted())
    return true;
  const memory::DeviceAccess access(domain().reachableDevices());
  if (residents_)
    return runResidents(*worker);
  runBlocks(begin, end, *worker);
  return true;
}

void KernelTask::runBlocks(std::uint64_t begin, std::uint64_t end, Worker& worker) {
  BlockContext context = contextFor(worker);
  context.shared = worker.sharedMemory(sharedBytes_);
  context.frame = worker.frame(kernel_.frameBytes);
  const Engine& engine = Engine::instance();
  FaultRecord record = worker.guarded(context, [&] {
    setBlock(context, begin);
    for (std::uint64_t block = begin; block < end; ++block) {
      std::memset(context.frame, 0, kFrameHeadBytes);
      kernel_.run(&context);
      if (domain().faulted() || engine.stopping())
        return;
      if (++context.ctaid[0] == shape_.grid[0]) {
        context.ctaid[0] = 0;
        if (++context.ctaid[1] == shape_.grid[1]) {
          context.ctaid[1] = 0;
          ++context.ctaid[2];
        }
      }
    }
  });
  if (record.fault != Fault::None)
    endWith(record, context, worker);
}

void KernelTask::endWith(FaultRecord& record, const BlockContext& context, Worker& worker) {
  domain().raise(record.fault, [&] {
    if (!record.thread)
      record.thread = ThreadFibers::running(context.frame);
    if (!record.thread)
      findThread(record, kernel_, context, worker);
    reportFault(record, name_, kernel_, context);
  });
}

bool KernelTask::runResidents(Worker& worker) {
  Residents& blocks = *residents_;
  const BlockContext fresh = contextFor(worker);
  // Blocks that wait are tried first, each once; when none of them could finish, twice as many new
  // ones as the last time join them.
  std::uint64_t toTry = 0, toBegin = 1, batch = 1;
  bool progress = true;
  while (blocks.left.load(std::memory_order_acquire) != 0) {
    if (domain().faulted() || Engine::instance().stopping())
      return true;
    std::unique_ptr<Residents::Block> block;
    if (toTry > 0) {
      --toTry;
      block = blocks.takeWaiting();
    } else if (toBegin > 0) {
      --toBegin;
      std::uint64_t index;
      Residents::Blocks begun = blocks.begin(index);
      for (std::uint32_t rank = 0; rank < begun.size(); ++rank) {
        Residents::Block& next = *begun[rank];
        next.context = fresh;
        next.context.shared = next.shared;
        next.context.frame = next.frame;
        next.context.cluster = blocks.clusterBlocks > 1 ? &next.memory->cluster : nullptr;
        next.context.sharedStride = blocks.sharedStride;
        std::memset(next.frame, 0, kFrameHeadBytes);
        setBlockOfCluster(next.context, index, rank);
        if (rank > 0)
          blocks.putWaiting(std::move(begun[rank]));
      }
      if (!begun.empty())
        block = std::move(begun[0]);
    } else {
      // What they wait for may be another grid, which may be one of their own.
      if (!progress && Engine::instance().othersWait(*this))
        return false;
      progress = false;
      toTry = blocks.waitingCount();
      toBegin = batch = std::min<std::uint64_t>(batch * 2, 256);
      if (toTry > 0)
        yieldThread();
      continue;
    }
    if (!block)
      continue;
    block->context.localLow = fresh.localLow;
    block->context.localHigh = fresh.localHigh;
    BlockStatus status = BlockStatus::Done;
    FaultRecord record =
        worker.guarded(block->context, [&] { status = kernel_.run(&block->context); });
    if (record.fault != Fault::None) {
      endWith(record, block->context, worker);
      ThreadFibers::discard(block->frame);
      return true;
    }
    if (status == BlockStatus::Done) {
      blocks.finish(std::move(block));
      batch = 1;
      progress = true;
      toBegin = std::max<std::uint64_t>(toBegin, 1);
    } else {
      blocks.putWaiting(std::move(block));
    }
  }
  return true;
}

} // namespace heddle::exec
