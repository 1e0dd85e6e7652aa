#include "exec/faults.h"
#include "exec/thread_fibers.h"
#include "exec/worker.h"
#include "memory/reservation.h"
#include "trace/message.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace heddle::exec {

namespace {

// Of processor time, and of any, should it wait for a lock that a thread of the parent held.
constexpr rlim_t kMostSeconds = 3;
constexpr unsigned kMostWaiting = 20;
// Of one lane; a gang's fault is known by the first byte that could not be reached.
constexpr std::uintptr_t kLargestAccess = 32;

struct Answer {
  Fault fault;
  std::optional<std::uint32_t> thread;
  std::optional<std::uintptr_t> address;
};

// A process that the program does not come to know of: no SIGCHLD, nothing for its own wait().
pid_t forkUnseen() {
  return static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr));
}

struct Mapping {
  void* data;
  std::size_t size;
};

// What this process shares with others, or with a file, and may write.
std::vector<Mapping> sharedMappings() {
  std::vector<Mapping> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, rights) == 3 && rights[1] == 'w' &&
        rights[3] == 's')
      found.push_back({reinterpret_cast<void*>(begin), end - begin});
  }
  return found;
}

[[noreturn]] void runThreads(const CompiledKernel& kernel, BlockContext context, Worker& worker,
                             const std::vector<Mapping>& shared, int answerTo) {
  // A fork copies private memory only; writing to the rest is a fault of its own here.
  for (const Mapping& mapping : shared)
    if (mprotect(mapping.data, mapping.size, PROT_READ) != 0)
      _exit(1);
  const rlimit limit{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  std::signal(SIGALRM, SIG_DFL);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
  alarm(kMostWaiting);
  // What the threads print they have printed before.
  if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  const FaultRecord record = worker.guarded(context, [&] { kernel.run(&context); });
  const Answer answer{record.fault, ThreadFibers::running(context.frame), record.address};
  [[maybe_unused]] const auto written = write(answerTo, &answer, sizeof answer);
  _exit(0);
}

// Keeps the place of a bad address bad: what is allocated meanwhile may otherwise come to lie
// there, as where memory was that has been freed.
class Hole {
public:
  explicit Hole(const FaultRecord& record) {
    if (record.fault != Fault::IllegalAddress || !record.address)
      return;
    void* const page = reinterpret_cast<void*>(*record.address & -memory::pageSize());
    for (const std::size_t pages : {16u, 1u}) {
      const std::size_t bytes = pages * memory::pageSize();
      void* const mapped =
          mmap(page, bytes, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
      if (mapped == MAP_FAILED)
        continue;
      data_ = mapped;
      size_ = bytes;
      return;
    }
  }
  ~Hole() {
    if (data_)
      munmap(data_, size_);
  }
  Hole(const Hole&) = delete;

private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

bool isSame(const FaultRecord& record, const Answer& answer, std::uint32_t lanes) {
  if (answer.fault != record.fault || !answer.thread ||
      answer.address.has_value() != record.address.has_value())
    return false;
  if (!record.address)
    return true;
  const std::uintptr_t a = *answer.address, b = *record.address;
  return (a < b ? b - a : a - b) < lanes * kLargestAccess;
}

} // namespace

void findThread(FaultRecord& record, const CompiledKernel& kernel, const BlockContext& context,
                Worker& worker) {
  const bool isAccess =
      record.fault == Fault::IllegalAddress || record.fault == Fault::MisalignedAddress;
  if (!isAccess || context.cluster || !kernel.asThreads || trace::isQuiet())
    return;
  const Hole hole(record);
  const CompiledKernel* threads = kernel.asThreads();
  if (!threads)
    return;
  const memory::Reservation frame(threads->frameBytes, memory::pageSize());
  int pipes[2];
  if (!frame || pipe2(pipes, O_CLOEXEC) != 0)
    return;
  BlockContext again = context;
  again.frame = frame.data();
  ThreadFibers::prepare(context.ntid[0] * context.ntid[1] * context.ntid[2]);
  const std::vector<Mapping> shared = sharedMappings();
  // Locks of the allocator and of the program's libraries are as other threads held them, and
  // nobody is asked to release them; so this goes ahead without waiting for any of them.
  const pid_t child = forkUnseen();
  if (child == 0)
    runThreads(*threads, again, worker, shared, pipes[1]);
  close(pipes[1]);
  Answer answer{};
  pollfd ready{pipes[0], POLLIN, 0};
  const bool answered = child > 0 && poll(&ready, 1, (kMostWaiting + 1) * 1000) > 0 &&
                        read(pipes[0], &answer, sizeof answer) == sizeof answer;
  close(pipes[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    while (waitpid(child, nullptr, __WCLONE) < 0 && errno == EINTR) {
    }
  }
  if (!answered || !isSame(record, answer, kernel.gangWidth))
    return;
  record.thread = answer.thread;
  record.address = answer.address;
}

} // namespace heddle::exec
