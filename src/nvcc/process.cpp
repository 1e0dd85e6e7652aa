#include "nvcc/process.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

extern char** environ;

namespace heddle::nvcc {

namespace {

// A signal handler can read them without a lock. What runs beyond these is not signalled.
constexpr std::size_t kMostChildren = 1024;
std::array<std::atomic<pid_t>, kMostChildren> runningChildren;
volatile std::sig_atomic_t interruptSignal = 0;

void onInterrupt(int signal) {
  interruptSignal = signal;
  // A terminal signals the whole process group. A signal that was sent to nvcc alone must be passed
  // on to the children.
  for (const std::atomic<pid_t>& child : runningChildren)
    if (const pid_t running = child.load(); running > 0)
      kill(running, signal);
}

// Lists a child as one that runs, from its start until it has been waited for.
class RunningChild {
public:
  explicit RunningChild(pid_t child) {
    for (std::atomic<pid_t>& place : runningChildren)
      if (pid_t none = 0; place.compare_exchange_strong(none, child)) {
        place_ = &place;
        return;
      }
  }
  ~RunningChild() {
    if (place_)
      *place_ = 0;
  }
  RunningChild(const RunningChild&) = delete;
  RunningChild& operator=(const RunningChild&) = delete;

private:
  std::atomic<pid_t>* place_ = nullptr;
};

bool needsNoQuotes(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_=.,+-:%@", c);
}

} // namespace

std::string shellLine(std::span<const std::string> command) {
  std::string line;
  for (const std::string& word : command) {
    if (!line.empty())
      line += ' ';
    if (!word.empty() && std::all_of(word.begin(), word.end(), needsNoQuotes)) {
      line += word;
      continue;
    }
    line += '"';
    for (char c : word) {
      if (std::strchr("\"\\$`", c))
        line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

int runCommand(std::span<const std::string> command) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  // The child must not inherit our handling of signals.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  int error = posix_spawnp(&child, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    fmt::print(stderr, "nvcc error   : cannot run '{}': {}\n", command[0], std::strerror(error));
    return 127;
  }
  int status = 0;
  {
    const RunningChild running(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (WIFSIGNALED(status)) {
    fmt::print(stderr, "nvcc error   : '{}' died due to signal {}\n", command[0], WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  return WEXITSTATUS(status);
}

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(signal, &action, nullptr);
}

bool interrupted() {
  return interruptSignal != 0;
}

} // namespace heddle::nvcc
