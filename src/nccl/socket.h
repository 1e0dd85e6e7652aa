// Sockets, for the bootstrap of a communicator and for its links to other ranks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/socket.h>
#include <utility>

namespace heddle::nccl {

// A file descriptor that is closed with its owner.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

private:
  int number_ = -1;
};

// An address of a socket as it is sent to other processes.
struct Address {
  alignas(8) char bytes[88] = {}; // a sockaddr of the Internet, or a short one of this machine
  std::uint64_t length = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(bytes); }
};

// True when what waits is to give up, because the communicator is aborted.
using AbortFlag = std::atomic<bool>;

// The functions below throw Failure.

// The address of this machine's interface that NCCL_SOCKET_IFNAME and NCCL_SOCKET_FAMILY choose.
Address interfaceAddress();
// From "host:port", as in NCCL_COMM_ID.
Address parseAddress(const std::string& text);
// Listens at an address, or at a port that the system chooses, which `address` gets then.
Descriptor listenAt(Address& address);
// Listens at an address that only this machine, or this network namespace, has.
Descriptor listenLocally(Address& address);
// Connects, and tries again for `retrySeconds` while nobody listens.
Descriptor connectTo(const Address& address, int retrySeconds, const AbortFlag& abort);
Descriptor acceptFrom(const Descriptor& listener, const AbortFlag& abort);
void sendAll(const Descriptor& socket, const void* data, std::size_t bytes, const AbortFlag& abort);
void receiveAll(const Descriptor& socket, void* data, std::size_t bytes, const AbortFlag& abort);
// Hands a descriptor to a process of this machine, with a byte of data.
void sendDescriptor(const Descriptor& socket, const Descriptor& sent, const AbortFlag& abort);
Descriptor receiveDescriptor(const Descriptor& socket, const AbortFlag& abort);
void makeNonBlocking(const Descriptor& socket);

} // namespace heddle::nccl
