#include "nvrtc/compiler_server.h"
#include "environment/file_descriptor.h"
#include "nvrtc/orphan_process.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <sys/socket.h>
#include <sys/wait.h>

namespace heddle::nvrtc {

namespace {

// Sends a descriptor over a socket; false when nobody is at its other end.
bool sendDescriptor(int socket, int descriptor) {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

class Server {
public:
  // Returns false, and sets `reason`, when the server cannot be started or does not answer.
  bool connect(const std::string& program, int connection, std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (isOurs() && sendDescriptor(control_, connection))
      return true;
    if (!start(program, reason))
      return false;
    reason = "the compiler does not answer";
    return sendDescriptor(control_, connection);
  }

private:
  // A process after fork(), and one with other rights than before, has a server of its own.
  bool isOurs() const {
    return control_ >= 0 && owner_ == getpid() && user_ == geteuid() && group_ == getegid();
  }

  bool start(const std::string& program, std::string& reason) {
    end();
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) {
      reason = strerror(errno);
      return false;
    }
    const FileDescriptor theirs(sockets[1]);
    control_ = sockets[0];
    if (const int error = startOrphan(program, theirs, id_)) {
      reason = fmt::format("failed to start {}: {}", program, strerror(error));
      end();
      return false;
    }
    owner_ = getpid();
    user_ = geteuid();
    group_ = getegid();
    return true;
  }

  void end() {
    if (control_ >= 0)
      close(control_);
    control_ = -1;
    // This finds the server only where the process is the one that orphans are given to.
    if (id_ > 0 && owner_ == getpid())
      waitpid(id_, nullptr, WNOHANG);
    id_ = -1;
  }

  std::mutex mutex_;
  int control_ = -1; // the server ends when all its owners have closed it
  pid_t id_ = -1, owner_ = -1;
  uid_t user_ = 0;
  gid_t group_ = 0;
};

} // namespace

int connectToCompiler(const std::filesystem::path& program, std::string& reason) {
  static auto* const server = new Server; // never destroyed: programs compile during exit, too
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    reason = strerror(errno);
    return -1;
  }
  const FileDescriptor theirs(sockets[1]);
  if (server->connect(program.native(), theirs, reason))
    return sockets[0];
  close(sockets[0]);
  return -1;
}

} // namespace heddle::nvrtc
