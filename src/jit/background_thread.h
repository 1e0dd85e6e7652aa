// One thread of low priority for work that nobody waits for: optimised code of kernels that run
// quick code meanwhile. The thread is started for the first job and lives as long as the process.
//
// The process may exit at any time. exit() ends LLVM's global objects while the thread may still
// use them. So a job calls waitIfExiting() between the passes of LLVM, where the thread holds no
// lock, and stays there for ever once the process exits; the exit waits until the thread is there.
#pragma once

#include <functional>

namespace heddle::jit {

// Adds a job, which runs after those before it. An exception ends the job alone. A child process
// has no such thread, and its jobs never run. Throws std::system_error when the system refuses the
// thread.
void runInBackground(std::function<void()> job);

// Does nothing on other threads.
void waitIfExiting();

// Whether the calling thread is that of background jobs.
bool isBackgroundThread();

} // namespace heddle::jit
