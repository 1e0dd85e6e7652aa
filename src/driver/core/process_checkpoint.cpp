#include "driver/core/process_checkpoint.h"

#include "driver/context/context.h"
#include "driver/core/handle_tables.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <span>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace heddle::driver {

namespace {

using Clock = std::chrono::steady_clock;

// How long to wait before looking again whether the work of a process has ended.
constexpr auto kPollInterval = std::chrono::milliseconds(1);

enum class Operation : std::uint32_t {
  GetState,
  GetRestoreThread,
  Lock,
  Checkpoint,
  Restore,
  Unlock
};
struct Request {
  Operation operation;
  std::uint32_t timeoutMs; // how long Lock may wait; 0 means for ever
};
struct Answer {
  CUresult result;
  // The state of the process or the number of its thread, whichever was asked for.
  std::int32_t value;
};

// Calls are held up meanwhile, so that contexts neither begin nor end.
bool hasWork() {
  bool found = false;
  Driver::instance().tables().contexts.forEach([&](Context& context) {
    found |= context.isActive() && context.execution().hasUnfinishedTasks();
  });
  return found;
}

// The state of this process.
class ProcessState {
public:
  // It takes no memory from the heap, since nobody could handle its lack in the thread that answers
  // other processes.
  static ProcessState& instance() {
    static ProcessState state;
    return state;
  }

  Answer perform(const Request& request) {
    std::lock_guard lock(mutex_);
    switch (request.operation) {
    case Operation::GetState:
      return {CUDA_SUCCESS, state_};
    case Operation::GetRestoreThread:
      thread.wait(0);
      return {CUDA_SUCCESS, thread.load()};
    case Operation::Lock:
      return {this->lock(request.timeoutMs), 0};
    case Operation::Checkpoint:
      return {change(CU_PROCESS_STATE_LOCKED, CU_PROCESS_STATE_CHECKPOINTED), 0};
    case Operation::Restore:
      return {change(CU_PROCESS_STATE_CHECKPOINTED, CU_PROCESS_STATE_LOCKED), 0};
    case Operation::Unlock: {
      const CUresult result = change(CU_PROCESS_STATE_LOCKED, CU_PROCESS_STATE_RUNNING);
      if (result == CUDA_SUCCESS)
        Driver::instance().allowCalls();
      return {result, 0};
    }
    }
    return {CUDA_ERROR_INVALID_VALUE, 0};
  }

  std::atomic<std::int32_t> thread{0}; // that answers other processes

private:
  CUresult change(CUprocessState from, CUprocessState to) {
    if (state_ != from)
      return CUDA_ERROR_ILLEGAL_STATE;
    state_ = to;
    return CUDA_SUCCESS;
  }

  // Holds up calls first, so that no new work comes while the work there is ends.
  CUresult lock(std::uint32_t timeoutMs) {
    if (state_ != CU_PROCESS_STATE_RUNNING)
      return CUDA_ERROR_ILLEGAL_STATE;
    Driver::instance().holdUpCalls();
    const auto deadline = Clock::now() + std::chrono::milliseconds(timeoutMs);
    while (hasWork()) {
      if (timeoutMs && Clock::now() >= deadline) {
        Driver::instance().allowCalls();
        return CUDA_ERROR_NOT_READY;
      }
      std::this_thread::sleep_for(kPollInterval);
    }
    state_ = CU_PROCESS_STATE_LOCKED;
    return CUDA_SUCCESS;
  }

  std::mutex mutex_;
  CUprocessState state_ = CU_PROCESS_STATE_RUNNING;
};

// The address of a process's socket: a name without a file, which ends with the process.
struct Address {
  explicit Address(pid_t process) {
    address.sun_family = AF_UNIX;
    const int length = std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
                                     "heddle.checkpoint.%d", static_cast<int>(process));
    bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 +
                                   static_cast<std::size_t>(length));
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }

  sockaddr_un address{};
  socklen_t bytes;
};

class Socket {
public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

private:
  const int descriptor_;
};

int newSocket() {
  return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
}

// Only the same user and the administrator may ask.
bool mayAsk(const Socket& peer) {
  ucred credentials{};
  socklen_t bytes = sizeof credentials;
  return getsockopt(peer.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &bytes) == 0 &&
         (credentials.uid == 0 || credentials.uid == geteuid());
}

std::atomic<int> listener{-1};

