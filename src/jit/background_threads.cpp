#include "jit/background_threads.h"

#include "llvm/PassRegistry.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <link.h>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

namespace heddle::jit {
namespace {

// How long exit() waits until the threads can be stopped, which is mostly at once. There is a limit
// because a background thread may itself wait for something that the thread in exit() holds.
constexpr std::chrono::seconds kLongestExitWait(60);
constexpr std::chrono::microseconds kExitPause(200);

// One thread optimises, so that the other cores are left to the program. It has the priority of the
// program: where a grid keeps all cores busy, a thread of lower priority would get so little of
// them that most of the grid would run the quick code.
constexpr unsigned kOptimisingThreads = 1;
// More would seldom find enough kernels to compile.
constexpr unsigned kMostIdleCores = 8;

// exit() sends this signal to the threads. By default it is ignored, so that one that the program
// sends to the process does no harm if one of these threads gets it.
constexpr int kStopSignal = SIGURG;

// Where the machine code of LLVM lies, by which a signal handler knows that it interrupted LLVM.
struct CodeRange {
  std::uintptr_t begin = 0, end = 0;
  bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};

CodeRange findLlvmCode() {
  CodeRange found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* argument) {
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          const CodeRange range{begin, begin + segment.p_memsz};
          const bool isCode = segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0;
          if (isCode && range.contains(
                            reinterpret_cast<std::uintptr_t>(&llvm::PassRegistry::getPassRegistry)))
            *static_cast<CodeRange*>(argument) = range;
        }
        return 0;
      },
      &found);
  return found;
}

std::uintptr_t interruptedInstruction(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __aarch64__
  return machine.pc;
#else
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#endif
}

class BackgroundThreads {
public:
  // The jobs of some of the threads.
  struct Queue {
    unsigned threads = 0;
    unsigned waiting = 0; // threads that have no job
    std::deque<std::function<void()>> jobs{};
  };

  // The queue gets another thread if all that it has are busy, up to `mostThreads`.
  void add(Queue& queue, unsigned mostThreads, std::function<void()> job) {
    std::lock_guard lock(mutex_);
    if (queue.jobs.size() >= queue.waiting && queue.threads < mostThreads)
      start(queue);
    queue.jobs.push_back(std::move(job));
    hasJobs_.notify_all();
  }
  Queue& optimisations() { return optimisations_; }
  Queue& urgent() { return urgent_; }
  bool isCurrent() const { return current() != nullptr; }
  bool isExiting() const { return isExiting_; }
  void waitIfExiting() {
    Thread* const thread = isExiting_ ? current() : nullptr;
    if (thread)
      stay(*thread);
  }
  void setStoppable(bool isStoppable) {
    if (Thread* const thread = current())
      thread->isStoppable = isStoppable;
  }
  // Called by the handler of the stop signal, with the instruction that the signal interrupted. At
  // an instruction of LLVM the thread is not inside of the C library, and so does not hold the lock
  // of the heap.
  void stopAt(std::uintptr_t instruction) {
    Thread* const thread = current();
    if (thread && isExiting_ && thread->isStoppable && llvmCode_.contains(instruction))
      stay(*thread);
  }
  // Called by exit().
  void end() {
    // A child process has a copy of this object and no thread.
    if (process_ != getpid())
      return;
    isExiting_ = true;
    const struct sigaction programs = handleStopSignal();
    const auto latest = std::chrono::steady_clock::now() + kLongestExitWait;
    while (interruptBusy() && std::chrono::steady_clock::now() < latest)
      std::this_thread::sleep_for(kExitPause);
    sigaction(kStopSignal, &programs, nullptr);
  }

private:
  struct Thread {
    std::atomic<pthread_t> handle{};
    std::atomic<bool> isBusy{false};
    std::atomic<bool> isStoppable{false}; // see StoppableScope
  };

