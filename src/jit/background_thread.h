// One thread of low priority for work that nobody waits for: optimised code of kernels that run
// quick code meanwhile. The thread is started for the first job and lives as long as the process.
//
// The process may exit at any time. exit() ends LLVM's global objects while the thread may still
// use them. So the thread stays where it is once the process exits, if it holds no lock there that
// the exit may need: between the passes of LLVM, and in a StoppableScope also inside of LLVM's
// code, where a signal stops it. The exit waits until the thread is at such a place.
#pragma once

#include <functional>

namespace heddle::jit {

// Adds a job, which runs after those before it. An exception ends the job alone. A child process
// has no such thread, and its jobs never run. Throws std::system_error when the system refuses the
// thread.
void runInBackground(std::function<void()> job);

// Does nothing on other threads.
void waitIfExiting();

// On the background thread: work that takes no lock of Heddle's, as that of runLlvmJob(). exit()
// may stop it in the middle.
class StoppableScope {
public:
  StoppableScope();
  ~StoppableScope();
  StoppableScope(const StoppableScope&) = delete;
  StoppableScope& operator=(const StoppableScope&) = delete;
};

// Whether the calling thread is that of background jobs.
bool isBackgroundThread();

} // namespace heddle::jit
