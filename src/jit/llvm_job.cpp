#include "jit/llvm_job.h"

#include "memory/quick_thread_local.h"

#include "llvm/Support/ErrorHandling.h"

#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <mutex>

namespace heddle::jit {
namespace {

// A kernel of usual size compiles in less. The reserve is never touched, so that it takes addresses
// but no memory of the machine.
constexpr std::size_t kReserveBytes = 32u << 20;

void handleFailedNew();

// The C++ library calls one function for all threads when there is no memory. It is ours while jobs
// run, and calls the program's for all other threads.
class NewHandler {
public:
  void add() {
    std::lock_guard lock(mutex_);
    if (jobs_++ == 0)
      programs_ = std::set_new_handler(handleFailedNew);
  }
  void remove() {
    std::lock_guard lock(mutex_);
    // The program may have installed another one meanwhile, which stays.
    if (--jobs_ == 0 && std::get_new_handler() == handleFailedNew)
      std::set_new_handler(programs_);
  }
  std::new_handler programs() {
    std::lock_guard lock(mutex_);
    return programs_;
  }

private:
  std::mutex mutex_;
  unsigned jobs_ = 0;
  std::new_handler programs_ = nullptr;
};

NewHandler& newHandler() {
  static auto* const handler = new NewHandler; // jobs may still run when the process exits
  return *handler;
}

class Job {
public:
  explicit Job(detail::Exit exit)
      : exit_(exit), reserve_(std::malloc(kReserveBytes)), outer_(current_) {
    if (!reserve_)
      throw std::bad_alloc();
    newHandler().add();
    current_ = this;
  }
  ~Job() {
    current_ = outer_;
    newHandler().remove();
    std::free(reserve_);
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The innermost job of this thread, or null.
  static Job* current() { return current_; }

  // Frees a reserve of this job or of those around it. False when none is left.
  bool freeReserve() {
    for (Job* job = this; job; job = job->outer_)
      if (job->reserve_) {
        std::free(std::exchange(job->reserve_, nullptr));
        return true;
      }
    return false;
  }
  [[noreturn]] void leave() {
    if (exit_ == detail::Exit::Exception)
      throw std::bad_alloc();
    std::longjmp(start, 1);
  }

  std::jmp_buf start;

private:
  // Without memory, the first access of a thread to an ordinary thread-local variable would end the
  // process.
  static HEDDLE_QUICK_THREAD_LOCAL Job* current_;

  const detail::Exit exit_;
  void* reserve_;
  Job* const outer_;
};

HEDDLE_QUICK_THREAD_LOCAL Job* Job::current_ = nullptr;

// The allocation is tried again when this function returns.
void handleFailedNew() {
  if (Job* const job = Job::current()) {
    if (!job->freeReserve())
      job->leave();
  } else if (const std::new_handler programs = newHandler().programs()) {
    programs();
  } else {
    throw std::bad_alloc();
  }
}

// LLVM cannot try again.
[[noreturn]] void handleFailedMalloc(void*, const char*, bool) {
  if (Job* const job = Job::current())
    job->leave();
  throw std::bad_alloc();
}

void installMallocHandler() {
  static std::once_flag isInstalled;
  std::call_once(isInstalled, [] { llvm::install_bad_alloc_error_handler(handleFailedMalloc); });
}

} // namespace

bool detail::runJob(Exit exit, void (*job)(void*), void* argument) {
  installMallocHandler();
  Job frame(exit);
  if (setjmp(frame.start) != 0)
    return false;
  job(argument);
  return true;
}

} // namespace heddle::jit
