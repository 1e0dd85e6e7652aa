// Finds which thread of a gang faulted, by running the block again in a child process.

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

// Limits for the second run of the block, for which the line about the fault has to wait. The run
// may never end: the block may wait for another block, or for a lock that a thread of the parent
// process held at the fork.
constexpr rlim_t kMostProcessorSeconds = 3;
constexpr unsigned kMostSeconds = 20;

// What the child process reports through the pipe.
struct SecondFault {
  Fault fault;
  std::optional<std::uint32_t> thread;
  std::optional<std::uintptr_t> address;
};

// Forks a child that the program does not notice: it causes no SIGCHLD and is no child for wait().
pid_t forkInvisibly() {
  return static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr));
}

struct Mapping {
  void* data;
  std::size_t size;
};

// The writable mappings that this process shares with other processes or with a file.
std::vector<Mapping> writableSharedMappings() {
  std::vector<Mapping> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char permissions[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, permissions) == 3 &&
        permissions[1] == 'w' && permissions[3] == 's')
      found.push_back({reinterpret_cast<void*>(begin), end - begin});
  }
  return found;
}

void limitTime() {
  const rlimit limit{kMostProcessorSeconds, kMostProcessorSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  std::signal(SIGALRM, SIG_DFL);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
  alarm(kMostSeconds);
}

// The child process: runs the block and reports its fault.
[[noreturn]] void runBlockAgain(const CompiledKernel& kernel, BlockContext& context, Worker& worker,
                                const std::vector<Mapping>& shared, int reportTo) {
  // The child has copies of private memory only. The block must not change what it shares with
  // others a second time, so a write there becomes a fault.
  for (const Mapping& mapping : shared)
    if (mprotect(mapping.data, mapping.size, PROT_READ) != 0)
      _exit(1);
  limitTime();
  // The first run has printed already what the threads print.
  if (const int null = open("/dev/null", O_WRONLY); null >= 0) {
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  // The execution context has met the fault already, which would end this run. So the run gets
  // none.
  const FaultRecord record =
      worker.runKernel(context, worker.makeCall<OneBlock>(kernel.run, context), {nullptr, 0});
  const SecondFault fault{record.fault, ThreadFibers::runningThread(context.frame), record.address};
  [[maybe_unused]] const auto written = write(reportTo, &fault, sizeof fault);
  _exit(0);
}

// Keeps an illegal address illegal while the block is prepared and run again. Otherwise memory that
// is allocated meanwhile might come to lie there, as where an allocation has been freed.
class AddressBlocker {
public:
  explicit AddressBlocker(const FaultRecord& record) {
    if (record.fault != Fault::IllegalAddress || !record.address)
      return;
    void* const page = reinterpret_cast<void*>(*record.address & -memory::pageSize());
    // Several pages are blocked if they are free, because other lanes access addresses nearby, and
    // else only the page of the fault.
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
  ~AddressBlocker() {
    if (data_)
      munmap(data_, size_);
  }
  AddressBlocker(const AddressBlocker&) = delete;

private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// The gang's fault names the first byte that could not be accessed. Any lane may have accessed it,
// so the thread's own address may differ by as much as all lanes access together.
bool isSameFault(const FaultRecord& first, const SecondFault& second, std::uint32_t lanes) {
  if (second.fault != first.fault || !second.thread ||
      second.address.has_value() != first.address.has_value())
    return false;
  if (!first.address)
    return true;
  const std::uintptr_t a = *second.address, b = *first.address;
  return (a < b ? b - a : a - b) < lanes * kLargestAccess;
}

// Waits for the child's report; none when it ends without one.
std::optional<SecondFault> readReport(pid_t child, int pipe) {
  SecondFault fault{};
  pollfd ready{pipe, POLLIN, 0};
  if (child > 0 && poll(&ready, 1, (kMostSeconds + 1) * 1000) > 0 &&
      read(pipe, &fault, sizeof fault) == sizeof fault)
    return fault;
  return std::nullopt;
}

void end(pid_t child) {
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
}

std::optional<SecondFault> faultOfSecondRun(const CompiledKernel& kernel,
                                            const BlockContext& context, Worker& worker) {
  // The context of the second run, and behind it the frame.
  const std::size_t contextBytes = memory::roundUp(sizeof(BlockContext), alignof(BlockFrameHeader));
  const memory::Reservation memory(memory::User::Kernels, contextBytes + kernel.frameBytes,
                                   memory::pageSize());
  int pipes[2];
  if (!memory || pipe2(pipes, O_CLOEXEC) != 0)
    return std::nullopt;
  auto& secondRun = *::new (memory.data()) BlockContext(context);
  secondRun.frame = memory.data() + contextBytes;
  secondRun.frameBytes = kernel.frameBytes;
  // In the child, locks of the allocator stay held if another thread held them at the fork. So all
  // that the child needs is allocated before, and it allocates nothing.
  ThreadFibers::prepare(context.ntid[0] * context.ntid[1] * context.ntid[2]);
  const std::vector<Mapping> shared = writableSharedMappings();
  const pid_t child = forkInvisibly();
  if (child == 0)
    runBlockAgain(kernel, secondRun, worker, shared, pipes[1]);
  close(pipes[1]);
  const std::optional<SecondFault> fault = readReport(child, pipes[0]);
  close(pipes[0]);
  if (child > 0)
    end(child);
  return fault;
}

} // namespace

void findFaultingThread(FaultRecord& record, const CompiledKernel& kernel,
                        const BlockContext& context, Worker& worker) {
  const bool isAccess =
      record.fault == Fault::IllegalAddress || record.fault == Fault::MisalignedAddress;
  if (!isAccess || context.cluster || !kernel.compiledAsFibers || trace::messagesAreSilenced())
    return;
  const AddressBlocker blocker(record);
  const CompiledKernel* fibers = kernel.compiledAsFibers();
  if (!fibers)
    return;
  const std::optional<SecondFault> second = faultOfSecondRun(*fibers, context, worker);
  if (!second || !isSameFault(record, *second, kernel.gangWidth))
    return;
  record.thread = second->thread;
  record.address = second->address;
}

} // namespace heddle::exec
