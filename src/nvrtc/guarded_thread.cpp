#include "nvrtc/guarded_thread.h"

#include "llvm/Support/ErrorHandling.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

namespace heddle::nvrtc {

namespace {

// clang's parser recurses with the nesting of the source, so it gets more than a thread's usual
// stack.
constexpr std::size_t kStackBytes = std::size_t(32) << 20;

struct Guard {
  std::function<void()> work;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::string fatal;
};

thread_local Guard* current = nullptr;

void reportAndSleep(void*, const char* reason, bool) {
  if (!current)
    return; // the thread belongs to another user of LLVM in this process
  {
    std::lock_guard lock(current->mutex);
    current->fatal = reason && *reason ? reason : "the compiler failed";
    current->done = true;
    current->changed.notify_all();
  }
  for (;;)
    pause();
}

void* run(void* argument) {
  std::unique_ptr<std::shared_ptr<Guard>> holder(static_cast<std::shared_ptr<Guard>*>(argument));
  std::shared_ptr<Guard> guard = *holder;
  current = guard.get();
  guard->work();
  guard->work = nullptr;
  std::lock_guard lock(guard->mutex);
  guard->done = true;
  guard->changed.notify_all();
  return nullptr;
}

} // namespace

std::string runGuarded(std::function<void()> work) {
  static const bool installed = [] {
    llvm::install_fatal_error_handler(reportAndSleep);
    return true;
  }();
  (void)installed;
  auto guard = std::make_shared<Guard>();
  guard->work = std::move(work);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  auto* holder = new std::shared_ptr<Guard>(guard);
  int failed = pthread_create(&thread, &attributes, run, holder);
  pthread_attr_destroy(&attributes);
  if (failed) {
    delete holder;
    return "no thread for the compiler";
  }
  std::unique_lock lock(guard->mutex);
  guard->changed.wait(lock, [&] { return guard->done; });
  return guard->fatal;
}

} // namespace heddle::nvrtc