  // Returns the program's action for the signal, which this one replaces.
  static struct sigaction handleStopSignal();
  // The calling thread, if it is one of these. A signal handler calls this, which must not use
  // thread-local variables of a library that was loaded later than the program.
  Thread* current() const {
    for (unsigned i = 0; i < started_; ++i)
      if (pthread_equal(pthread_self(), threads_[i].handle.load()))
        return const_cast<Thread*>(&threads_[i]);
    return nullptr;
  }
  // Sends the signal to the threads that have not stopped. False if there are none.
  bool interruptBusy() {
    bool areSome = false;
    for (unsigned i = 0; i < started_; ++i)
      if (threads_[i].isBusy) {
        pthread_kill(threads_[i].handle, kStopSignal);
        areSome = true;
      }
    return areSome;
  }
  // Lets exit() go on, and this thread wait until the process is gone.
  [[noreturn]] static void stay(Thread& thread) {
    thread.isBusy = false;
    for (;;)
      pause();
  }
  // Needs mutex_. The program's signal handlers run on threads of the program.
  void start(Queue& queue) {
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, kStopSignal);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      const unsigned index = started_;
      std::thread thread([this, index, &queue] { run(threads_[index], queue); });
      threads_[index].handle = thread.native_handle();
      thread.detach();
      process_ = getpid();
      started_ = index + 1;
      ++queue.threads;
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  [[noreturn]] void run(Thread& thread, Queue& queue) {
    pthread_setname_np(pthread_self(), "heddle-jit");
    for (;;) {
      const std::function<void()> job = take(thread, queue);
      waitIfExiting();
      try {
        job();
      } catch (...) { // NOLINT(bugprone-empty-catch): see below
        // There is no memory for the code. Quick code stays, and other code is made at its launch.
      }
    }
  }
  std::function<void()> take(Thread& thread, Queue& queue) {
    std::unique_lock lock(mutex_);
    thread.isBusy = false;
    ++queue.waiting;
    hasJobs_.wait(lock, [&] { return !queue.jobs.empty(); });
    --queue.waiting;
    thread.isBusy = true;
    std::function<void()> job = std::move(queue.jobs.front());
    queue.jobs.pop_front();
    return job;
  }

  std::mutex mutex_; // guards the queues and the start of threads
  std::condition_variable hasJobs_;
  Queue optimisations_;
  Queue urgent_;
  std::atomic<pid_t> process_{0}; // that has the threads
  std::array<Thread, kOptimisingThreads + kMostIdleCores> threads_;
  std::atomic<unsigned> started_{0};
  std::atomic<bool> isExiting_{false};
  const CodeRange llvmCode_ = findLlvmCode();
};

// It is never destroyed, since the threads use it until the process is gone.
std::atomic<BackgroundThreads*> instance{nullptr};

struct sigaction BackgroundThreads::handleStopSignal() {
  struct sigaction action{}, programs{};
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_sigaction = [](int, siginfo_t*, void* context) {
    instance.load()->stopAt(interruptedInstruction(context));
  };
  sigaction(kStopSignal, &action, &programs);
  return programs;
}

void endAtExit() {
  instance.load()->end();
}

// Stops the threads at the beginning of exit(), which first ends the thread-local objects of the
// thread that calls it. LLVM makes many of its global objects when it first needs them, which may
// be on one of these threads, so that exit() would end them before endAtExit() is called. Where the
// main thread ends and others go on, their kernels are compiled at their launches from then on.
struct EndsWithMainThread {
  EndsWithMainThread() = default;
  EndsWithMainThread(const EndsWithMainThread&) = delete;
  EndsWithMainThread& operator=(const EndsWithMainThread&) = delete;
  ~EndsWithMainThread() { endAtExit(); }
};

// endAtExit() is for an exit() on another thread than the main one. exit() calls last what was
// registered first, so that the threads stop before it ends those global objects that LLVM made
// when it was loaded.
BackgroundThreads& makeInstance() {
  static auto* const made = [] {
    instance = new BackgroundThreads;
    (void)std::atexit(endAtExit);
    return instance.load();
  }();
  if (gettid() == getpid()) {
    thread_local const EndsWithMainThread guard;
    (void)guard;
  }
  return *made;
}

} // namespace

void runInBackground(std::function<void()> job) {
  BackgroundThreads& threads = makeInstance();
  threads.add(threads.optimisations(), kOptimisingThreads, std::move(job));
}

unsigned idleCores() {
  return std::min(std::max(std::thread::hardware_concurrency(), 1u) - 1, kMostIdleCores);
}

void runOnIdleCore(std::function<void()> job) {
  BackgroundThreads& threads = makeInstance();
  threads.add(threads.urgent(), idleCores(), std::move(job));
}

void waitIfExiting() {
  if (BackgroundThreads* const threads = instance)
    threads->waitIfExiting();
}

bool isExiting() {
  BackgroundThreads* const threads = instance;
  return threads && threads->isExiting();
}

StoppableScope::StoppableScope() {
  if (BackgroundThreads* const threads = instance)
    threads->setStoppable(true);
}

StoppableScope::~StoppableScope() {
  if (BackgroundThreads* const threads = instance)
    threads->setStoppable(false);
}

bool isBackgroundThread() {
  BackgroundThreads* const threads = instance;
  return threads && threads->isCurrent();
}

} // namespace heddle::jit
