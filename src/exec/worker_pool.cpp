#include "exec/worker_pool.h"

#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/launch_timeout.h"
#include "exec/worker.h"
#include "memory/copy_bytes.h"
#include "trace/message.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <utility>

namespace heddle::exec {

namespace {

// How long a worker should take for one chunk of items. Long enough to hide the cost of taking a
// chunk and to let the memory prefetchers follow one worker along a row of blocks, short enough
// that all workers finish a grid at about the same time.
constexpr std::uint64_t kChunkNanoseconds = 100'000;
// How long every idle worker spins before it sleeps. One of them then goes on for kSpinNanoseconds,
// so that the next launch finds a worker awake while the others leave their cores alone.
constexpr std::uint64_t kIdleSpinNanoseconds = 5'000;
// How many sleepers a worker wakes when it takes a task. Since each of these wakes as many again,
// all workers soon run a large grid, and a small one costs nobody a system call.
constexpr unsigned kMostWakes = 2;
// How often the deadlines of the workers are looked at: a few times in the time that a grid may
// take, with pauses between these two, in nanoseconds.
constexpr std::uint64_t kLooksPerTimeout = 8, kShortestWatchPause = 1'000'000,
                        kLongestWatchPause = 250'000'000;
// How many exhausted tasks one call removes from the list while it holds the lock.
constexpr unsigned kMostRemoved = 8;

bool overlap(const WorkerSet* one, const WorkerSet* other) {
  return !one || !other || (*one & *other).any();
}

bool mayRun(unsigned worker, const WorkerSet* workers) {
  return !workers || workers->test(worker);
}

} // namespace

WorkerPool::WorkerPool(Engine& engine, unsigned workers) : engine_(engine) {
  sleepers_.reserve(workers);
  workers_.reserve(workers);
  for (unsigned index = 0; index < workers; ++index)
    addWorker(index, workers);
  if (const std::uint64_t timeout = launchTimeout())
    startWatch(timeout);
}

WorkerPool::~WorkerPool() = default;

void WorkerPool::startWatch(std::uint64_t timeout) {
  try {
    std::thread([this, timeout] { watchDeadlines(timeout); }).detach();
  } catch (const std::system_error&) {
    trace::printMessage("HEDDLE_TIMEOUT has no effect: the system refuses a thread");
  }
}

// Where the system has no memory or no thread left, there are fewer workers, but at least one.
void WorkerPool::addWorker(unsigned index, unsigned count) {
  try {
    auto worker = std::make_unique<Worker>(*this, index, count);
    worker->start();
    workers_.push_back(std::move(worker));
  } catch (...) {
    if (workers_.empty())
      throw;
  }
}

void WorkerPool::addReady(Task& task) {
  task.retain(); // for the list
  // A pool has fewer workers than it should where the system refused threads. A task whose own
  // workers are all missing runs on any.
  if (task.workers_ && std::ranges::none_of(workers_, [&](const auto& worker) {
        return mayRun(worker->index(), task.workers_);
      }))
    task.workers_ = nullptr;
  Worker* sleeper = nullptr;
  lock_.lock();
  insertByPriority(task);
  hasReadyTasks_.store(true, std::memory_order_release);
  // A spinning worker takes the task, but perhaps not one for certain workers.
  if (spinning_ == 0 || task.workers_)
    sleeper = takeSleeper(task);
  lock_.unlock();
  if (sleeper)
    sleeper->wake();
}

void WorkerPool::insertByPriority(Task& task) {
  task.isListed_ = true;
  if (!firstReady_ || lastReady_->priority_ <= task.priority_) {
    (firstReady_ ? lastReady_->nextReady_ : firstReady_) = &task;
    lastReady_ = &task;
    return;
  }
  Task** link = &firstReady_;
  while ((*link)->priority_ <= task.priority_)
    link = &(*link)->nextReady_;
  task.nextReady_ = *link;
  *link = &task;
}

// Moves the task behind the others of its priority, so that these get their turn first.
void WorkerPool::giveBack(Task& task, std::uint64_t items) {
  lock_.lock();
  task.itemsGivenBack_.fetch_add(items, std::memory_order_relaxed);
  if (task.isListed_) {
    Task** link = &firstReady_;
    Task* before = nullptr;
    while (*link != &task) {
      before = *link;
      link = &before->nextReady_;
    }
    *link = task.nextReady_;
    if (lastReady_ == &task)
      lastReady_ = before;
    task.nextReady_ = nullptr;
  } else {
    task.retain(); // for the list
  }
  insertByPriority(task);
  hasReadyTasks_.store(true, std::memory_order_release);
  lock_.unlock();
}

bool WorkerPool::hasOtherReadyTask(const Task& task) {
  lock_.lock();
  const Task* each = firstReady_;
  while (each &&
         (each == &task || each->itemsLeft() == 0 || !overlap(each->workers_, task.workers_)))
    each = each->nextReady_;
  lock_.unlock();
  return each != nullptr;
}

Worker* WorkerPool::takeSleeper(const Task& task) {
  // From the end: the worker that has slept the shortest has the warmest cache.
  for (auto sleeper = sleepers_.end(); sleeper != sleepers_.begin();) {
    --sleeper;
    if (mayRun((*sleeper)->index(), task.workers_)) {
      Worker* const worker = *sleeper;
      sleepers_.erase(sleeper);
      return worker;
    }
  }
  return nullptr;
}

Task* WorkerPool::findTask(const Worker& worker, std::span<Task*> removed, unsigned& removedCount) {
  Task* before = nullptr;
  for (Task** link = &firstReady_; Task* const task = *link;) {
    if (task->itemsLeft() > 0) {
      if (mayRun(worker.index(), task->workers_))
        return task;
    } else if (removedCount < removed.size()) {
      removed[removedCount++] = task;
      *link = std::exchange(task->nextReady_, nullptr);
      if (lastReady_ == task)
        lastReady_ = before;
      task->isListed_ = false;
      continue;
    }
    before = task;
    link = &task->nextReady_;
  }
  return nullptr;
}

bool WorkerPool::hasUseFor(const Worker& worker) const {
  for (const Task* task = firstReady_; task; task = task->nextReady_)
    if (task->itemsLeft() == 0 || mayRun(worker.index(), task->workers_))
      return true;
  return false;
}

Task* WorkerPool::tryTakeTask(const Worker& worker) {
  std::array<Worker*, kMostWakes> toWake;
  unsigned wakeCount = 0;
  // An array rather than a list through nextReady_: as soon as a task is out of the list, another
  // worker may insert it again by giving items back.
  std::array<Task*, kMostRemoved> removed;
  unsigned removedCount = 0;
  lock_.lock();
  Task* const task = findTask(worker, removed, removedCount);
  if (task) {
    task->retain();
    // Items beyond this worker's first, and the task behind this one, are work for others.
    const auto wakeFor = [&](const Task& other, std::uint64_t items) {
      const unsigned awake = other.workers_ ? 0 : spinning_;
      while (wakeCount < toWake.size() && awake + wakeCount < items) {
        Worker* const sleeper = takeSleeper(other);
        if (!sleeper)
          return;
        toWake[wakeCount++] = sleeper;
      }
    };
    // Another worker may have taken the last items meanwhile.
    const std::uint64_t left = std::max<std::uint64_t>(task->itemsLeft(), 1);
    wakeFor(*task, left - 1);
    if (task->nextReady_)
      wakeFor(*task->nextReady_, left);
  } else if (!firstReady_) {
    lastReady_ = nullptr;
    hasReadyTasks_.store(false, std::memory_order_relaxed);
  }
  lock_.unlock();
  for (unsigned index = 0; index < wakeCount; ++index)
    toWake[index]->wake();
  for (unsigned index = 0; index < removedCount; ++index)
    removed[index]->release();
  return task;
}

Task* WorkerPool::waitForTask(Worker& worker) {
  const auto hasReadyTasks = [&] { return hasReadyTasks_.load(std::memory_order_acquire); };
  for (;;) {
    if (Task* task = tryTakeTask(worker)) {
      worker.checkFaultHandlers();
      return task;
    }
    worker.noteIdle(monotonicNanoseconds());
    lock_.lock();
    ++spinning_;
    lock_.unlock();
    if (!spinFor(kIdleSpinNanoseconds, hasReadyTasks) &&
        !hasLongSpinner_.exchange(true, std::memory_order_relaxed)) {
      spinFor(kSpinNanoseconds, hasReadyTasks);
      hasLongSpinner_.store(false, std::memory_order_relaxed);
    }
    lock_.lock();
    --spinning_;
    // A task may have been added since the last check, and nobody was woken for it because this
    // worker was spinning. Check again before sleeping.
    const bool sleep = !hasUseFor(worker);
    if (sleep) {
      worker.prepareSleep();
      sleepers_.push_back(&worker);
    }
    lock_.unlock();
    if (sleep)
      worker.sleep();
  }
}

bool WorkerPool::runItems(Task& task, std::uint64_t begin, std::uint64_t end, Worker& worker) {
  try {
    return task.run(begin, end, &worker);
  } catch (const memory::MemoryFault&) {
    task.execution().raiseFault(Fault::IllegalAddress, [] { reportMemoryFault(); });
  } catch (...) {
    task.execution().raiseFault(Fault::OutOfMemory, [&] { reportNoMemory(task.name()); });
  }
  return true;
}

void WorkerPool::runTask(Task& task, Worker& worker) {
  // The number of items in a chunk doubles or halves until a chunk takes about kChunkNanoseconds.
  // Near the end it shrinks, so that all workers get a share of what is left.
  std::uint64_t begin, end, chunk = 1;
  std::uint64_t last = task.items_ > 1 ? monotonicNanoseconds() : 0;
  while (!engine_.stopping() && task.takeChunk(chunk, begin, end)) {
    const std::uint64_t started = trace::enabled() ? trace::now() : 0;
    const char* const code = started && task.runsQuickCode() ? "quick" : "";
    const bool itemsDone = runItems(task, begin, end, worker);
    if (started)
      trace::recordWork(task.name(), task.execution().device(), worker.index(), started, code);
    if (!itemsDone) {
      giveBack(task, end - begin);
      break;
    }
    if (task.finishItems(end - begin)) {
      engine_.finish(task);
      break;
    }
    const std::uint64_t now = monotonicNanoseconds();
    const std::uint64_t spent = now - last;
    last = now;
    if (spent < kChunkNanoseconds / 2)
      chunk *= 2;
    else if (spent > kChunkNanoseconds * 2)
      chunk = (chunk + 1) / 2;
    chunk = std::clamp<std::uint64_t>(task.itemsLeft() / (2 * workers_.size()), 1, chunk);
  }
}

void WorkerPool::interruptWorkers(const ExecutionContext& execution) {
  // The program may have installed handlers of its own since the kernel was launched.
  ensureFaultHandlers();
  for (auto& worker : workers_)
    worker->interruptIfRunning(execution);
}

void WorkerPool::watchDeadlines(std::uint64_t timeout) {
  pthread_setname_np(pthread_self(), "heddle-watch");
  const std::chrono::nanoseconds pause(
      std::clamp(timeout / kLooksPerTimeout, kShortestWatchPause, kLongestWatchPause));
  for (;;) {
    std::this_thread::sleep_for(pause);
    const std::uint64_t now = monotonicNanoseconds();
    for (auto& worker : workers_)
      worker->interruptIfOverdue(now);
  }
}

void WorkerPool::workerMain(Worker& worker) {
  for (;;) {
    Task* task = waitForTask(worker);
    if (engine_.stopping())
      worker.sleepForever();
    runTask(*task, worker);
    task->release();
  }
}

} // namespace heddle::exec
