#include "jit/background_thread.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace heddle::jit {
namespace {

// The niceness of the thread. By its weight Linux gives a thread with this value two fifths of a
// core that it shares with an ordinary one. Where a grid keeps all cores busy, a thread of the
// lowest priority would hardly run, and the grid would end before its optimised code is there.
constexpr int kNiceness = 2;
// How long exit() waits for the end of a pass. Most take milliseconds. The limit is for a program
// that calls exit() while the thread waits for it.
constexpr std::chrono::seconds kLongestExitWait(60);
constexpr std::chrono::microseconds kExitPause(200);

class BackgroundThread {
public:
  void add(std::function<void()> job) {
    std::lock_guard lock(mutex_);
    if (process_ == 0)
      start();
    jobs_.push_back(std::move(job));
    hasJobs_.notify_one();
  }
  bool isCurrent() const { return process_ != 0 && pthread_equal(pthread_self(), thread_.load()); }
  void waitIfExiting() {
    if (!isExiting_ || !isCurrent())
      return;
    isBusy_ = false;
    for (;;)
      pause();
  }
  // Called by exit().
  void end() {
    // A child process has a copy of this object and no thread.
    if (process_ != getpid())
      return;
    isExiting_ = true;
    const auto latest = std::chrono::steady_clock::now() + kLongestExitWait;
    while (isBusy_ && std::chrono::steady_clock::now() < latest)
      std::this_thread::sleep_for(kExitPause);
  }

private:
  // The program's signal handlers run on threads of the program.
  void start() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread thread([this] { run(); });
      thread_ = thread.native_handle();
      thread.detach();
      process_ = getpid();
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  [[noreturn]] void run() {
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
    for (;;) {
      const std::function<void()> job = take();
      waitIfExiting();
      try {
        job();
      } catch (...) { // NOLINT(bugprone-empty-catch): see below
        // There is no memory for optimised code. The quick code stays.
      }
    }
  }
  std::function<void()> take() {
    std::unique_lock lock(mutex_);
    isBusy_ = false;
    hasJobs_.wait(lock, [this] { return !jobs_.empty(); });
    isBusy_ = true;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

  std::mutex mutex_; // guards jobs_ and the start
  std::condition_variable hasJobs_;
  std::deque<std::function<void()>> jobs_;
  std::atomic<pid_t> process_{0}; // that has the thread
  std::atomic<pthread_t> thread_{};
  std::atomic<bool> isBusy_{false};
  std::atomic<bool> isExiting_{false};
};

// It is never destroyed, since the thread uses it until the process is gone.
std::atomic<BackgroundThread*> instance{nullptr};

void endAtExit() {
  instance.load()->end();
}

// LLVM's global objects end in exit(), which calls what was registered last first. They were made
// when LLVM was loaded, so that the thread is stopped before them.
BackgroundThread& makeInstance() {
  static auto* const made = [] {
    instance = new BackgroundThread;
    (void)std::atexit(endAtExit);
    return instance.load();
  }();
  return *made;
}

} // namespace

void runInBackground(std::function<void()> job) {
  makeInstance().add(std::move(job));
}

void waitIfExiting() {
  if (BackgroundThread* const thread = instance)
    thread->waitIfExiting();
}

bool isBackgroundThread() {
  BackgroundThread* const thread = instance;
  return thread && thread->isCurrent();
}

} // namespace heddle::jit
