// `nvrtc-compiler` compiles, for each socket that libnvrtc sends over standard input, the request
// that comes over it, in a process of its own.
//
// `nvrtc-compiler --install-preambles PREFIX` makes the preambles for the usual versions of C++, so
// that no program has to wait for them. It runs when Heddle is built.
#include "nvrtc/channel.h"
#include "nvrtc/packing.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <new>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

using namespace heddle::nvrtc;

namespace {

// What one source may take: enough for large template libraries on a slow machine, and little
// enough for the machine to go on.
constexpr rlim_t kMostBytes = rlim_t(4) << 30;
constexpr rlim_t kMostSeconds = 900;
// clang's parser recurses with the nesting of the source.
constexpr rlim_t kStackBytes = rlim_t(64) << 20;

// Lowers a limit, or raises that of the stack, as far as it can be.
void setLimit(__rlimit_resource resource, rlim_t value) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0)
    return;
  const bool isStack = resource == RLIMIT_STACK;
  limit.rlim_cur =
      std::min(isStack ? limit.rlim_max : std::min(limit.rlim_cur, limit.rlim_max), value);
  setrlimit(resource, &limit);
}

// The address space that the process has from the start: libraries, and a sanitizer's own.
rlim_t presentBytes() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void setLimits() {
  setLimit(RLIMIT_AS, presentBytes() + kMostBytes);
  setLimit(RLIMIT_CPU, kMostSeconds);
  setLimit(RLIMIT_STACK, kStackBytes);
  setLimit(RLIMIT_CORE, 0);
  // If the machine runs out of memory before the limit is reached, Linux should kill this process
  // first.
  std::ofstream("/proc/self/oom_score_adj") << 1000;
}

// The socket of the request, in the process that compiles it.
int connection = -1;

void sendResult(const std::string& packed) {
  const Message message = Message::Result;
  sendAll(connection, &message, sizeof message);
  sendText(connection, packed);
}

std::string packedError(const std::string& reason) {
  Result result;
  result.status = Status::CompilationError;
  result.log = "nvrtc: error: " + reason + "\n";
  return pack(result);
}

void failWith(void*, const char* reason, bool) {
  sendResult(packedError(reason && *reason ? reason : "the compiler failed"));
  _exit(1);
}

// The result of a source that needs too much memory. It is made beforehand, since there is no
// memory to make it when it is sent.
const std::string& outOfMemory() {
  static const std::string packed = packedError("the source needs too much memory");
  return packed;
}

void failWithoutMemory() {
  sendResult(outOfMemory());
  _exit(1);
}

bool ask() {
  const Message message = Message::Question;
  char isCancelled = 0;
  sendAll(connection, &message, sizeof message);
  // Without an answer libnvrtc is gone, and nobody wants the result.
  return !heddle::readAll(connection, &isCancelled, 1) || isCancelled;
}

int compileRequest() {
  Request request;
  std::string message, text;
  bool hasCallback = false;
  if (!receiveText(connection, message))
    return 2;
  Unpacker unpacker(message);
  if (!unpacker.take(text) || !unpacker.take(hasCallback) || !unpack(text, request))
    return 2;
  outOfMemory();
  std::set_new_handler(failWithoutMemory);
  llvm::install_fatal_error_handler(failWith);
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { failWithoutMemory(); });
  setLimits();
  // Where the directory cannot be entered, relative include directories are not found, and clang
  // says so.
  if (chdir(request.directory.c_str()) != 0)
    request.directory.clear();
  if (hasCallback)
    request.cancelled = ask;
  Result result;
  compile(request, result);
  sendResult(pack(result));
  return 0;
}

// The sockets of the requests that are being compiled, by the process that does it.
using Compilations = std::map<pid_t, int>;

// Says how a process has ended. Nobody listens any more when libnvrtc has the result.
void reportEnd(int socket, int status) {
  struct {
    Message message = Message::End;
    char status[sizeof(int)];
  } report;
  std::memcpy(report.status, &status, sizeof status);
  sendAll(socket, &report, sizeof report);
  close(socket);
}

void reportEnds(Compilations& compilations) {
  int status;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    reportEnd(compilations.at(ended), status);
    compilations.erase(ended);
  }
}

// The next descriptor that libnvrtc sends; -1 when libnvrtc has ended.
int receiveDescriptor(int socket) {
  char byte;
  iovec part{&byte, 1};
  int descriptor = -1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) == 1)
    if (const cmsghdr* header = CMSG_FIRSTHDR(&message))
      std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

void startCompilation(int socket, Compilations& compilations) {
  const pid_t id = fork();
  if (id > 0) {
    compilations.emplace(id, socket);
  } else if (id < 0) {
    reportEnd(socket, W_EXITCODE(1, 0));
  } else {
    // When the program ends, so do its compilations.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    connection = dup2(socket, STDIN_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, 0);
    // The result has been sent by then, so no destructor of clang needs to run.
    _exit(compileRequest());
  }
}

int serve() {
  setsid(); // signals from the program's terminal are for the program alone
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  const int signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
  Compilations compilations;
  pollfd events[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
  while (poll(events, std::size(events), -1) > 0) {
    signalfd_siginfo ignored;
    if (events[1].revents && read(signals, &ignored, sizeof ignored) > 0)
      reportEnds(compilations);
    if (!events[0].revents)
      continue;
    const int socket = receiveDescriptor(STDIN_FILENO);
    if (socket < 0)
      return 0;
    startCompilation(socket, compilations);
  }
  return 1;
}

int installPreambles(const char* prefix) {
  Request request;
  request.installation = installationAt(prefix);
  std::error_code error;
  std::filesystem::remove_all(request.installation.preambles, error);
  std::filesystem::create_directories(request.installation.preambles, error);
  for (const char* standard : {"c++14", "c++17", "c++20"}) {
    request.options.standard = standard;
    std::string log;
    const bool done = installPreamble(request, log);
    std::cerr << log;
    if (!done)
      return 1;
  }
  return 0;
}

} // namespace

int main(int count, char** arguments) {
  if (count == 3 && arguments[1] == std::string("--install-preambles"))
    return installPreambles(arguments[2]);
  return count == 1 ? serve() : 2;
}
