#include "nccl/socket.h"

#include "environment/environment.h"

#include "nccl/failure.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <random>
#include <string_view>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace heddle::nccl {

namespace {

// How often a thread that waits for a socket looks whether it shall give up, in milliseconds.
constexpr int kAbortCheckPeriod = 50;
// How many connections may wait to be accepted: one from each rank.
constexpr int kBacklog = 16384;

// After this many seconds without an answer a machine counts as gone, be it that data are not
// acknowledged or that an idle connection does not answer. The kernel answers for a process that
// computes or is stopped.
constexpr int kSilenceBeforeLoss = 60, kSilenceBeforeProbes = 20, kProbes = 4;

[[noreturn]] void fail(const std::string& what) {
  throw Failure{ncclSystemError, what + ": " + std::strerror(errno)};
}

void checkAbort(const AbortFlag& abort) {
  if (abort.load(std::memory_order_relaxed))
    throw Failure{ncclInternalError, "the communicator was aborted"};
}

void waitFor(const Descriptor& socket, short events, const AbortFlag& abort) {
  for (;;) {
    checkAbort(abort);
    pollfd state{socket.get(), events, 0};
    if (poll(&state, 1, kAbortCheckPeriod) > 0)
      return;
  }
}

Address makeAddress(const void* from, std::size_t length) {
  Address address;
  if (length > sizeof address.bytes)
    throw Failure{ncclInternalError, "an address is too long"};
  std::memcpy(address.bytes, from, length);
  address.length = length;
  return address;
}

// One entry of NCCL_SOCKET_IFNAME is the beginning of a name, or with "=" the whole one.
bool matches(std::string_view name, std::string_view entry, bool isExact) {
  return isExact ? name == entry : name.starts_with(entry);
}

bool isAnyOf(std::string_view name, std::string_view list, bool isExact) {
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    if (end && matches(name, list.substr(0, end), isExact))
      return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Smaller is better; negative is out of the question.
int rankOfInterface(std::string_view name) {
  const char* wanted = environmentVariable("NCCL_SOCKET_IFNAME");
  if (wanted && *wanted) {
    std::string_view list = wanted;
    const bool isExcluded = list.front() == '^';
    list.remove_prefix(isExcluded);
    const bool isExact = !list.empty() && list.front() == '=';
    list.remove_prefix(isExact);
    return isAnyOf(name, list, isExact) != isExcluded ? 0 : -1;
  }
  if (name.starts_with("ib"))
    return 0;
  if (name.starts_with("docker"))
    return 2;
  return name == "lo" ? 3 : 1;
}

bool hasWantedFamily(const sockaddr* address) {
  const char* const wanted = environmentVariable("NCCL_SOCKET_FAMILY");
  const int family = address->sa_family;
  if (wanted && std::strcmp(wanted, "AF_INET") == 0)
    return family == AF_INET;
  if (wanted && std::strcmp(wanted, "AF_INET6") == 0)
    return family == AF_INET6;
  return family == AF_INET || family == AF_INET6;
}

bool isLinkLocal(const sockaddr* address) {
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

Descriptor makeSocket(int family) {
  Descriptor made(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!made)
    fail("a socket cannot be made");
  if (family != AF_UNIX) {
    const auto set = [&](int level, int option, int value) {
      setsockopt(made.get(), level, option, &value, sizeof value);
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    // Connections that a listening socket accepts have its options.
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, kSilenceBeforeProbes);
    set(IPPROTO_TCP, TCP_KEEPINTVL, (kSilenceBeforeLoss - kSilenceBeforeProbes) / kProbes);
    set(IPPROTO_TCP, TCP_KEEPCNT, kProbes);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, kSilenceBeforeLoss * 1000);
  }
  return made;
}

void bindAndListen(const Descriptor& socket, const Address& address) {
  if (bind(socket.get(), address.get(), static_cast<socklen_t>(address.length)) != 0)
    fail("an address cannot be bound");
  if (listen(socket.get(), kBacklog) != 0)
    fail("a socket cannot listen");
}

// Whether the connection could be made; errno says why not.
bool tryConnect(const Descriptor& socket, const Address& address, const AbortFlag& abort) {
  const auto attempt = [&] {
    return connect(socket.get(), address.get(), static_cast<socklen_t>(address.length)) == 0;
  };
  if (address.get()->sa_family == AF_UNIX)
    return attempt(); // where it waits, it is for a place in the queue of a rank that accepts
  // Another machine may not answer for minutes, in which the communicator may be aborted.
  makeNonBlocking(socket);
  if (attempt())
    return true;
  if (errno != EINPROGRESS)
    return false;
  waitFor(socket, POLLOUT, abort);
  socklen_t length = sizeof errno;
  getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &errno, &length);
  return errno == 0;
}

bool isWorthRetrying(int error) {
  return error == ECONNREFUSED || error == ETIMEDOUT || error == EHOSTUNREACH ||
         error == ENETUNREACH;
}

} // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0)
    close(number_);
}

