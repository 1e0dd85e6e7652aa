#include "nvrtc/orphan_process.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::nvrtc {

namespace {

constexpr std::size_t kStackBytes = std::size_t(64) << 10;

// What the two new processes need until the program is executed. Until then they share the memory
// of this process, and the calling thread waits.
struct Start {
  const char* program;
  int input;
  char* stackTop;
  pid_t id = -1;
  int error = 0;
};

void useDescriptors(int input) {
  dup2(input, STDIN_FILENO);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0u, 0);
}

// Otherwise the program would start with the signals ignored and blocked that this process ignores
// and blocks.
void resetSignals() {
  for (int each = 1; each < NSIG; ++each)
    signal(each, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

int executeProgram(void* argument) {
  Start& start = *static_cast<Start*>(argument);
  useDescriptors(start.input);
  resetSignals();
  const char* const arguments[] = {start.program, nullptr};
  execve(start.program, const_cast<char* const*>(arguments), environ);
  start.error = errno;
  _exit(127);
}

// The process in between ends as soon as the program is executed, which makes the program an
// orphan.
int startAndEnd(void* argument) {
  Start& start = *static_cast<Start*>(argument);
  start.id = clone(executeProgram, start.stackTop, CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  if (start.id < 0)
    start.error = errno;
  _exit(0);
}

} // namespace

int startOrphan(const std::string& program, int input, pid_t& id) {
  const std::unique_ptr<char[]> stacks(new char[2 * kStackBytes]);
  Start start{program.c_str(), input, stacks.get() + kStackBytes};
  // No handler of this process may run in one that shares its memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // The flags name no signal to send when the process in between ends, because the program might
  // take SIGCHLD for the end of a child of its own.
  const pid_t between =
      clone(startAndEnd, stacks.get() + 2 * kStackBytes, CLONE_VM | CLONE_VFORK, &start);
  if (between < 0)
    start.error = errno;
  else
    waitpid(between, nullptr, __WCLONE);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  id = start.id;
  return start.error;
}

} // namespace heddle::nvrtc
