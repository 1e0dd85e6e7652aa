#include "exec/kernel_task.h"

#include "exec/domain.h"
#include "exec/engine.h"
#include "memory/reservation.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace heddle::exec {

namespace {

std::atomic<std::uint64_t> nextGridId{1};

std::uint64_t participants(const CompiledKernel& kernel, const GridShape& shape) {
  return kernel.yields ? std::min<std::uint64_t>(shape.blocks(), Engine::workerCount())
                       : shape.blocks();
}

std::uint32_t sharedBytesOf(const CompiledKernel& kernel, const GridShape& shape) {
  return shape.dynamicSharedBytes ? std::max(kernel.staticSharedBytes, kernel.dynamicSharedOffset) +
                                        shape.dynamicSharedBytes
                                  : kernel.staticSharedBytes;
}

} // namespace

// The blocks of a kernel that yields: all of them exist at once, each with its own memory, and the
// workers go round them.
struct KernelTask::Residents {
  enum State : std::uint8_t { Ready, Running, Done };

  Residents(std::uint64_t blocks, std::size_t sharedBytes, std::size_t frameBytes)
      : sharedStride(memory::roundUp(sharedBytes, 1024)),
        frameStride(memory::roundUp(frameBytes, 64)), contexts(blocks), states(blocks),
        left(blocks), memory(blocks * (sharedStride + frameStride) + 1, memory::pageSize()) {}

  char* shared(std::uint64_t block) const { return memory.data() + block * sharedStride; }
  char* frame(std::uint64_t block) const {
    return memory.data() + contexts.size() * sharedStride + block * frameStride;
  }

  const std::size_t sharedStride, frameStride;
  std::vector<BlockContext> contexts;
  std::vector<std::atomic<std::uint8_t>> states;
  std::atomic<std::uint64_t> left;
  memory::Reservation memory;
};

KernelTask::KernelTask(Domain& domain, const CompiledKernel& kernel, const GridShape& shape,
                       std::size_t parameterBytes)
    : Task(domain, Runner::Workers, participants(kernel, shape)), kernel_(kernel), shape_(shape),
      launch_{&domain, shape.block}, sharedBytes_(sharedBytesOf(kernel, shape)),
      gridId_(nextGridId.fetch_add(1, std::memory_order_relaxed)) {
  installFaultHandlers();
  if (parameterBytes > sizeof parameters_)
    largeParameters_ =
        std::make_unique<Line[]>(memory::roundUp(parameterBytes, sizeof(Line)) / sizeof(Line));
  if (kernel.yields)
    residents_ = std::make_unique<Residents>(shape.blocks(), sharedBytes_, kernel.frameBytes);
}

KernelTask::~KernelTask() = default;

BlockContext KernelTask::contextFor(Worker& worker) const {
  BlockContext context{};
  context.params = largeParameters_ ? largeParameters_.get() : parameters_;
  std::copy(shape_.grid.begin(), shape_.grid.end(), context.nctaid);
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

void KernelTask::run(std::uint64_t begin, std::uint64_t end, Worker* worker) {
  if (domain().faulted())
    return;
  if (residents_)
    runResidents(*worker);
  else
    runBlocks(begin, end, *worker);
}

void KernelTask::runBlocks(std::uint64_t begin, std::uint64_t end, Worker& worker) {
  BlockContext context = contextFor(worker);
  context.shared = worker.sharedMemory(sharedBytes_);
  context.frame = worker.frame(kernel_.frameBytes);
  const Engine& engine = Engine::instance();
  const Fault fault = worker.guarded([&] {
    setBlock(context, begin);
    for (std::uint64_t block = begin; block < end; ++block) {
      if (kernel_.frameBytes)
        std::memset(context.frame, 0, kernel_.frameBytes);
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
  if (fault != Fault::None)
    domain().raise(fault);
}

void KernelTask::runResidents(Worker& worker) {
  Residents& blocks = *residents_;
  const std::uint64_t count = blocks.contexts.size();
  const BlockContext fresh = contextFor(worker);
  std::uint64_t block = count * worker.index() / worker.count();
  for (std::uint64_t idle = 0; blocks.left.load(std::memory_order_acquire) != 0;
       block = (block + 1) % count) {
    if (domain().faulted() || Engine::instance().stopping())
      return;
    std::uint8_t ready = Residents::Ready;
    if (!blocks.states[block].compare_exchange_strong(ready, Residents::Running,
                                                      std::memory_order_acquire)) {
      if (++idle % count == 0)
        yieldThread();
      continue;
    }
    BlockContext& context = blocks.contexts[block];
    if (!context.launch) {
      context = fresh;
      context.shared = blocks.shared(block);
      context.frame = blocks.frame(block);
      setBlock(context, block);
    }
    context.localLow = fresh.localLow;
    context.localHigh = fresh.localHigh;
    BlockStatus status = BlockStatus::Done;
    const Fault fault = worker.guarded([&] { status = kernel_.run(&context); });
    if (fault != Fault::None) {
      domain().raise(fault);
      return;
    }
    if (status == BlockStatus::Done)
      blocks.left.fetch_sub(1, std::memory_order_acq_rel);
    else if (++idle % count == 0)
      yieldThread();
    blocks.states[block].store(status == BlockStatus::Done ? Residents::Done : Residents::Ready,
                               std::memory_order_release);
  }
}

} // namespace heddle::exec
