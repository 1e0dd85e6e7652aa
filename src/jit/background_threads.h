// Threads for work that nobody waits for yet: optimised code of kernels that run quick code
// meanwhile, and code of kernels that will probably be launched. Each is started when there is a
// job for it, and lives as long as the process.
//
// The process may exit at any time. exit() ends LLVM's global objects while a thread may still use
// them. So each thread stays where it is once the process exits, if it holds no lock there that the
// exit may need: between the passes of LLVM, and in a StoppableScope also inside of LLVM's code,
// where a signal stops it. The exit waits until the threads are at such places.
#pragma once

#include <functional>

namespace heddle::jit {

// Adds a job for a thread that runs such jobs one after the other. An exception ends the job alone.
// A child process has no such threads, and its jobs never run. Throws std::system_error when the
// system refuses the thread.
void runInBackground(std::function<void()> job);

// How many jobs of runOnIdleCore() run side by side: one for each processor but that of the thread
// that launches kernels.
unsigned idleCores();
// Adds a job that a launch may soon wait for. Such jobs have threads of their own, so that they do
// not have to wait until the jobs of runInBackground() are done.
void runOnIdleCore(std::function<void()> job);

// Does nothing on other threads.
void waitIfExiting();

// Whether the process is at its end, so that jobs do not end any more.
bool isExiting();

// On a background thread: work that takes no lock of Heddle's, as that of runLlvmJob(). exit() may
// stop it in the middle.
class StoppableScope {
public:
  StoppableScope();
  ~StoppableScope();
  StoppableScope(const StoppableScope&) = delete;
  StoppableScope& operator=(const StoppableScope&) = delete;
};

// Whether the calling thread is one of those for background jobs.
bool isBackgroundThread();

} // namespace heddle::jit
