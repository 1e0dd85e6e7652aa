#include "jit/background_thread.h"

#include "llvm/PassRegistry.h"

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
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

namespace heddle::jit {
namespace {

// The niceness of the thread. By its weight Linux gives a thread with this value a quarter of a
// core that it shares with an ordinary one. Where a grid keeps all cores busy, a thread of the
// lowest priority would hardly run, and the grid would end before its optimised code is there.
constexpr int kNiceness = 5;
// How long exit() waits until the thread can be stopped, which is mostly at once. The limit is for
// a program that calls exit() while the thread waits for it.
constexpr std::chrono::seconds kLongestExitWait(60);
constexpr std::chrono::microseconds kExitPause(200);

// exit() sends this signal to the thread. By default it is ignored, so that one that the program
// sends to the process does no harm if this thread gets it.
constexpr int kStopSignal = SIGURG;

// The machine code of LLVM.
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
    if (isExiting_ && isCurrent())
      stay();
  }
  void setStoppable(bool isStoppable) { isStoppable_ = isStoppable; }
  // Called by the handler of the stop signal, with the instruction that the signal interrupted. At
  // an instruction of LLVM the thread is not inside of the C library, and so does not hold the lock
  // of the heap.
  void stopAt(std::uintptr_t instruction) {
    if (isExiting_ && isStoppable_ && llvmCode_.contains(instruction))
      stay();
  }
  // Called by exit().
  void end() {
    // A child process has a copy of this object and no thread.
    if (process_ != getpid())
      return;
    isExiting_ = true;
    const struct sigaction programs = handleStopSignal();
    const auto latest = std::chrono::steady_clock::now() + kLongestExitWait;
    while (isBusy_ && std::chrono::steady_clock::now() < latest) {
      pthread_kill(thread_, kStopSignal);
      std::this_thread::sleep_for(kExitPause);
    }
    sigaction(kStopSignal, &programs, nullptr);
  }

private:
  // Returns the program's action for the signal, which this one replaces.
  static struct sigaction handleStopSignal();
  // Lets exit() go on, and this thread wait until the process is gone.
  [[noreturn]] void stay() {
    isBusy_ = false;
    for (;;)
      pause();
  }
  // The program's signal handlers run on threads of the program.
  void start() {
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, kStopSignal);
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
    pthread_setname_np(pthread_self(), "heddle-jit");
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
  std::atomic<bool> isStoppable_{false}; // see StoppableScope
  const CodeRange llvmCode_ = findLlvmCode();
};

// It is never destroyed, since the thread uses it until the process is gone.
std::atomic<BackgroundThread*> instance{nullptr};

struct sigaction BackgroundThread::handleStopSignal() {
  struct sigaction action{}, programs{};
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_sigaction = [](int, siginfo_t*, void* context) {
    if (instance.load()->isCurrent())
      instance.load()->stopAt(interruptedInstruction(context));
  };
  sigaction(kStopSignal, &action, &programs);
  return programs;
}

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

StoppableScope::StoppableScope() {
  if (isBackgroundThread())
    instance.load()->setStoppable(true);
}

StoppableScope::~StoppableScope() {
  if (isBackgroundThread())
    instance.load()->setStoppable(false);
}

bool isBackgroundThread() {
  BackgroundThread* const thread = instance;
  return thread && thread->isCurrent();
}

} // namespace heddle::jit
