#include "exec/worker_pool.h"

#include "exec/domain.h"
#include "exec/engine.h"
#include "exec/worker.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle::exec {

namespace {

// Long enough to hide the cost of taking a chunk and to let the memory prefetchers follow one
// worker along a row of blocks, short enough to keep the workers level.
constexpr std::uint64_t kChunkNanoseconds = 100'000;
// Idle workers all look for new work this long; then one of them goes on looking.
constexpr std::uint64_t kIdleLookNanoseconds = 5'000;

} // namespace

WorkerPool::WorkerPool(Engine& engine, unsigned workers) : engine_(engine) {
  sleepers_.reserve(workers);
  for (unsigned index = 0; index < workers; ++index)
    workers_.push_back(std::make_unique<Worker>(*this, index, workers));
  for (auto& worker : workers_)
    worker->start();
}

WorkerPool::~WorkerPool() = default;

void WorkerPool::activate(Task& task) {
  task.retain(); // while in the list
  Worker* sleeper = nullptr;
  lock_.lock();
  enqueue(task);
  workWaiting_.store(true, std::memory_order_release);
  if (looking_ == 0 && !sleepers_.empty()) {
    sleeper = sleepers_.back();
    sleepers_.pop_back();
  }
  lock_.unlock();
  if (sleeper)
    sleeper->wake();
}

void WorkerPool::enqueue(Task& task) {
  task.listed_ = true;
  if (!head_ || tail_->priority_ <= task.priority_) {
    (head_ ? tail_->next_ : head_) = &task;
    tail_ = &task;
    return;
  }
  Task** place = &head_;
  while ((*place)->priority_ <= task.priority_)
    place = &(*place)->next_;
  task.next_ = *place;
  *place = &task;
}

// Behind the tasks of its priority that are there.
void WorkerPool::putBack(Task& task, std::uint64_t items) {
  lock_.lock();
  task.putBack_.fetch_add(items, std::memory_order_relaxed);
  if (task.listed_) {
    Task** place = &head_;
    Task* before = nullptr;
    while (*place != &task) {
      before = *place;
      place = &before->next_;
    }
    *place = task.next_;
    if (tail_ == &task)
      tail_ = before;
    task.next_ = nullptr;
  } else {
    task.retain(); // while in the list
  }
  enqueue(task);
  workWaiting_.store(true, std::memory_order_release);
  lock_.unlock();
}

bool WorkerPool::othersWait(const Task& task) {
  lock_.lock();
  const Task* each = head_;
  while (each && (each == &task || each->itemsLeft() == 0))
    each = each->next_;
  lock_.unlock();
  return each != nullptr;
}

Task* WorkerPool::take() {
  std::uint64_t wanted = 0;
  Worker* sleepers[2];
  unsigned woken = 0;
  // Not linked to each other: a task may be put back as soon as it is out of the list.
  std::array<Task*, 8> dropped;
  unsigned droppedCount = 0;
  lock_.lock();
  while (head_ && head_->itemsLeft() == 0 && droppedCount < dropped.size()) {
    Task* task = dropped[droppedCount++] = head_;
    head_ = std::exchange(task->next_, nullptr);
    task->listed_ = false;
  }
  Task* task = head_ && head_->itemsLeft() > 0 ? head_ : nullptr;
  if (task) {
    task->retain();
    // Each worker that starts wakes up to two more, so a big grid has all of them soon and a small
    // one costs nobody a system call.
    const std::uint64_t more = task->itemsLeft() - 1 + (task->next_ ? 1 : 0);
    wanted = more > looking_ ? std::min<std::uint64_t>(2, more - looking_) : 0;
    while (woken < wanted && !sleepers_.empty()) {
      sleepers[woken++] = sleepers_.back();
      sleepers_.pop_back();
    }
  } else if (!head_) {
    tail_ = nullptr;
    workWaiting_.store(false, std::memory_order_relaxed);
  }
  lock_.unlock();
  for (unsigned index = 0; index < woken; ++index)
    sleepers[index]->wake();
  for (unsigned index = 0; index < droppedCount; ++index)
    dropped[index]->release();
  return task;
}

Task* WorkerPool::awaitWork(Worker& worker) {
  const auto waiting = [&] { return workWaiting_.load(std::memory_order_acquire); };
  for (;;) {
    if (Task* task = take())
      return task;
    lock_.lock();
    ++looking_;
    lock_.unlock();
    bool found = spinFor(kIdleLookNanoseconds, waiting);
    if (!found && !longLooker_.exchange(true, std::memory_order_relaxed)) {
      found = spinFor(kSpinNanoseconds, waiting);
      longLooker_.store(false, std::memory_order_relaxed);
    }
    lock_.lock();
    --looking_;
    // Whoever submitted meanwhile counted on this worker: look once more before sleeping.
    const bool sleep = !head_;
    if (sleep) {
      worker.prepareSleep();
      sleepers_.push_back(&worker);
    }
    lock_.unlock();
    if (sleep)
      worker.sleep();
  }
}

void WorkerPool::work(Task& task, Worker& worker) {
  std::uint64_t begin, end, chunk = 1;
  std::uint64_t last = task.items_ > 1 ? monotonicNanoseconds() : 0;
  while (!engine_.stopping() && task.takeChunk(chunk, begin, end)) {
    const std::uint64_t started = trace::enabled() ? trace::now() : 0;
    const bool done = task.run(begin, end, &worker);
    if (started)
      trace::work(task.name(), task.domain().device(), worker.index(), started);
    if (!done) {
      putBack(task, end - begin);
      break;
    }
    if (task.finished(end - begin)) {
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

void WorkerPool::workerMain(Worker& worker) {
  for (;;) {
    Task* task = awaitWork(worker);
    if (engine_.stopping())
      worker.sleepForever();
    work(*task, worker);
    task->release();
  }
}

} // namespace heddle::exec