void serve() {
  pthread_setname_np(pthread_self(), "heddle-cuda");
  ProcessState& state = ProcessState::instance();
  state.thread = gettid();
  state.thread.notify_all();
  for (;;) {
    const Socket peer(accept4(listener.load(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!peer && errno != EINTR && errno != ECONNABORTED)
      return;
    Request request{};
    if (!peer || !mayAsk(peer) ||
        recv(peer.get(), &request, sizeof request, 0) != static_cast<ssize_t>(sizeof request))
      continue;
    const Answer answer = state.perform(request);
    (void)send(peer.get(), &answer, sizeof answer, MSG_NOSIGNAL);
  }
}

// The answer of another process, if it uses the driver.
std::optional<Answer> ask(pid_t process, const Request& request) {
  const Socket socket(newSocket());
  const Address address(process);
  Answer answer{};
  if (!socket || connect(socket.get(), address.get(), address.bytes) != 0 ||
      send(socket.get(), &request, sizeof request, MSG_NOSIGNAL) !=
          static_cast<ssize_t>(sizeof request) ||
      recv(socket.get(), &answer, sizeof answer, 0) != static_cast<ssize_t>(sizeof answer))
    return std::nullopt;
  return answer;
}

CUresult perform(int process, const Request& request, std::int32_t* value = nullptr) {
  Answer answer{CUDA_SUCCESS, 0};
  if (process == getpid() && Driver::instance().isInitialised())
    answer = ProcessState::instance().perform(request);
  else if (process <= 0 || (kill(process, 0) != 0 && errno == ESRCH))
    return CUDA_ERROR_OPERATING_SYSTEM;
  else
    answer = ask(process, request).value_or(Answer{CUDA_ERROR_NOT_INITIALIZED, 0});
  if (value && answer.result == CUDA_SUCCESS)
    *value = answer.value;
  return answer.result;
}

// Whether the fields of the structure that CUDA reserves are 0.
template <typename Field, std::size_t count> bool areZero(const Field (&fields)[count]) {
  return std::ranges::all_of(fields, [](Field field) { return field == 0; });
}

// A process can only be restored to the devices that it had, since its memory is theirs.
CUresult checkPairs(const CUcheckpointRestoreArgs& args) {
  if (args.gpuPairsCount && !args.gpuPairs)
    return CUDA_ERROR_INVALID_VALUE;
  const bool areSame = std::ranges::all_of(
      std::span(args.gpuPairs, args.gpuPairsCount), [](const CUcheckpointGpuPair& pair) {
        return std::memcmp(&pair.oldUuid, &pair.newUuid, sizeof pair.oldUuid) == 0;
      });
  return areSame ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

void startCheckpointService() {
  const int made = newSocket();
  const Address address(getpid());
  if (made < 0)
    return;
  if (bind(made, address.get(), address.bytes) != 0 || listen(made, SOMAXCONN) != 0) {
    close(made);
    return;
  }
  listener = made;
  try {
    std::thread(serve).detach();
  } catch (const std::exception&) { // neither a thread nor memory is left: nobody answers then
    close(listener.exchange(-1));
  }
}

void abandonCheckpointService() {
  if (const int inherited = listener.exchange(-1); inherited >= 0)
    close(inherited);
}

} // namespace heddle::driver

using namespace heddle::driver;

// Programs that take checkpoints of others need not have called cuInit.
CUresult cuCheckpointProcessGetState(int process, CUprocessState* state) {
  if (!state)
    return CUDA_ERROR_INVALID_VALUE;
  std::int32_t value = 0;
  HEDDLE_TRY(perform(process, {Operation::GetState, 0}, &value));
  *state = static_cast<CUprocessState>(value);
  return CUDA_SUCCESS;
}

CUresult cuCheckpointProcessGetRestoreThreadId(int process, int* thread) {
  return thread ? perform(process, {Operation::GetRestoreThread, 0}, thread)
                : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCheckpointProcessLock(int process, CUcheckpointLockArgs* args) {
  if (args && (args->reserved0 || !areZero(args->reserved1)))
    return CUDA_ERROR_INVALID_VALUE;
  return perform(process, {Operation::Lock, args ? args->timeoutMs : 0});
}

CUresult cuCheckpointProcessCheckpoint(int process, CUcheckpointCheckpointArgs* args) {
  if (args && !areZero(args->reserved))
    return CUDA_ERROR_INVALID_VALUE;
  return perform(process, {Operation::Checkpoint, 0});
}

CUresult cuCheckpointProcessRestore(int process, CUcheckpointRestoreArgs* args) {
  if (args)
    HEDDLE_TRY(checkPairs(*args));
  return perform(process, {Operation::Restore, 0});
}

CUresult cuCheckpointProcessUnlock(int process, CUcheckpointUnlockArgs* args) {
  if (args && !areZero(args->reserved))
    return CUDA_ERROR_INVALID_VALUE;
  return perform(process, {Operation::Unlock, 0});
}