Address interfaceAddress() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0)
    fail("the network interfaces cannot be listed");
  const ifaddrs* best = nullptr;
  int bestRank = 0;
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    if (!each->ifa_addr || !(each->ifa_flags & IFF_UP) || !hasWantedFamily(each->ifa_addr) ||
        isLinkLocal(each->ifa_addr))
      continue;
    // Of the addresses of an interface, the one of the older protocol.
    const int rank = rankOfInterface(each->ifa_name);
    const int order = 2 * rank + (each->ifa_addr->sa_family == AF_INET6);
    if (rank >= 0 && (!best || order < bestRank)) {
      best = each;
      bestRank = order;
    }
  }
  Address address;
  if (best)
    address =
        makeAddress(best->ifa_addr, best->ifa_addr->sa_family == AF_INET ? sizeof(sockaddr_in)
                                                                         : sizeof(sockaddr_in6));
  freeifaddrs(all);
  if (!best)
    throw Failure{ncclSystemError, "there is no network interface to use"};
  return address;
}

Address parseAddress(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos)
    throw Failure{ncclInvalidArgument, "NCCL_COMM_ID is not of the form host:port: " + text};
  std::string host = text.substr(0, colon);
  if (host.size() > 1 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  addrinfo* found = nullptr;
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host.c_str(), text.c_str() + colon + 1, &hints, &found) != 0 || !found)
    throw Failure{ncclSystemError, "the address is not known: " + text};
  const Address address = makeAddress(found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return address;
}

Descriptor listenAt(Address& address) {
  Descriptor socket = makeSocket(address.get()->sa_family);
  const int on = 1;
  setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  bindAndListen(socket, address);
  sockaddr_storage bound{};
  socklen_t length = sizeof bound;
  if (getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &length) != 0)
    fail("an address cannot be read");
  address = makeAddress(&bound, length);
  return socket;
}

Descriptor listenLocally(Address& address) {
  // An abstract name, which begins with a zero byte: no file is left behind.
  std::random_device random;
  const std::string name = "heddle-nccl-" + std::to_string(getpid()) + "-" +
                           std::to_string(random()) + std::to_string(random());
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  std::memcpy(local.sun_path + 1, name.data(), std::min(name.size(), sizeof local.sun_path - 1));
  address = makeAddress(&local, offsetof(sockaddr_un, sun_path) + 1 + name.size());
  Descriptor socket = makeSocket(AF_UNIX);
  bindAndListen(socket, address);
  return socket;
}

Descriptor connectTo(const Address& address, int retrySeconds, const AbortFlag& abort) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(retrySeconds);
  for (;;) {
    checkAbort(abort);
    Descriptor socket = makeSocket(address.get()->sa_family);
    if (tryConnect(socket, address, abort))
      return socket;
    if (!isWorthRetrying(errno) || std::chrono::steady_clock::now() > end)
      fail("another rank cannot be reached");
    std::this_thread::sleep_for(std::chrono::milliseconds(kAbortCheckPeriod));
  }
}

Descriptor acceptFrom(const Descriptor& listener, const AbortFlag& abort) {
  waitFor(listener, POLLIN, abort);
  Descriptor accepted(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!accepted)
    fail("a connection cannot be accepted");
  const int on = 1; // without effect on a socket of this machine
  setsockopt(accepted.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return accepted;
}

void sendAll(const Descriptor& socket, const void* data, std::size_t bytes,
             const AbortFlag& abort) {
  const auto* at = static_cast<const char*>(data);
  while (bytes) {
    waitFor(socket, POLLOUT, abort);
    const ssize_t sent = send(socket.get(), at, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
      throw Failure{ncclRemoteError, std::string("a connection broke: ") + std::strerror(errno)};
    if (sent > 0) {
      at += sent;
      bytes -= static_cast<std::size_t>(sent);
    }
  }
}

void receiveAll(const Descriptor& socket, void* data, std::size_t bytes, const AbortFlag& abort) {
  auto* at = static_cast<char*>(data);
  while (bytes) {
    waitFor(socket, POLLIN, abort);
    const ssize_t received = recv(socket.get(), at, bytes, MSG_DONTWAIT);
    if (received == 0)
      throw Failure{ncclRemoteError, "another rank closed its connection"};
    if (received < 0 && errno != EAGAIN && errno != EINTR)
      throw Failure{ncclRemoteError, std::string("a connection broke: ") + std::strerror(errno)};
    if (received > 0) {
      at += received;
      bytes -= static_cast<std::size_t>(received);
    }
  }
}

void sendDescriptor(const Descriptor& socket, const Descriptor& sent, const AbortFlag& abort) {
  waitFor(socket, POLLOUT, abort);
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int number = sent.get();
  std::memcpy(CMSG_DATA(header), &number, sizeof number);
  if (sendmsg(socket.get(), &message, MSG_NOSIGNAL) != 1)
    fail("shared memory cannot be handed over");
}

Descriptor receiveDescriptor(const Descriptor& socket, const AbortFlag& abort) {
  waitFor(socket, POLLIN, abort);
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC) != 1)
    throw Failure{ncclRemoteError, "another rank closed its connection"};
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int)))
    throw Failure{ncclRemoteError, "another rank sent no shared memory"};
  int number = -1;
  std::memcpy(&number, CMSG_DATA(header), sizeof number);
  return Descriptor(number);
}

void makeNonBlocking(const Descriptor& socket) {
  fcntl(socket.get(), F_SETFL, fcntl(socket.get(), F_GETFL) | O_NONBLOCK);
}

} // namespace heddle::nccl
